/** docs/commands.md: what `--help` says of each command, so that the page cannot say something else. */

import { cli } from './command-line.js';
import { settingsTables } from './settings-tables.js';

const INTRODUCTION = `# Command line

This page is generated from the help. \`cdk8s-olm COMMAND --help\` also shows examples; \`--help-all\` lists all options. Options of three
commands or more are [below](#options-of-several-commands), and so are the [settings](#settings) of a repository. INPUT is [a file, a folder, a repository or -](bundles.md).
`;

const SETTINGS = `## Settings

\`.cdk8s-olm.yaml\`, in the folder of the input or above it, contains the options of a repository. The command line overrides them:

\`\`\`yaml
options:
  profile: olm
  kube-version: "1.31"
  assume-namespace: [monitoring, "payments:tenant=payments"]
\`\`\`

The file cannot contain \`--fail-on\` and \`--allow-failed\`, because a change must not decide how it is judged. It can also contain
[acceptances and your own rules](findings.md#accepting-a-risk): \`accept:\`, \`rules:\`, \`severities:\` and \`known:\`. A review uses the file of
BASE, and reports what HEAD changes in it.
`;

const RESULTS = `## Results

If the exit code is not 0, \`render\` has written nothing. A run reports all its [problems](problems.md) at once. \`--format json\`
prints data ([output.schema.json](output.schema.json)).
`;

/** An option as a help lists it. */
interface Entry {
  readonly flags: string;
  readonly text: string;
}

/** A part of a help: usage, arguments, options or examples. */
interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

/** An option of this many commands is described once. */
const SEVERAL = 3;

/** The page in Markdown. */
export function commandsPage(): string {
  const overview = cli(['--help']).out;
  const names = [...overview.matchAll(/^ {2}([a-z-]+) (?:\[options\]|<)/gm)].map((match) => match[1] ?? '');
  const helps = names.map((name) => ({ name, parts: partsOf(helpOf(name)) }));
  const takers = new Map<string, string[]>();
  for (const { name, parts } of helps) {
    for (const { flags, text } of parts.flatMap(entriesOf)) {
      const key = JSON.stringify([flags, text]);
      takers.set(key, [...(takers.get(key) ?? []), name]);
    }
  }
  const shared = [...takers].filter(([, commands]) => commands.length >= SEVERAL);
  const isShared = new Set(shared.map(([key]) => key));
  const sections = helps.map(({ name, parts }) => `## ${name}\n\n${sectionOf(parts, isShared)}`);
  const takenBy = new Map<string, string[]>();
  for (const [key, commands] of shared) {
    const [flags, text] = JSON.parse(key) as [string, string];
    const of =
      commands.length === names.length
        ? 'all commands'
        : commands.length > names.length / 2
          ? allBut(commands, names)
          : commands.join(', ');
    const row = `| \`${flags.replaceAll('|', '\\|')}\` | ${text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*')} |`;
    takenBy.set(of, [...(takenBy.get(of) ?? []), row]);
  }
  const tables = [...takenBy].map(
    ([of, rows]) => `${of.charAt(0).toUpperCase()}${of.slice(1)}:\n\n${['| option | meaning |', '| --- | --- |', ...rows].join('\n')}\n`,
  );
  const general = partsOf(overview).filter(({ title }) => !/^(Commands|Options):$/.test(title));
  const about = block(general.map(({ title, lines }) => [title, ...lines].join('\n')).join('\n\n'));
  return [INTRODUCTION, about, ...sections, '## Options of several commands\n', ...tables, SETTINGS, settingsTables(), RESULTS].join('\n');
}

function allBut(commands: readonly string[], names: readonly string[]): string {
  return `all commands except ${names.filter((name) => !commands.includes(name)).join(', ')}`;
}

/** Without what is only in the help: the examples, the argument that most commands have, and how options are listed. */
function withoutHelpOnly(parts: readonly Part[]): Part[] {
  return parts.flatMap(({ title, lines }) => {
    if (title === 'Examples:') return [];
    if (title !== 'Arguments:') return [{ title: title.replace(/^Usage: cdk8s-olm (.*?) \[options\]/, '$1'), lines }];
    const input = lines.findIndex((line) => /^ {2}input /.test(line));
    const kept = input === -1 ? lines : lines.slice(0, input);
    return kept.length === 0 ? [] : [{ title, lines: kept }];
  });
}

function sectionOf(parts: readonly Part[], isShared: ReadonlySet<string>): string {
  const own = withoutHelpOnly(parts).flatMap((part) => {
    const entries = entriesOf(part);
    if (entries.length === 0) return [[part.title, ...part.lines].join('\n')];
    const kept = entries.filter(({ flags, text }) => !isShared.has(JSON.stringify([flags, text])));
    const width = Math.max(...kept.map(({ flags }) => flags.length));
    return kept.length === 0 ? [] : [[part.title, ...kept.map(({ flags, text }) => `  ${flags.padEnd(width)}  ${text}`)].join('\n')];
  });
  return block(own.join('\n\n'));
}

/** A help in its parts, which empty lines separate. */
function partsOf(help: string): Part[] {
  return help
    .trimEnd()
    .split(/\n\n+/)
    .map((text) => {
      const [title = '', ...lines] = text.split('\n');
      return { title, lines };
    });
}

/** The options of a part, each as one line. */
function entriesOf({ title, lines }: Part): Entry[] {
  if (!/ptions:$/.test(title)) return [];
  const entries: { flags: string; text: string }[] = [];
  for (const line of lines) {
    const found = /^ {2}(-.*?)(?: {2,}(.*))?$/.exec(line);
    if (found) entries.push({ flags: found[1] ?? '', text: found[2] ?? '' });
    else {
      const last = entries.at(-1);
      if (last) last.text = `${last.text} ${line.trim()}`.trim();
    }
  }
  return entries;
}

/** The help of a command with all of its options. */
export function helpOf(name: string): string {
  return cli([name, '--help-all']).out;
}

function block(text: string): string {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
}
