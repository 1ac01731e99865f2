/** Texts for people, settings of programs and long chains that lead to this review: each is a warning when it changes, in every reading. */
import { describe, expect, it } from 'vitest';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const RUN = 'npx cdk8s-olm gate git:origin/main .\n';
const workflow = (command: string): Files => ({
  '.github/workflows/pr.yaml': `on: pull_request\njobs:\n  a:\n    runs-on: a\n    steps:\n      - run: |\n          ${command}\n`,
});
/** A repository whose clusters are read one by one: files that do not change are in no unit. */
const group = (target: string): string =>
  `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: g, namespace: op}\nspec: {targetNamespaces: [${target}]}\n`;
const READINGS: Readonly<Record<string, Files>> = {
  'one unit': { 'a.yaml': NAMESPACE },
  'several units': Object.fromEntries(
    ['a', 'b'].flatMap((name) => [
      [`${name}/kustomization.yaml`, 'resources: [a.yaml]\n'],
      [`${name}/a.yaml`, group(name)],
    ]),
  ),
};
const aboutGate = (path: string): RegExp => new RegExp(`^warning\\[.*${path}.*this review`, 'm');
const NO_WARNING = /^(?:error|warning)\[/m;

/** How a shell or a program runs a text. */
const COMMANDS: readonly ((path: string) => string)[] = [
  (path) => `bash -c "$(cat ${path})"`,
  (path) => `sh -c "$(< ${path})"`,
  (path) => `eval "$(cat ${path})"`,
  (path) => `eval "$(< ${path})"`,
  (path) => `source <(cat ${path})`,
  (path) => `. ${path}`,
  (path) => `bash < ${path}`,
  (path) => `cat ${path} | sh`,
  (path) => `sed s/a/b/ ${path} | tr a b | sudo bash -e`,
  (path) => `sh ${path}`,
];
/** How a shell runs a text that is no prose. */
const OTHERS: readonly ((path: string) => string)[] = [
  (path) => `$(cat ${path})`,
  (path) => `SCRIPT=${path}; sh "$SCRIPT"`,
  (path) => `xargs -a ${path} env`,
  (path) => `python3 -c 'exec(open("${path}").read())'`,
  (path) => `cd ${path.replace(/\/[^/]*$/, '')} && sh ${path.replace(/^.*\//, '')}`,
];
const TEXTS = ['ci/run.txt', 'ci/run.log', 'docs/run.csv'];
const CASES = [
  ...COMMANDS.flatMap((of) => [...TEXTS, 'docs/run.md', 'README.md'].map((path) => [of(path), path] as const)),
  ...OTHERS.flatMap((of) => TEXTS.map((path) => [of(path), path] as const)),
];

describe.each(Object.entries(READINGS))('in %s', (reading, files) => {
  // The reading decides which files are known, not how one is run.
  it.each(reading === 'one unit' ? CASES : CASES.filter((_, at) => at % 9 === 0))('%s leads to %s', (command, path) => {
    const base = { ...files, ...workflow(command) };
    expect(reviewFiles({ ...base, [path]: RUN }, { ...base, [path]: 'true\n' }).text).toMatch(aboutGate(path));
    expect(reviewFiles({ ...base, [path]: RUN }, base).text).toMatch(aboutGate(path));
  });

  it('is quiet about a text that names the gate, and is read by nobody', () => {
    const base = { ...files, ...workflow('sh ci/run.txt\n          echo README.md'), 'ci/run.txt': 'true\n' };
    const told = reviewFiles(
      { ...base, 'README.md': RUN, 'docs/run.txt.bak': RUN },
      { ...base, 'README.md': 'a\n', 'docs/run.txt.bak': 'a\n' },
    );
    expect(told.text).not.toMatch(NO_WARNING);
  });

  it.each(['script-shell=/bin/true', 'ignore-scripts=true', 'registry=https://npm.example.com/'])(
    'names .npmrc first if it has %s',
    (line) => {
      const base = { ...files, ...workflow(RUN.trim()) };
      const of = (before: Files, after: Files): string => reviewFiles({ ...base, ...before }, { ...base, ...after }).headline;
      const start = /^Permissions may change: File \.npmrc: .*decides how programs are started that run this review/;
      expect(of({}, { '.npmrc': `${line}\n` })).toMatch(start);
      expect(of({ '.npmrc': 'audit=false\n' }, { '.npmrc': `audit=false\n${line}\n` })).toMatch(start);
      expect(of({ '.npmrc': `${line}\n` }, {})).toMatch(start);
      const other = { ...files, ...workflow('npm test') };
      expect(reviewFiles(other, { ...other, '.npmrc': `${line}\n` }).text).not.toContain('this review');
    },
  );

  it.each([3, 39, 41, 300])('follows a chain of %i scripts to its end', (length) => {
    const scripts = Object.fromEntries(
      Array.from({ length }, (__, at) => [`ci/s${at}.sh`, at === length - 1 ? RUN : `sh ci/s${at + 1}.sh\n`]),
    );
    const base = { ...files, ...workflow('sh ci/s0.sh'), ...scripts };
    for (const at of [0, Math.floor(length / 2), length - 1])
      expect(reviewFiles(base, { ...base, [`ci/s${at}.sh`]: 'true\n' }).text).toMatch(aboutGate(`ci/s${at}\\.sh`));
  });

  it.each(['ci/judge', 'ci/judge.sh', 'ci/judge.txt'])('an input of an action names %s', (path) => {
    const base: Files = {
      ...files,
      '.github/workflows/pr.yaml': `on: pull_request\njobs:\n  a:\n    steps:\n      - uses: ./.github/actions/run\n        with: {script: ${path}}\n`,
      '.github/actions/run/action.yml': 'runs: {using: composite, steps: [{shell: bash, run: "./${{ inputs.script }}"}]}\n',
      [path]: RUN,
    };
    expect(reviewFiles(base, { ...base, [path]: 'true\n' }).text).toMatch(aboutGate(path));
  });

  it.each([
    'from settings import CMD',
    'import settings',
    'from .settings import CMD',
    'import ci.settings as s',
    'from ci import settings',
    'import json; CMD = json.load(open("settings.json"))',
  ])('a program of Python takes its command by %s', (line) => {
    const path = line.includes('json') ? 'ci/settings.json' : 'ci/settings.py';
    const base: Files = {
      ...files,
      ...workflow('python3 ci/run.py'),
      'ci/run.py': `${line}\nrun(CMD)\n`,
      [path]: `CMD = ["npx", "cdk8s-olm", "gate"]\n`.replace(/^CMD = /, line.includes('json') ? '' : 'CMD = '),
    };
    expect(reviewFiles(base, { ...base, [path]: path.endsWith('.py') ? 'CMD = ["true"]\n' : '["true"]\n' }).text).toMatch(aboutGate(path));
  });
});
