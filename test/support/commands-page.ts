/** docs/commands.md: what `--help` says of each command, so that the page cannot say something else. */

import { cli } from './command-line.js';

const INTRODUCTION = `# Command line

\`cdk8s-olm COMMAND --help\` prints what a command does, and \`--help-all\` all of its options. This page has the same, with the options
that several commands take in [one list](#options-of-several-commands). [Input](bundles.md) explains what a folder can contain,
[profiles](profiles.md) what the profiles are.
`;

const AFTERWORD = `## A configuration file

\`.cdk8s-olm.yaml\`, in the folder of the input or above it, can hold the options that a repository always uses. They have the
names of the command line, and the command line counts more:

\`\`\`yaml
options:
  profile: olm
  kube-version: "1.31"
  assume-namespace: [monitoring, "payments:tenant=payments"]
\`\`\`

[Settings](settings.md) lists them, as does [config.schema.json](config.schema.json) for editors. \`--fail-on\` and \`--allow-failed\` are not among them: a change must not decide
how it is judged. For that reason, a review uses the file of BASE. The file also has what a review [accepts](findings.md), and
rules of your own.

## How a run ends

With any exit code except 0, \`render\` has written nothing. Each problem of the input names file, line, column and field, what
was found, what was expected, and how to fix it. All problems of a run are reported at once; [problems](problems.md) explains
each. \`--format json\` gives the same as data, described by [output.schema.json](output.schema.json).
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
  const rows = shared.map(([key, commands]) => {
    const [flags, text] = JSON.parse(key) as [string, string];
    const of =
      commands.length === names.length ? 'all' : commands.length > names.length / 2 ? allBut(commands, names) : commands.join(', ');
    return `| \`${flags.replaceAll('|', '\\|')}\` | ${text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*')} | ${of} |`;
  });
  const table = ['| option | does | commands |', '| --- | --- | --- |', ...rows].join('\n');
  return [INTRODUCTION, block(overview), ...sections, `## Options of several commands\n\n${table}\n`, AFTERWORD].join('\n');
}

function allBut(commands: readonly string[], names: readonly string[]): string {
  return `all but ${names.filter((name) => !commands.includes(name)).join(', ')}`;
}

function sectionOf(parts: readonly Part[], isShared: ReadonlySet<string>): string {
  const also: string[] = [];
  const own = parts.flatMap((part) => {
    const entries = entriesOf(part);
    if (entries.length === 0) return [[part.title, ...part.lines].join('\n')];
    const kept = entries.filter(({ flags, text }) => !isShared.has(JSON.stringify([flags, text])));
    const elsewhere = entries.filter((entry) => !kept.includes(entry)).map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0] ?? flags);
    also.push(...elsewhere.filter((name) => !name.startsWith('--help')));
    const width = Math.max(...kept.map(({ flags }) => flags.length));
    return kept.length === 0 ? [] : [[part.title, ...kept.map(({ flags, text }) => `  ${flags.padEnd(width)}  ${text}`)].join('\n')];
  });
  const rest = also.length === 0 ? '' : `\nAlso: ${also.map((name) => `\`${name}\``).join(', ')}.\n`;
  return `${block(own.join('\n\n'))}${rest}`;
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
