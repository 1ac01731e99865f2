/** Splits build files and pipelines into the parts that others start: targets, scripts of a package, tasks, jobs; and names of files. */

import { parseDocuments } from '../../../../base/manifest/parse.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import type { Start } from './gate-words.js';

/** What something can start. */
export interface Part {
  readonly file: UnreadFile;
  readonly text: string;
  /** Its names among the parts of its file. */
  readonly names?: readonly string[];
  /** The parts of the same file that run with it. */
  readonly needs?: readonly string[];
  readonly starts: readonly Start[];
  /** Whether it is all of its file. */
  readonly isWhole?: boolean;
  /** Whether it counts for each of the other parts. */
  readonly isCommon?: boolean;
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

/** Whether only the named parts of a file run, such as targets. */
export function hasTargets({ path }: UnreadFile): boolean {
  return TARGETS.test(path) || TASKS.test(path);
}

/** @returns the whole file first */
export function partsOf(file: UnreadFile): readonly Part[] {
  const { path, text = '' } = file;
  const whole: Part = { file, text: commandsIn(text, path), starts: startsOfFile(file), isWhole: true };
  if (TARGETS.test(path)) return [whole, ...targetsOf(file)];
  if (TASKS.test(path)) return [whole, ...tasksOf(file)];
  if (!YAML.test(path)) return [whole];
  return [whole, ...(OF_WORKFLOWS.test(path) ? jobsOfWorkflow(file) : jobsOf(file))];
}

const OF_WORKFLOWS = /^\.(?:github|gitea|forgejo)\//;

/** Files in which `//` begins a comment, and `#` none. */
const SLASHED = /\.(?:[cm]?[jt]sx?|groovy|gradle|go|java|kts?|jsonc|cs|rs|scala|swift)$|(?:^|\/)Jenkinsfile[^/]*$/;
const BATCH = /\.(?:bat|cmd)$/i;

/** Comments that a tool reads: parsers of Dockerfiles, Go, uv and others take settings or packages of them. */
const DIRECTIVE =
  /^\s*(?:#|\/\/)(?:[!@:+]|\s*(?:syntax|escape|check|checkov|shellcheck|renovate|hadolint)\b\s*[=: ]|\s*\/\/\/|go:|\s*\+build|[rR]equires\b|r\s+"|(?:load|import|include|define|cgo)\b|(?:DEPS|JAVA\w*|REPOS|SOURCES)\b)/;
/** Where a text begins that is no command of its file. */
const HEREDOC = /<<[-~]?\s*["'\\]?([A-Za-z_]\w*)/;

/**
 * A text without its comments. What may be none stays: a link too many is better than one too few. So do a comment that continues a line or
 * ends one, and those of a text within the text.
 */
export function commandsIn(text: string, path = ''): string {
  if (BATCH.test(path)) return text;
  const mark = SLASHED.test(path) ? /^[ \t]*\/\// : /^[ \t]*#/;
  let [isContinued, isMetadata] = [false, false];
  let end: string | undefined;
  const lines = text.split('\n').map((line) => {
    const isWithin = end !== undefined || isMetadata;
    if (end !== undefined && line.trim() === end) end = undefined;
    else if (end === undefined) end = mark.test(line) ? undefined : HEREDOC.exec(line)?.[1];
    if (/^# \/\/\//.test(line)) isMetadata = !isMetadata;
    const wasContinued = isContinued;
    isContinued = /(?:^|[^\\])(?:\\\\)*\\\r?$/.test(line);
    if (isWithin || wasContinued || isContinued || DIRECTIVE.test(line)) return line;
    if (mark.test(line)) return '';
    return SLASHED.test(path) || !/[ \t]#[ \t]/.test(line) ? line : withoutComment(line);
  });
  return lines.join('\n');
}

/** What is in quotes, or escaped; the blank before a comment; a quote that does not end in its line. */
const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"|`[^`]*`|\\.|[ \t](?=#[ \t])|['"`]/g;

function withoutComment(line: string): string {
  const found = [...line.matchAll(QUOTED)].find(([part]) => part.length === 1);
  if (found === undefined || /['"`]/.test(found[0])) return line;
  // A string can also contain a command with strings.
  return /["`]/.test(line.slice(found.index)) ? line : line.slice(0, found.index + 1).trimEnd();
}

/** Texts in which people read of programs. */
const PROSE = /\.(?:md|markdown|mdx|rst|adoc|asciidoc|html?)$|(?:^|\/)[A-Z][A-Z_-]*$/;

/** Whether people read a text, so that a command can also only print it. */
export function isProse(path: string): boolean {
  return PROSE.test(path);
}

/** How a shell or a program reads a text that is not a program by its name. */
export function startsOfText(path: string): readonly Start[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ways = isProse(path) ? (['shelled', 'piped'] as const) : (['fed', 'piped', 'assigned'] as const);
  return ways.map((way) => ({ way, name }));
}

/** How others start or include a whole file. */
function startsOfFile({ path, reason }: UnreadFile): readonly Start[] {
  if (reason === 'no-object') return startsOfText(path);
  const steps = path.replace(ACTION, '').split('/');
  const last = steps.at(-1) ?? '';
  if (ACTION.test(path) && steps.length < 2) return [path.includes('/') ? { way: 'local', name: last } : { way: 'repository', name: '' }];
  const inFolder: readonly Start[] = steps.length < 2 ? [] : [{ way: 'word', name: steps.slice(-2).join('/') }];
  if (ACTION.test(path)) return inFolder;
  const folders = steps.slice(0, -1).flatMap((folder) => globsOf(folder, last));
  if (TELLING.test(path)) return [{ way: 'word', name: last }, ...folders];
  // A name such as `run` or `ci.yml` alone can be any word.
  if (YAML.test(path)) {
    const isEntry = reason === 'gate' || reason === 'forge';
    const own: readonly Start[] = steps.length > 1 ? [{ way: 'included', name: last }] : isEntry ? [] : [{ way: 'word', name: last }];
    return [...inFolder, ...folders, ...own];
  }
  return last.includes('.') || TARGETS.test(path) ? inFolder : [...inFolder, ...folders, { way: 'step', name: last }];
}

/** Patterns that name every file of a folder, or every file with the same ending. */
function globsOf(name: string, file: string): readonly Start[] {
  const ending = /\.\w+$/.exec(file)?.[0];
  return [{ way: 'loop', name }, { way: 'parts', name }, ...(ending === undefined ? [] : [{ way: 'glob', name, ending } as const])];
}

const VARIABLE = /^(?:export[ \t]+|override[ \t]+)?([\w.-]+)[ \t]*(?:::?|[?+!])?=(.*)$/;

/** The targets and variables of a Makefile, justfile or Earthfile. */
function targetsOf(file: UnreadFile): readonly Part[] {
  const { path, text = '' } = file;
  const parts: { names: readonly string[]; lines: string[]; needs: readonly string[]; starts: readonly Start[]; isCommon?: boolean }[] = [];
  const isJust = /just/i.test(path);
  let last: { lines: string[] } | undefined;
  for (const line of text.replaceAll(/\\\r?\n/g, ' ').split('\n')) {
    const [, variable, value = ''] = VARIABLE.exec(line) ?? [];
    const [names, needs = ''] = variable === undefined ? ruleIn(line, isJust) : [];
    if (variable !== undefined) {
      const starts = [{ way: 'variable', name: variable } as const, ...(isJust ? [{ way: 'braces', name: variable } as const] : [])];
      parts.push({ names: [], lines: [value], needs: [], starts, isCommon: true });
    } else if (names !== undefined) {
      const own = names.split(/[ \t]+/).filter((name) => /^[\w/-][\w./-]*$/.test(name));
      const isFirst = own.length > 0 && last === undefined;
      const all = (isJust ? own.slice(0, 1) : own).flatMap((name) => startOf(name));
      const part = {
        names: own,
        lines: [needs],
        needs: needs.match(/[\w./-]+/g) ?? [],
        starts: isFirst ? [...all, { way: 'default', name: '' } as const] : all,
      };
      parts.push(part);
      if (own.length > 0) last = part;
    } else last?.lines.push(line);
  }
  return parts.map(({ lines, ...part }) => ({ ...part, file, text: withEarthly(lines.join('\n')) }));
}

/** Commands of Earthfiles that start a target, which `+` precedes. */
function withEarthly(text: string): string {
  return text.replaceAll(/^.*\+/gm, (start) => start.replaceAll(/\b(?:BUILD|FROM|COPY|DO)\b/g, 'earthly'));
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

/** The scripts of a package, and the tasks of a Taskfile or of mise. */
function tasksOf(file: UnreadFile): readonly Part[] {
  const { text = '' } = file;
  const tables = [...text.matchAll(/^\[tasks\.["']?([\w:.-]+)["']?\]((?:(?!^\[)[\s\S])*)/gm)].map(([, name = '', lines = '']): Part => {
    const needs = [...lines.matchAll(/^(?:depends|wait_for)\w*\s*=([\s\S]*?)(?=^\w|(?![\s\S]))/gm)].flatMap(
      ([, list = '']) => list.match(/[\w:.-]+/g) ?? [],
    );
    return { file, names: [name], text: lines, needs, starts: startOf(name) };
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
    names: [name],
    text: String(command),
    needs: [`pre${name}`, `post${name}`].filter((other) => other in scripts),
    starts: [
      ...startOf(name),
      // Whatever comes to stand before or after it decides whether it runs.
      ...['', 'pre', 'post'].map((when) => ({ way: 'script', name: `${when}${name}` }) as const),
      ...(AT_INSTALLATION.test(name) ? [{ way: 'installation', name: '' } as const] : []),
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
  return { file, names: [name], text: JSON.stringify(task) ?? '', needs, starts: startOf(name) };
}

/** The jobs of a workflow, and what stands outside of them; none if they are not written line by line. */
function jobsOfWorkflow(file: UnreadFile): readonly Part[] {
  const text = `${file.text ?? ''}\n`;
  const start = /^jobs:[ \t]*\n/m.exec(text);
  if (!start) return [];
  const from = start.index + start[0].length;
  const [lines = ''] = /^(?:(?:[ \t#].*)?\n)*/.exec(text.slice(from)) ?? [];
  const [before, after] = [text.slice(0, from), text.slice(from + lines.length)];
  const indent = /^(?:[ \t]*(?:#.*)?\n)*([ \t]+)/.exec(lines)?.[1];
  if (indent === undefined) return [];
  const jobs = lines.split(new RegExp(`^(?=${indent}["']?[\\w-]+["']?[ \\t]*:)`, 'm'));
  const rest: Part = { file, text: `${before}${after}`, starts: [], isCommon: true };
  return [rest, ...jobs.map((text) => jobIn(file, text))];
}

/** A job runs after those that it needs, which can leave something for it. */
function jobIn(file: UnreadFile, text: string): Part {
  const name = /^\s*["']?([\w-]+)/.exec(text)?.[1] ?? '';
  const listed = /\n[ \t]+needs:([^\n]*(?:\n\s*- .*)*)/.exec(text)?.[1] ?? '';
  return { file, text, names: [`${name} of jobs`], needs: (listed.match(/[\w-]+/g) ?? []).map((one) => `${one} of jobs`), starts: [] };
}

/** Keys of a pipeline that are of all its jobs. */
const OF_ALL_JOBS =
  /^(?:default|variables|image|services|before_script|after_script|include|workflow|env|environment|defaults|container|pool)$/;

/** The entries of a pipeline by their names: jobs that others extend or refer to. */
function jobsOf(file: UnreadFile): readonly Part[] {
  return (file.text ?? '').split(/^(?=["']?[.\w][^\n:]*:(?:\s|$))/m).flatMap((text) => {
    const [, name] = /^["']?([.\w][^\n:"']*)/.exec(text) ?? [];
    if (name === undefined) return [];
    const isCommon = OF_ALL_JOBS.test(name);
    return [{ file, text, starts: [{ way: name.startsWith('.') ? 'hidden' : 'extended', name }], isCommon }];
  });
}

/** How a runner of targets starts one by its name, or all whose names begin alike. */
function startOf(name: string): readonly Start[] {
  const group = /^(.+:)[^:]+$/.exec(name)?.[1];
  return [{ way: 'run', name }, ...(group === undefined ? [] : [{ way: 'run', name: `${group}*` } as const])];
}
