/** Files that a forge or a tool runs at their path: moved away they run no more, and moved there they are new. */
import { describe, expect, it } from 'vitest';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';
import { RUN, RUNNING } from '../../../../support/running-gates.js';

const { reviewFiles } = reviewFolder();

/** Files of forges and tools that do not run this review, and change what runs or who approves. */
const DEPLOYING: Files = {
  '.github/workflows/deploy.yaml': 'on: [push]\njobs: {d: {steps: [{run: "kubectl apply -f ."}]}}\n',
  '.gitlab-ci.yml': 'deploy: {script: ["kubectl apply -f ."]}\n',
  '.mergify.yml': 'pull_request_rules: [{name: a, conditions: [author=mallory], actions: {merge: {}}}]\n',
  '.npmrc': 'registry=https://packages.example.com\n',
  Jenkinsfile: "pipeline { stages { stage('a') { steps { sh 'kubectl apply -f .' } } } }\n",
  Makefile: 'deploy:\n\tkubectl apply -f .\n',
  OWNERS: 'approvers: [a]\n',
  'azure-pipelines.yml': 'steps:\n- script: kubectl apply -f .\n',
};

const FILES = [...Object.entries(RUNNING), ...Object.entries(DEPLOYING)];
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const textOf = (before: Files, after: Files): string =>
  reviewFiles({ 'a.yaml': NAMESPACE, ...before }, { 'a.yaml': NAMESPACE, ...after }).text;
/** The findings about one file. */
const toldOf = (text: string, path: string): readonly string[] =>
  text.split('\n').filter((line) => /^(?:error|warning|info)\[/.test(line) && line.includes(`File ${path}: `));

describe.each(FILES)('%s', (path, text) => {
  const severity = (): string | undefined => toldOf(textOf({ [path]: text }, {}), path)[0]?.split('[')[0];
  it.each([
    ['a folder for documents', `docs/${nameOf(path)}`],
    ['a name that nothing reads', `${path}.disabled`],
    ['a folder below its own', path.replace(/[^/]*$/, (name) => `old/${name}`)],
    ['another hidden folder', `.github/old/${nameOf(path)}`],
  ])('is told as removed, with its lines, if it moves to %s', (_, to) => {
    const lines = toldOf(textOf({ [path]: text }, { [to]: text }), path);
    expect(lines).toEqual([expect.stringMatching(/is removed/)]);
    expect(lines[0]).not.toContain('renamed');
    expect(lines[0]?.split('[')[0]).toBe(severity());
  });

  it.each([
    ['a folder for documents', `docs/x/${nameOf(path)}`],
    ['a name that nothing reads', `${path}.disabled`],
  ])('is told as new, with its lines, if it moves there from %s', (_, from) => {
    expect(toldOf(textOf({ [from]: text }, { [path]: text }), path)).toEqual([expect.stringMatching(/is new/)]);
  });
});

it.each([
  ['.github/workflows/a.yml', '.github/workflows/b.yaml'],
  ['.woodpecker/a.yaml', '.woodpecker/b.yaml'],
])('still runs if only its name in its folder changes: %s', (from, to) => {
  const text = RUNNING[from] as string;
  expect(toldOf(textOf({ [from]: text }, { [to]: text }), to)).toEqual([expect.stringMatching(/^warning.*is renamed from/)]);
});

describe('the first line names what no longer runs this review', () => {
  const firstOf = (before: Files, after: Files): string =>
    reviewFiles({ 'a.yaml': NAMESPACE, ...before }, { 'a.yaml': NAMESPACE, ...after }).headline;
  const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ci, namespace: op}\ndata: {a: b}\n';
  const AS_YAML = Object.entries(RUNNING).filter(([path]) => /\.ya?ml$/.test(path));

  it.each(AS_YAML)('if its file has an object instead: %s', (path, text) => {
    expect(firstOf({ [path]: text }, { [path]: CONFIG })).toContain(
      `File ${path}: has a Kubernetes object now, and no longer runs this review`,
    );
  });

  // Files of other names are read as manifests on both sides: their lines stay, and the object is new.
  const OF_FORGES = AS_YAML.filter(([path]) => !/^(?:atlantis|prow)/.test(path));
  it.each(OF_FORGES)('if its file has an object, too: %s', (path, text) => {
    expect(firstOf({ [path]: text }, { [path]: `${text}---\n${CONFIG}` })).toMatch(
      new RegExp(`File ${path.replaceAll('.', '\\.')}: has a Kubernetes object now, and (?:no longer runs|may no longer run) this review`),
    );
  });

  const FORGE_FILES = [
    ...['.github', '.gitea', '.forgejo'].map((folder) => `${folder}/workflows/a.yaml`),
    '.gitlab-ci.yml',
    '.woodpecker.yml',
    '.travis.yml',
    'azure-pipelines.yml',
    'bitbucket-pipelines.yml',
    'Jenkinsfile',
    '.circleci/config.yml',
  ];
  const MOVES = FORGE_FILES.flatMap((from) => FORGE_FILES.filter((to) => to !== from).map((to) => [from, to] as const));
  it.each(MOVES)('if it moves from the forge of %s to that of %s', (from, to) => {
    const text = `on: pull_request\njobs: {a: {steps: [{run: "${RUN}"}]}}\n`;
    expect(firstOf({ [from]: text }, { [to]: text })).toMatch(
      new RegExp(`File ${from.replaceAll('.', '\\.')}: is removed, and no longer runs this review.*now in ${to.replaceAll('.', '\\.')}`),
    );
  });

  it('although a hidden file with a role is new, too', () => {
    const role = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\nrules: []\n';
    expect(firstOf({ '.gitlab-ci.yml': RUNNING['.gitlab-ci.yml'] as string }, { '.hidden/a.yaml': role })).toContain(
      'File .gitlab-ci.yml: is removed, and no longer runs this review',
    );
  });
});

describe('Tekton', () => {
  const run = (command: string): string =>
    `apiVersion: tekton.dev/v1\nkind: PipelineRun\nmetadata: {name: a}\nspec: {pipelineSpec: {tasks: [{name: a, taskSpec: {steps: [{name: a, image: x, script: "${command}"}]}}]}}\n`;
  it.each([
    ['is removed', {}],
    ['moves to a name that nothing reads', { '.tekton/gate.yaml.disabled': run(RUN) }],
    ['moves to a folder for documents', { 'docs/gate.yaml': run(RUN) }],
    ['moves to a folder below its own', { '.tekton/old/gate.yaml': run(RUN) }],
  ])('no longer runs this review if its pipeline %s', (_, after) => {
    const text = textOf({ '.tekton/gate.yaml': run(RUN) }, after);
    expect(toldOf(text, '.tekton/gate.yaml')).toEqual([
      expect.stringMatching(/^warning.*is removed, and no longer runs this review.*PipelineRun a is removed/),
    ]);
  });

  it('is told for a pipeline that runs this review and runs something else', () => {
    expect(textOf({ '.tekton/gate.yaml': run(RUN) }, { '.tekton/gate.yaml': run('true') })).toMatch(/^(?:error|warning)\[.*gate\.yaml/m);
  });

  it('is no warning for another pipeline that is removed', () => {
    expect(textOf({ '.tekton/build.yaml': run('make') }, {})).not.toMatch(/^(?:error|warning)\[/m);
  });
});

it.each([
  ['hack/run.sh', 'scripts/run.sh', 'echo a\n'],
  ['a/size.toml', 'b/size.toml', 'size = 1\n'],
  ['README.md', 'docs/README.md', '# cdk8s-olm review\n'],
])('is no warning of a file that runs nothing: %s', (from, to, text) => {
  expect(textOf({ [from]: text }, { [to]: text })).not.toMatch(/^(?:error|warning)\[/m);
});
