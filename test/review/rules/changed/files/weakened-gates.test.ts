/** Each form in which a repository runs the gate, with each way in which it stops less: always a warning that names the gate. */
import { describe, expect, it } from 'vitest';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

/** A form of the gate: its file, the lines of its step, and what else belongs to it. */
interface Form {
  readonly path: string;
  readonly text: string;
  readonly others?: Files;
}

const workflow = (step: string): string => `name: pull request
on: pull_request
permissions: { contents: read }
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - run: echo lint
  operators:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - ${step}
`;
const gitlab = (script: string): string => `lint: {script: [echo]}\noperators:\n  stage: test\n  script:\n    - ${script}\n`;
const RUN = 'cdk8s-olm gate git:origin/main . --run check,review,lock --fail-on error';
const job = (text: string): string => `apiVersion: tekton.dev/v1
kind: Task
metadata: { name: operators, namespace: ci }
spec:
  steps:
    - name: gate
      image: registry.example.com/cdk8s-olm:0.1.0
      onError: stopAndFail
      script: |
        ${text}
`;

const GITHUB: Readonly<Record<string, Form>> = {
  'the action': {
    path: '.github/workflows/pr.yaml',
    text: workflow('uses: acme/cdk8s-olm@v1\n        with: { run: "check,review,lock", fail-on: error }'),
  },
  'npx in a workflow': { path: '.github/workflows/pr.yaml', text: workflow(`run: npx ${RUN}`) },
  'the image in a workflow': {
    path: '.github/workflows/pr.yaml',
    text: workflow(`run: docker run registry.example.com/cdk8s-olm:1 gate a . --run check,review,lock --fail-on error`),
  },
  'a target of make': {
    path: '.github/workflows/pr.yaml',
    text: workflow('run: make -C . gate'),
    others: { Makefile: `build:\n\tgo build\ngate: build\n\t${RUN}\n` },
  },
  'a script': {
    path: '.github/workflows/pr.yaml',
    text: workflow('run: ./hack/judge.sh'),
    others: { 'hack/judge.sh': `#!/bin/sh\nset -e\n${RUN}\n` },
  },
  'a script of a script': {
    path: '.github/workflows/pr.yaml',
    text: workflow('run: ./hack/all.sh'),
    others: { 'hack/all.sh': '#!/bin/sh\nset -e\n./hack/judge.sh\n', 'hack/judge.sh': `#!/bin/sh\nset -e\n${RUN}\n` },
  },
  'a script of a package': {
    path: '.github/workflows/pr.yaml',
    text: workflow('run: npm run judge'),
    others: { 'package.json': `{"scripts":{"build":"tsc","judge":"${RUN}"}}` },
  },
  'a task': {
    path: '.github/workflows/pr.yaml',
    text: workflow('run: task judge'),
    others: { 'Taskfile.yml': `tasks: {build: {cmds: [go build]}, judge: {cmds: ["${RUN}"]}}\n` },
  },
  'an action of the repository': {
    path: '.github/workflows/pr.yaml',
    text: workflow('uses: ./.github/actions/judge'),
    others: { '.github/actions/judge/action.yml': `runs: {using: composite, steps: [{shell: bash, run: "${RUN}"}]}\n` },
  },
  'a workflow that others call': {
    path: '.github/workflows/pr.yaml',
    text: workflow('run: echo').replace(
      / {4}runs-on: ubuntu-latest\n {4}steps:\n {6}- uses[\s\S]*$/,
      '    uses: ./.github/workflows/judge.yaml\n',
    ),
    others: { '.github/workflows/judge.yaml': `on: workflow_call\njobs: {a: {runs-on: a, steps: [{run: "${RUN}"}]}}\n` },
  },
  'npx in a workflow of Forgejo': { path: '.forgejo/workflows/pr.yaml', text: workflow(`run: npx ${RUN}`) },
};

const GITLAB: Readonly<Record<string, Form>> = {
  'the component': {
    path: '.gitlab-ci.yml',
    text: 'lint: {script: [echo]}\ninclude:\n  - component: $CI_SERVER_FQDN/acme/cdk8s-olm/gate@0.1.0\n    inputs: { run: "check,review,lock", fail-on: error }\n',
  },
  'the component of a mirror': {
    path: '.gitlab-ci.yml',
    text: 'lint: {script: [echo]}\ninclude:\n  - component: $CI_SERVER_FQDN/platform/olm/gate@0.1.0\n    inputs: { run: "check,review,lock", fail-on: error }\n',
  },
  'the template of the repository': {
    path: '.gitlab-ci.yml',
    text: 'lint: {script: [echo]}\ninclude:\n  - local: templates/gate.yml\n    inputs: { run: "check,review,lock", fail-on: error }\n',
  },
  'a file of jobs': {
    path: '.gitlab-ci.yml',
    text: 'lint: {script: [echo]}\ninclude:\n  - local: .gitlab/ci/judge.yml\n',
    others: { '.gitlab/ci/judge.yml': gitlab(RUN) },
  },
  'npx in a job': { path: '.gitlab-ci.yml', text: gitlab(`npx ${RUN}`) },
  'a target of make in a job': {
    path: '.gitlab-ci.yml',
    text: gitlab('make gate'),
    others: { Makefile: `build:\n\tgo build\ngate:\n\t${RUN}\n` },
  },
};

const OTHERS: Readonly<Record<string, Form>> = {
  'the hook of pre-commit': {
    path: '.pre-commit-config.yaml',
    text: 'repos:\n  - repo: https://github.com/acme/cdk8s-olm\n    rev: v0\n    hooks:\n      - id: cdk8s-olm-gate\n        args: ["git:HEAD", ., --run, "check,review,lock", --fail-on, error]\n',
  },
  'the task of Tekton': { path: 'ci/task.yaml', text: job(RUN) },
  'the hidden task of Tekton': { path: '.tekton/task.yaml', text: job(RUN) },
  Azure: { path: 'azure-pipelines.yml', text: `trigger: [main]\nsteps:\n- script: npx ${RUN}\n  displayName: gate\n` },
  Bitbucket: {
    path: 'bitbucket-pipelines.yml',
    text: `pipelines:\n  pull-requests:\n    "**":\n      - step:\n          script:\n            - npx ${RUN}\n`,
  },
  Jenkins: {
    path: 'Jenkinsfile',
    text: `pipeline {\n  stages {\n    stage('gate') {\n      steps {\n        sh 'npx ${RUN}'\n      }\n    }\n  }\n}\n`,
  },
  CircleCI: { path: '.circleci/config.yml', text: `version: 2.1\njobs:\n  a:\n    steps:\n      - run: npx ${RUN}\n` },
};

type Change = readonly [what: string, change: (text: string) => string];

/** Changes of any form, if they apply to its text. */
const ANYWHERE: readonly Change[] = [
  ['runs only check', (text) => text.replace('check,review,lock', 'check')],
  ['runs no review', (text) => text.replace('check,review,lock', 'check,lock')],
  ['stops nothing', (text) => text.replace(/fail-on: error|--fail-on error|--fail-on, error/, (word) => word.replace('error', 'never'))],
  ['ignores its result', (text) => text.replace(/(cdk8s-olm(?::1)? gate [^"'\n]*)/, '$1 || true')],
  ['runs nothing', (text) => text.replace(/^.*(?:cdk8s-olm|gate@|gate\.yml|judge|make).*$/m, '')],
];
const OF_GITHUB: readonly Change[] = [
  ...ANYWHERE,
  ['continues on an error', (text) => text.replace('  operators:\n', '  operators:\n    continue-on-error: true\n')],
  ['continues on an error of the step', (text) => text.replace(/(?<=checkout@v4\n {6}- )/, 'continue-on-error: true\n        ')],
  ['never runs', (text) => text.replace('  operators:\n', '  operators:\n    if: false\n')],
  ['runs for one actor no more', (text) => text.replace('  operators:\n', '  operators:\n    if: github.actor != "mallory"\n')],
  ['has a filter of paths', (text) => text.replace('on: pull_request', 'on: {pull_request: {paths: ["docs/**"]}}')],
  ['has another event', (text) => text.replace('on: pull_request', 'on: workflow_dispatch')],
  ['has a job of another name', (text) => text.replace('  operators:\n', '  other:\n    if: false\n')],
  [
    'is another job',
    (text) => text.replace(/ {2}operators:\n[\s\S]*$/, '  other:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo\n'),
  ],
  ['waits for a job', (text) => text.replace('  operators:\n', '  operators:\n    needs: lint\n')],
  ['runs in another shell', (text) => text.replace(/(?<=checkout@v4\n {6}- )/, 'shell: "true {0}"\n        ')],
];
const OF_GITLAB: readonly Change[] = [
  ...ANYWHERE,
  ['may fail', (text) => text.replace('  stage: test\n', '  stage: test\n  allow_failure: true\n')],
  ['never runs', (text) => text.replace('  stage: test\n', '  stage: test\n  rules: [{when: never}]\n')],
  ['runs by hand', (text) => text.replace('  stage: test\n', '  stage: test\n  when: manual\n')],
  ['has a filter of paths', (text) => text.replace('  stage: test\n', '  stage: test\n  rules: [{changes: [docs/**]}]\n')],
  ['gets a job that replaces it', (text) => `${text}cdk8s-olm-gate: {script: ["true"], allow_failure: true}\n`],
  ['is left out by a workflow', (text) => `${text}workflow: {rules: [{if: "$CI_MERGE_REQUEST_TITLE =~ /skip/", when: never}]}\n`],
];
const OF_OTHERS: readonly Change[] = [
  ...ANYWHERE,
  ['continues on an error', (text) => text.replace('stopAndFail', 'continue')],
  ['runs another image', (text) => text.replace('registry.example.com', 'registry.example.org')],
  ['is of another commit', (text) => text.replace('rev: v0', 'rev: deadbeef')],
  [
    'runs at another stage',
    (text) => text.replace('      - id: cdk8s-olm-gate\n', '      - id: cdk8s-olm-gate\n        stages: [manual]\n'),
  ],
  ['leaves files out', (text) => text.replace('      - id: cdk8s-olm-gate\n', '      - id: cdk8s-olm-gate\n        exclude: ".*"\n')],
  ['never runs', (text) => text.replace('  displayName: gate\n', '  displayName: gate\n  condition: false\n')],
  ['continues on an error of Azure', (text) => text.replace('  displayName: gate\n', '  displayName: gate\n  continueOnError: true\n')],
  ['never runs in Jenkins', (text) => text.replace("stage('gate') {\n", "stage('gate') {\n      when { expression { false } }\n")],
];

const told = (before: Files, after: Files): string =>
  reviewFiles({ 'a.yaml': NAMESPACE, ...before }, { 'a.yaml': NAMESPACE, ...after }).text;
/** A warning about the file, or about the object in it, that names this program, or says that the file runs it. */
const aboutGate = (path: string): RegExp => {
  const subject = path === 'ci/task.yaml' ? 'Task' : path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^(?:error|warning)\\[.*${subject}.*(?:this review|cdk8s-olm|gate)`, 'm');
};

const ALL = [...Object.entries(GITHUB), ...Object.entries(GITLAB), ...Object.entries(OTHERS)].map(([name, form]) => {
  const changes = form.text.startsWith('name: pull request') ? OF_GITHUB : form.path === '.gitlab-ci.yml' ? OF_GITLAB : OF_OTHERS;
  return { name, form, changes };
});

describe.each(ALL)('the gate as $name', ({ form: { path, text, others = {} }, changes }) => {
  const files = { [path]: text, ...others };
  const applicable = Object.entries(files).flatMap(([file, before]) =>
    (file === path ? changes : ANYWHERE).flatMap(([what, change]) =>
      change(before) === before ? [] : [[file, what, change(before)] as const],
    ),
  );

  it.each(applicable)('is a warning if %s %s', (file, _, after) => {
    expect(told(files, { ...files, [file]: after })).toMatch(aboutGate(file));
  });

  it.each(Object.keys(files))('is a warning if %s is removed', (file) => {
    const { [file]: _, ...left } = files;
    expect(told(files, left)).toMatch(aboutGate(file));
  });

  it('is quiet if nothing of it changes', () => {
    const after = told({ ...files, 'README.md': 'a\n' }, { ...files, 'README.md': 'b\n', 'docs/a.md': 'cdk8s-olm gate\n' });
    expect(after).not.toMatch(/^(?:error|warning)\[/m);
  });
});

it.each<[string, Files, Files]>([
  [
    'a bumped action',
    { '.github/workflows/a.yaml': workflow('run: echo') },
    { '.github/workflows/a.yaml': workflow('run: echo').replace('@v4', '@v5') },
  ],
  ['another job without the gate', { '.gitlab-ci.yml': gitlab('go test') }, { '.gitlab-ci.yml': gitlab('go test ./...') }],
  ['another target', { Makefile: 'build:\n\tgo build\n' }, { Makefile: 'build:\n\tgo build ./...\n' }],
  [
    'a program that imports the library',
    { 'main.ts': "import { OlmCluster } from 'cdk8s-olm';\nlet a = 1;\n" },
    { 'main.ts': "import { OlmCluster } from 'cdk8s-olm';\nlet a = 2;\n" },
  ],
  ['a script that makes a build', { 'hack/gate.sh': '#!/bin/sh\ngo build\n' }, { 'hack/gate.sh': '#!/bin/sh\ngo test\n' }],
  [
    'a hook of a linter',
    { '.pre-commit-config.yaml': 'repos: [{repo: a, rev: v1, hooks: [{id: b}]}]\n' },
    { '.pre-commit-config.yaml': 'repos: [{repo: a, rev: v2, hooks: [{id: b}]}]\n' },
  ],
])('is no warning of %s', (_, before, after) => {
  expect(told(before, after)).not.toMatch(/^(?:error|warning)\[/m);
});
