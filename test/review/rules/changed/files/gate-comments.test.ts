/** Comments and other targets of files that run this review: quiet where they are nothing else, and told where something reads them. */
import { expect, it } from 'vitest';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const RUN = 'npx cdk8s-olm gate git:origin/main .';
const workflow = (command: string): Files => ({
  'a.yaml': NAMESPACE,
  '.github/workflows/pr.yaml': `on: pull_request\njobs:\n  a:\n    runs-on: a\n    steps:\n      - run: ${command}\n`,
});
const MAKE = `build:\n\tgo build\ngate: build\n\t${RUN}\n`;
const SCRIPT = `#!/bin/sh\nset -e\n${RUN} \\\n  --fail-on error\n`;
type Case = readonly [what: string, command: string, path: string, before: string, after: string];

const QUIET: readonly Case[] = [
  ['a comment in a Makefile', 'make gate', 'Makefile', MAKE, `# The targets.\n${MAKE}`],
  ['a comment in a recipe', 'make gate', 'Makefile', MAKE, MAKE.replace('\tgo', '\t# builds\n\tgo')],
  ['blank lines in a Makefile', 'make gate', 'Makefile', MAKE, MAKE.replace('gate:', '\n\ngate:')],
  ['a new target', 'make gate', 'Makefile', MAKE, `${MAKE}fmt:\n\tgofmt -w .\n`],
  ['a new target that is listed', 'make gate', 'Makefile', `.PHONY: gate\n${MAKE}`, `.PHONY: gate fmt\n${MAKE}fmt:\n\tgofmt -w .\n`],
  ['another target', 'make gate', 'Makefile', `${MAKE}fmt:\n\tgofmt\n`, `${MAKE}fmt:\n\tgofmt -w .\n`],
  ['a target that goes', 'make gate', 'Makefile', `${MAKE}fmt:\n\tgofmt\n`, MAKE],
  ['a recipe of just', 'just gate', 'justfile', `gate:\n  ${RUN}\n`, `gate:\n  ${RUN}\n\nfmt:\n  gofmt\n`],
  ['a comment in a script', 'sh ci/run.sh', 'ci/run.sh', SCRIPT, SCRIPT.replace('set', '# stops\nset')],
  ['another comment in a script', 'sh ci/run.sh', 'ci/run.sh', SCRIPT.replace('set', '# a\nset'), SCRIPT.replace('set', '# b\nset')],
  ['a comment at the end of a line', 'sh ci/run.sh', 'ci/run.sh', SCRIPT, SCRIPT.replace('set -e', 'set -e # stops')],
];

const TOLD: readonly Case[] = [
  ['a comment that goes on in the next line', 'make gate', 'Makefile', MAKE, MAKE.replace('gate:', '# the gate \\\ngate:')],
  ['a comment of which the end changes', 'make gate', 'Makefile', `# a\n${MAKE}`, `# a \\\n${MAKE}`],
  ['a comment amid a command', 'sh ci/run.sh', 'ci/run.sh', SCRIPT, SCRIPT.replace('  --fail', '  # how\n  --fail')],
  ['a blank line amid a command', 'sh ci/run.sh', 'ci/run.sh', SCRIPT, SCRIPT.replace('  --fail', '\n  --fail')],
  ['another interpreter', 'ci/run.sh', 'ci/run.sh', SCRIPT, SCRIPT.replace('#!/bin/sh', '#!/bin/true')],
  [
    'a line of a text in the script',
    'sh ci/run.sh',
    'ci/run.sh',
    `${SCRIPT}cat <<E >.npmrc\n# a\nE\n`,
    `${SCRIPT}cat <<E >.npmrc\n# b\nE\n`,
  ],
  ['a syntax', 'docker build ci', 'ci/Dockerfile', `FROM a\nRUN ${RUN}\n`, `# syntax=example.org/evil\nFROM a\nRUN ${RUN}\n`],
  [
    'packages of a script',
    'uv run ci/run.py',
    'ci/run.py',
    `# /// script\n# a = 1\n# ///\nrun("${RUN}")\n`,
    `# /// script\n# a = 2\n# ///\nrun("${RUN}")\n`,
  ],
  ['the shell of all targets', 'make gate', 'Makefile', MAKE, `SHELL = /bin/true\n${MAKE}`],
  ['a shell after another target', 'make gate', 'Makefile', MAKE, `${MAKE}fmt:\n\tgofmt\nSHELL = /bin/true\n`],
  ['a target of the same name', 'make gate', 'Makefile', MAKE, `${MAKE}gate:\n\ttrue\n`],
  ['a target that the gate needs', 'make gate', 'Makefile', MAKE, MAKE.replace('go build', 'true')],
  ['more that the gate needs', 'make gate', 'Makefile', MAKE, `${MAKE}gate: fmt\nfmt:\n\ttrue\n`],
  ['a pattern', 'make gate', 'Makefile', MAKE, `${MAKE}%:\n\ttrue\n`],
  ['a target that makes the Makefile', 'make gate', 'Makefile', MAKE, `${MAKE}Makefile:\n\ttrue\n`],
  [
    'a new first target',
    'make',
    'Makefile',
    MAKE.replace(/^[\s\S]*?gate: build/, 'gate:'),
    `fmt:\n\ttrue\n${MAKE.replace(/^[\s\S]*?gate: build/, 'gate:')}`,
  ],
  ['what is on an error', 'make gate', 'Makefile', MAKE, `.IGNORE:\n${MAKE}`],
  ['a target that is no longer listed', 'make gate', 'Makefile', `.PHONY: gate\n${MAKE}`, `.PHONY: build\n${MAKE}`],
  ['a definition', 'make gate', 'Makefile', MAKE, `${MAKE}define a\nfmt:\n\ttrue\nendef\n`],
];

const told = ([, command, path, before, after]: Case) =>
  reviewFiles({ ...workflow(command), [path]: before }, { ...workflow(command), [path]: after });

it.each(QUIET)('is no warning of %s', (...of) => {
  const { text } = told(of);
  expect(text).not.toMatch(/^(?:error|warning)\[/m);
  expect(text).not.toContain('may change');
});

it.each(TOLD)('is a warning of %s', (...of) => {
  const { text, headline } = told(of);
  expect(text).toMatch(/^warning\[operator-file-changed\].*this review/m);
  expect(headline).toContain(of[2]);
});
