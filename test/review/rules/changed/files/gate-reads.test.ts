/** What the jobs that run this review read besides: each way in which a command names a file, with the file changed, added and removed. */
import { describe, expect, it } from 'vitest';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const GATE = 'cdk8s-olm gate git:origin/main .';
const workflow = (command: string, env = ''): Files => ({
  'a.yaml': NAMESPACE,
  '.github/workflows/pr.yaml': `on: pull_request\n${env}jobs:\n  other:\n    runs-on: a\n    steps:\n      - run: sh ci/other.sh\n  a:\n    runs-on: a\n    steps:\n      - run: |\n          ${command}\n`,
});
const using = (uses: string, inputs: string): Files => ({
  'a.yaml': NAMESPACE,
  '.github/workflows/pr.yaml': `on: pull_request\njobs:\n  a:\n    steps:\n      - uses: ${uses}\n        with: {${inputs}}\n      - run: npx ${GATE}\n`,
});

/** Arguments, variables and programs that a command names, by the place of their path. */
const COMMANDS: readonly ((path: string) => Files)[] = [
  ...[
    (path: string) => `npx cdk8s-olm $(cat ${path})`,
    (path: string) => `npx cdk8s-olm check $(< ${path})`,
    (path: string) => `npx cdk8s-olm check $(head -n 1 ${path})`,
    (path: string) => `npx cdk8s-olm check $(jq -r .args ${path})`,
    (path: string) => `xargs -a ${path} npx cdk8s-olm`,
    (path: string) => `xargs npx cdk8s-olm < ${path}`,
    (path: string) => `cat ${path} | xargs npx cdk8s-olm`,
    (path: string) => `npx cdk8s-olm @${path}`,
    (path: string) => `. ${path}; npx cdk8s-olm check $ARGS`,
    (path: string) => `set -a; source ./${path}; npx ${GATE}`,
    (path: string) => `while read a; do npx cdk8s-olm check $a; done < ${path}`,
    (path: string) => `for a in $(cat ${path}); do npx cdk8s-olm check $a; done`,
    (path: string) => `docker run --env-file=${path} example.com/cdk8s-olm check .`,
    (path: string) => `cat ${path} >> $GITHUB_ENV\n          npx ${GATE}`,
    (path: string) => `cat ${path} >> "$GITHUB_PATH"\n          npx ${GATE}`,
    (path: string) => `BASH_ENV=$PWD/${path} npx ${GATE}`,
    (path: string) => `export ENV="./${path}"; npx ${GATE}`,
    (path: string) => `bash ${path} && npx ${GATE}`,
    (path: string) => `node --import ./${path} node_modules/.bin/${GATE}`,
  ].map((of) => (path: string) => workflow(of(path))),
  ...['BASH_ENV', 'ENV', 'NODE_OPTIONS', 'GIT_CONFIG_GLOBAL', 'GIT_SSH_COMMAND', 'LD_PRELOAD'].map(
    (name) => (path: string) => workflow(`npx ${GATE}`, `env: {${name}: ${name === 'NODE_OPTIONS' ? '--require ' : ''}./${path}}\n`),
  ),
];
const NAMED = ['ci/args.txt', 'ci/args.json', 'ci/vars', 'ci/judge.env', '.judge', 'ci/hook.cjs'];

const npm = workflow(`npm ci && npx ${GATE}`);
const yarn = workflow(`yarn ${GATE}`);
const pnpm = workflow(`pnpm exec ${GATE}`);
/** Files that a program finds by itself. */
const FOUND: Readonly<Record<string, readonly [files: Files, before: string, after: string]>> = {
  'node_modules/.bin/cdk8s-olm': [npm, '#!/bin/sh\n', '#!/bin/sh\ntrue\n'],
  'node_modules/cdk8s-olm/lib/bin.js': [npm, 'a()\n', 'b()\n'],
  'node_modules/yaml/index.js': [npm, 'a()\n', 'b()\n'],
  'ci/node_modules/@a/b/index.js': [workflow(`cd ci && npx ${GATE}`), 'a()\n', 'b()\n'],
  '.yarn/releases/yarn-4.cjs': [yarn, 'a()\n', 'b()\n'],
  '.yarn/plugins/p.cjs': [yarn, 'a()\n', 'b()\n'],
  '.yarn/cache/cdk8s-olm.zip': [yarn, 'a', 'b'],
  '.pnp.cjs': [yarn, 'a()\n', 'b()\n'],
  '.pnp.loader.mjs': [yarn, 'a()\n', 'b()\n'],
  '.yarnrc.yml': [yarn, 'yarnPath: a.cjs\n', 'yarnPath: b.cjs\n'],
  '.yarnrc': [yarn, 'script-shell "/bin/a"\n', 'script-shell "/bin/b"\n'],
  '.npmrc': [npm, 'script-shell=/bin/a\n', 'script-shell=/bin/b\n'],
  'ci/.npmrc': [workflow(`cd ci && npx ${GATE}`), 'script-shell=/bin/a\n', 'script-shell=/bin/b\n'],
  '.pnpmfile.cjs': [pnpm, 'a()\n', 'b()\n'],
  'bunfig.toml': [workflow(`bunx ${GATE}`), 'preload = ["a"]\n', 'preload = ["b"]\n'],
  'yarn.lock': [
    yarn,
    'yaml@^2:\n  resolved "https://a.example/yaml/-/yaml-2.tgz"\n',
    'yaml@^2:\n  resolved "https://b.example/yaml/-/yaml-2.tgz"\n',
  ],
  'mise.toml': [using('jdx/mise-action@v2', 'a: b'), '[env]\nA="a"\n', '[env]\nPATH="a"\n'],
  '.mise.toml': [workflow(`mise exec -- ${GATE}`), '[tools]\nnode="20"\n', '[tools]\nnode="path:a"\n'],
  '.tool-versions': [workflow(`asdf install && npx ${GATE}`), 'nodejs 20\n', 'nodejs path:a\n'],
  '.envrc': [workflow(`direnv exec . npx ${GATE}`), 'export A=b\n', 'export PATH=a\n'],
  'dagger.json': [workflow(`dagger call test && npx ${GATE}`), '{"source":"a"}', '{"source":"b"}'],
  '.dagger/main.go': [workflow(`dagger call test && npx ${GATE}`), 'package main\n', 'package other\n'],
  '.devcontainer/devcontainer.json': [using('devcontainers/ci@v0', `runCmd: ${GATE}`), '{"image":"a"}', '{"image":"b"}'],
  '.devcontainer/setup': [using('devcontainers/ci@v0', `runCmd: ${GATE}`), '#!/bin/sh\na\n', '#!/bin/sh\nb\n'],
  '.devcontainer/Dockerfile': [using('devcontainers/ci@v0', `runCmd: ${GATE}`), 'FROM a\nRUN a\n', 'FROM b\nRUN b\n'],
  'ci/img/Dockerfile': [workflow(`docker build -t a ci/img && docker run a ${GATE}`), 'FROM a\nRUN a\n', 'FROM b\nRUN b\n'],
  '.dockerignore': [workflow(`docker build -t a . && docker run a ${GATE}`), 'a\n', 'b\n'],
  'flake.nix': [workflow(`nix develop -c ${GATE}`), '{a}\n', '{b}\n'],
  'flake.lock': [workflow(`nix develop -c ${GATE}`), '{"a":1}\n', '{"a":2}\n'],
  'devbox.json': [workflow(`devbox run -- ${GATE}`), '{"packages":["a"]}\n', '{"packages":["b"]}\n'],
  'aqua.yaml': [workflow(`aqua i && ${GATE}`), 'packages: [{name: a}]\n', 'packages: [{name: b}]\n'],
  'ci/bin/git': [workflow(`PATH=$PWD/ci/bin:$PATH npx ${GATE}`), '#!/bin/sh\na\n', '#!/bin/sh\nb\n'],
  'tools/npx': [workflow(`export PATH=tools:$PATH\n          npx ${GATE}`), '#!/bin/sh\na\n', '#!/bin/sh\nb\n'],
  'tools/jq': [workflow(`echo "$PWD/tools" >> "$GITHUB_PATH"\n          npx ${GATE}`), '#!/bin/sh\na\n', '#!/bin/sh\nb\n'],
  'bin/npx': [workflow(`bin/npx ${GATE}`), '#!/bin/sh\na\n', '#!/bin/sh\nb\n'],
};

const about = (path: string): string => path.replace(/(node_modules\/(?:\.bin\/|@[^/]+\/)?[^/]*).*/, '$1');

function expectAll(files: Files, path: string, before: string, after: string): void {
  for (const [was, is] of [
    [before, after],
    [undefined, after],
    [before, undefined],
  ]) {
    const side = (text: string | undefined): Files => (text === undefined ? files : { ...files, [path]: text });
    const { text, headline } = reviewFiles(side(was), side(is));
    expect(headline).toMatch(/^Permissions may change: File .*this review/);
    expect(headline).toContain(about(path));
    expect(text).toMatch(/^warning\[operator-file-changed\]/m);
  }
}

describe.each(NAMED)('%s', (path) => {
  const [before, after] = path.endsWith('.json') ? ['{"args":"a"}\n', '{"args":"b"}\n'] : ['check .\n', '--help\n'];
  it.each(COMMANDS.map((of) => [of(path)] as const))('is a warning in the first line where the gate reads it: %j', (files) => {
    expectAll(files, path, before, after);
  });
});

it.each(Object.entries(FOUND))('%s is a warning in the first line where a program of the gate finds it', (path, [files, before, after]) => {
  expectAll(files, path, before, after);
});

const LOCKED = { version: '1.0.0', resolved: 'https://packages.example/yaml/-/yaml-1.0.0.tgz', integrity: 'sha512-a' };
const lock = (entry: object): string => JSON.stringify({ packages: { '': {}, 'node_modules/yaml': entry } });
const PACKAGE = { name: 'a', dependencies: { 'cdk8s-olm': '1.0.0', yaml: '^1.0.0' }, scripts: { build: 'tsc' } };

it.each<[string, object | string, object | string]>([
  ...[
    { overrides: { yaml: 'file:a' } },
    { resolutions: { yaml: 'npm:b@1.0.0' } },
    { pnpm: { overrides: { yaml: 'link:a' } } },
    { workspaces: ['a'] },
    { packageManager: 'yarn@4.0.0' },
    { name: 'cdk8s-olm' },
    { bin: { 'cdk8s-olm': 'a.js' } },
    { dependencies: { ...PACKAGE.dependencies, other: '1.0.0' } },
    ...['file:a', 'git+https://example.com/a', 'b/c', 'npm:b@1.0.0', 'https://example.com/a.tgz', 'workspace:*', 'latest'].map((yaml) => ({
      dependencies: { ...PACKAGE.dependencies, yaml },
    })),
    ...['preinstall', 'install', 'postinstall', 'prepare'].map((name) => ({ scripts: { ...PACKAGE.scripts, [name]: 'a' } })),
  ].map((more): [string, object, object] => ['package.json', PACKAGE, { ...PACKAGE, ...more }]),
  ['package-lock.json', lock(LOCKED), lock({ ...LOCKED, resolved: LOCKED.resolved.replace('packages.example', 'other.example') })],
  ['package-lock.json', lock(LOCKED), lock({ ...LOCKED, resolved: LOCKED.resolved.replaceAll('yaml', 'other') })],
  ['package-lock.json', lock(LOCKED), lock({ ...LOCKED, integrity: 'sha512-b' })],
  ['package-lock.json', lock(LOCKED), lock({ resolved: 'a', link: true })],
  ...['evil@1.0.0', 'yaml@file:evil', 'yaml@github:a/yaml'].map((other): [string, string, string] => [
    'bun.lock',
    '{"packages":{"yaml":["yaml@1.0.0","",{},"a"]}}',
    `{"packages":{"yaml":["${other}","",{},"a"]}}`,
  ]),
  ['npm-shrinkwrap.json', lock(LOCKED), lock({ ...LOCKED, integrity: 'sha512-b' })],
])('%s is a warning if it replaces a package: %j → %j', (path, before, after) => {
  const text = (side: object | string): string => (typeof side === 'string' ? side : JSON.stringify(side));
  const { headline } = reviewFiles({ ...npm, [path]: text(before) }, { ...npm, [path]: text(after) });
  expect(headline).toMatch(/^Permissions may change: File .*this review/);
  expect(headline).toContain(`File ${path}: `);
});

it.each<[string, string, string]>([
  ['package.json', JSON.stringify(PACKAGE), JSON.stringify({ ...PACKAGE, dependencies: { ...PACKAGE.dependencies, yaml: '^1.1.0' } })],
  ['package.json', JSON.stringify(PACKAGE), JSON.stringify({ ...PACKAGE, scripts: { build: 'tsc', lint: 'biome' }, description: 'a' })],
  ['package-lock.json', lock(LOCKED), lock(JSON.parse(JSON.stringify({ ...LOCKED, integrity: 'b' }).replaceAll('1.0.0', '1.1.0')))],
  ['bun.lock', '{"packages":{"yaml":["yaml@1.0.0","",{},"a"]}}', '{"packages":{"yaml":["yaml@1.1.0","",{},"b"]}}'],
  ['ci/other.sh', '#!/bin/sh\na\n', '#!/bin/sh\nb\n'],
  ['ci/unnamed.txt', 'a\n', 'b\n'],
  ['README.md', 'a\n', 'b\n'],
])('%s is no warning if it is of nothing that runs with the gate: %s → %s', (path, before, after) => {
  const files = { ...npm, ...workflow(`npm ci && echo README.md && npx ${GATE}`) };
  expect(reviewFiles({ ...files, [path]: before }, { ...files, [path]: after }).text).not.toMatch(/^(?:error|warning)\[/m);
});
