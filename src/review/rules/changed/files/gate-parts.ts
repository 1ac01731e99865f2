/** Splits build files and pipelines into the parts that others start: targets, scripts of a package, tasks, jobs; and names of files. */

import { parseDocuments } from '../../../../base/manifest/parse.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';

/** What something can start. */
export interface Part {
  readonly file: UnreadFile;
  readonly text: string;
  /** Its name among the parts of its file. */
  readonly name?: string;
  /** The parts of the same file that run with it. */
  readonly needs?: readonly string[];
  /** Regular expressions of the words that start it. */
  readonly starts: readonly string[];
}

const TARGETS = /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Earthfile)$|\.(?:mk|just)$/;
const TASKS = /(?:^|\/)(?:Taskfile(?:\.dist)?\.ya?ml|package\.json|\.?mise\.toml)$/;
/** Files whose names tell what they are, whatever their folder. */
const TELLING = /\.(?:sh|bash|zsh|fish|py|rb|pl|[cm]?[jt]s|ps1|bat|cmd|mk|just|groovy|Dockerfile|Containerfile)$/;
const YAML = /\.ya?ml$/;
const ACTION = /(?:^|\/)action\.ya?ml$/;

/** Parts of files that others include: their targets are those of the other file. */
export function isFragment({ path }: UnreadFile): boolean {
  return /\.(?:mk|just)$/.test(path);
}

/** @returns the whole file first */
export function partsOf(file: UnreadFile): readonly Part[] {
  const { path, text = '' } = file;
  const whole: Part = { file, text: commandsIn(text), starts: startsOfFile(file) };
  if (TARGETS.test(path)) return [whole, ...targetsOf(file)];
  if (TASKS.test(path)) return [whole, ...tasksOf(file)];
  return YAML.test(path) && !/^\.(?:github|gitea|forgejo)\//.test(path) ? [whole, ...jobsOf(file)] : [whole];
}

/** A text without its comments. */
export function commandsIn(text: string): string {
  return text.replaceAll(/^[ \t]*(?:#(?!!)|\/\/).*$|(?<=[ \t])#[ \t].*$/gm, '');
}

/** How others start or include a whole file. */
function startsOfFile({ path, reason }: UnreadFile): readonly string[] {
  const steps = path.replace(ACTION, '').split('/');
  const last = escaped(steps.at(-1) ?? '');
  if (ACTION.test(path) && steps.length < 2)
    return [path.includes('/') ? `\\./${last}(?![\\w-])` : '\\buses["\']?:?\\s+["\']?\\./?["\']?(?=\\s|$)'];
  const inFolder = steps.length < 2 ? [] : [`(?<![\\w.-])${escaped(steps.slice(-2).join('/'))}(?![\\w-])`];
  const folders = steps.slice(0, -1).flatMap((folder) => globsOf(escaped(folder), last));
  if (ACTION.test(path)) return inFolder;
  if (TELLING.test(path)) return [`(?<![\\w.-])${last}(?![\\w-])`, ...folders];
  // A name such as `run` or `ci.yml` alone can be any word.
  if (YAML.test(path)) {
    const isEntry = reason === 'gate' || reason === 'forge';
    const included = `\\b(?:template|include|local|file|config|upload)["']?[:=\\s]+["']?(?:\\./)?${last}(?![\\w-])`;
    return [...inFolder, ...folders, ...(steps.length > 1 ? [included] : isEntry ? [] : [`(?<![\\w.-])${last}(?![\\w-])`])];
  }
  if (last.includes('.') || TARGETS.test(path)) return inFolder;
  return [
    ...inFolder,
    ...folders,
    `(?<=[\\w.})"'~]/)${last}(?![\\w./:@-])`,
    `(?:\\b(?:bash|sh|zsh|ksh|dash|source|exec|sudo|time|python3?|node|ruby|perl)|(?<![\\w./])\\.)(?:\\s+-\\S{1,99}){0,9}\\s+${last}(?![\\w./:@-])`,
  ];
}

/** Patterns that name every file of a folder, or every file with the same ending. */
function globsOf(folder: string, name: string): readonly string[] {
  const ending = /\\\.\w+$/.exec(name)?.[0];
  const loops = [
    `\\bin\\s+["']?[\\w./\${}"-]*(?<![\\w-])${folder}"?/\\*(?![\\w.*/])`,
    `\\brun-parts\\b[^\\n]{0,99}[\\s/]${folder}(?![\\w-])`,
  ];
  return ending === undefined ? loops : [...loops, `(?<![\\w-])${folder}"?/\\*[*/]*${ending}(?!\\w)`];
}

const VARIABLE = /^(?:export[ \t]+|override[ \t]+)?([\w.-]+)[ \t]*(?:::?|[?+!])?=(.*)$/;

/** The targets and variables of a Makefile, justfile or Earthfile. */
function targetsOf(file: UnreadFile): readonly Part[] {
  const { path, text = '' } = file;
  const parts: { names: readonly string[]; lines: string[]; needs: readonly string[]; starts: readonly string[] }[] = [];
  const isJust = /just/i.test(path);
  for (const line of text.replaceAll(/\\\r?\n/g, ' ').split('\n')) {
    const [, variable, value = ''] = VARIABLE.exec(line) ?? [];
    const [names, needs = ''] = variable === undefined ? ruleIn(line, isJust) : [];
    if (variable !== undefined) {
      const name = escaped(variable);
      parts.push({
        names: [],
        lines: [value],
        needs: [],
        starts: [`\\$[({]${name}[)}]`, ...(isJust ? [`\\{\\{\\s*${name}\\s*\\}\\}`] : [])],
      });
    } else if (names !== undefined) {
      const own = names.split(/[ \t]+/).filter((name) => /^[\w/-][\w./-]*$/.test(name));
      const isFirst = own.length > 0 && parts.every((part) => part.names.length === 0);
      const all = (isJust ? own.slice(0, 1) : own).flatMap((name) => startOf(name));
      parts.push({ names: own, lines: [needs], needs: needs.match(/[\w./-]+/g) ?? [], starts: isFirst ? [...all, DEFAULT] : all });
    } else parts.findLast((part) => part.names.length > 0)?.lines.push(line);
  }
  return parts.flatMap(({ names, lines, needs, starts }) => {
    const commands = lines.join('\n').replaceAll(/\b(?:BUILD|FROM|COPY|DO)\b(?=.*\+)/g, 'earthly');
    return (names.length === 0 ? [undefined] : names).map((name) => ({
      file,
      text: commands,
      needs,
      starts,
      ...(name === undefined ? {} : { name }),
    }));
  });
}

/** The names of a line that begins a target, and what they need. */
function ruleIn(line: string, isJust: boolean): readonly string[] {
  // A recipe of just can have parameters with values.
  const end = line.search(isJust ? /[:#]/ : /[:=#]/);
  const rest = line.slice(end).replace(/^::?/, '');
  return end <= 0 || !/^@?[\w./-]/.test(line) || line[end] !== ':' || rest.startsWith('=')
    ? []
    : [line.slice(0, end).replace(/^@/, ''), rest];
}

/** A make without a target, which makes the first one. */
const DEFAULT = '(?:^|[\\n;&|:]|-\\s)[ \\t]*@?(?:make|\\$[({]MAKE[)}])(?:\\s+-[\\w-]+(?:[ =][\\w./][\\w./-]*)?){0,9}[ \\t]*(?=$|[;&|\\n])';

/** The scripts of a package, and the tasks of a Taskfile or of mise. */
function tasksOf(file: UnreadFile): readonly Part[] {
  const { text = '' } = file;
  const tables = [...text.matchAll(/^\[tasks\.["']?([\w:.-]+)["']?\]((?:(?!^\[)[\s\S])*)/gm)].map(([, name = '', lines = '']): Part => {
    const needs = [...lines.matchAll(/^(?:depends|wait_for)\w*\s*=([\s\S]*?)(?=^\w|(?![\s\S]))/gm)].flatMap(
      ([, list = '']) => list.match(/[\w:.-]+/g) ?? [],
    );
    return { file, name, text: lines, needs, starts: startOf(name) };
  });
  const entries = parseDocuments({ file: '', text }, { lenient: true }).documents.flatMap(({ value }) => {
    const { scripts, tasks } = isMapping(value) ? value : {};
    return [
      ...scriptsOf(file, scripts),
      ...(isMapping(tasks) ? Object.entries(tasks) : []).map(([name, task]) => taskOf(file, name, task)),
    ];
  });
  return [...tables, ...entries];
}

/** Scripts that npm runs when it installs. */
const AT_INSTALLATION = /^(?:(?:pre|post)?install|(?:pre|post)?prepare)$/;

function scriptsOf(file: UnreadFile, scripts: unknown): readonly Part[] {
  if (!isMapping(scripts)) return [];
  return Object.entries(scripts).map(([name, command]) => ({
    file,
    name,
    text: String(command),
    needs: [`pre${name}`, `post${name}`].filter((other) => other in scripts),
    starts: [
      ...startOf(name),
      `(?<![\\w.])scripts(?:\\.|\\[")${escaped(name)}(?![\\w-])`,
      ...(AT_INSTALLATION.test(name) ? ['\\b(?:npm|pnpm|yarn|bun)\\s+(?:ci|i|install)\\b'] : []),
    ],
  }));
}

function taskOf(file: UnreadFile, name: string, task: unknown): Part {
  const needs: string[] = [];
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (key === 'task' || key === 'deps') needs.push(value);
    } else if (Array.isArray(value)) for (const one of value) visit(one, key);
    else if (isMapping(value)) for (const [inner, one] of Object.entries(value)) visit(one, inner);
  };
  visit(task, '');
  return { file, name, text: JSON.stringify(task) ?? '', needs, starts: startOf(name) };
}

/** The entries of a pipeline by their names: jobs that others extend or refer to. */
function jobsOf(file: UnreadFile): readonly Part[] {
  return (file.text ?? '').split(/^(?=["']?[.\w][^\n:]*:(?:\s|$))/m).flatMap((text) => {
    const [, name] = /^["']?([.\w][^\n:"']*)/.exec(text) ?? [];
    if (name === undefined) return [];
    const own = `(?<![\\w.-])${escaped(name)}(?![\\w.-])`;
    return [{ file, text, starts: [name.startsWith('.') ? own : `(?:\\bextends["']?\\s*:|!reference)(?:[^\\n:]|\\n\\s*-){0,300}?${own}`] }];
  });
}

const RUNNERS =
  'make|just|task|mise|npm|pnpm|yarn|bun|earthly|run-s|run-p|npm-run-all2?|concurrently|node\\s+--run|turbo|nx|lerna|wireit|deno\\s+task|rake|invoke|nox|tox|poe';

/** How a runner of targets starts one by its name, or all whose names begin alike. */
function startOf(name: string): readonly string[] {
  const group = /^(.+:)[^:]+$/.exec(name)?.[1];
  const names = group === undefined ? escaped(name) : `(?:${escaped(name)}|${escaped(group)}\\*+)`;
  return [
    `(?:(?:\\b(?:${RUNNERS})\\b|\\$[({]MAKE[)}])[^\\n]{0,400}[\\s+]|\\b(?:npm|yarn|pnpm|bun):|\\btask\\s[^\\n]{0,400}[\\w-]:)${names}(?![\\w-])`,
  ];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
