/** docs/commands.md: what `--help` says of each command, so that the page cannot say something else. */

import { cli } from './command-line.js';

const INTRODUCTION = `# Command line

What \`cdk8s-olm COMMAND --help-all\` prints. [Input](bundles.md) tells what a folder can hold, [profiles](profiles.md) what the
profiles are.
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

/** The page in Markdown. */
export function commandsPage(): string {
  const overview = cli(['--help']).out;
  const names = [...overview.matchAll(/^ {2}([a-z-]+) (?:\[options\]|<)/gm)].map((match) => match[1] ?? '');
  const sections = names.map((name) => `## ${name}\n\n${block(helpOf(name))}`);
  return [INTRODUCTION, block(overview), ...sections, AFTERWORD].join('\n');
}

/** The help of a command with all of its options; few commands have some that help alone leaves out. */
export function helpOf(name: string): string {
  const { code, out } = cli([name, '--help-all']);
  return code === 0 ? out : cli(['help', name]).out;
}

function block(text: string): string {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
}
