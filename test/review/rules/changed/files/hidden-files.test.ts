/** Hidden files that some tool runs or applies: each has its line, and no change of them is called none. */
import { describe, expect, it } from 'vitest';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();
const told = (before: Files, after: Files) => reviewFiles({ 'a.yaml': NAMESPACE, ...before }, { 'a.yaml': NAMESPACE, ...after });

/** By path, a text before and after, and a word of the changed line. */
type Cases = Readonly<Record<string, readonly [before: string, after: string]>>;

const WARNED: Cases = {
  '.ansible.cfg': ['[defaults]\na = 1\n', '[defaults]\na = evil\n'],
  '.bazelrc': ['build --a\n', 'build --evil\n'],
  '.cargo/config.toml': ['[source]\na = "b"\n', '[source]\na = "evil"\n'],
  '.config/mise/config.toml': ['[tools]\nhelm = "3"\n', '[tools]\nhelm = "evil"\n'],
  '.devcontainer/devcontainer.json': ['{"image":"a"}\n', '{"image":"evil"}\n'],
  '.docker/config.json': ['{"credHelpers":{"a":"b"}}\n', '{"credHelpers":{"a":"evil"}}\n'],
  '.envrc': ['export A=1\n', 'export KUBECONFIG=evil\n'],
  '.gitattributes': ['* text=auto\n', '* text=auto\nevil.yaml -diff\n'],
  '.gitconfig': ['[core]\n\teditor = a\n', '[core]\n\thooksPath = evil\n'],
  '.githooks/pre-commit': ['#!/bin/sh\na\n', '#!/bin/sh\nevil\n'],
  '.gitmodules': ['[submodule "a"]\n\turl = https://a\n', '[submodule "a"]\n\turl = https://evil\n'],
  '.helmignore': ['*.tgz\n', '*.tgz\nevil.yaml\n'],
  '.husky/pre-commit': ['a\n', 'evil\n'],
  '.kube/config': ['clusters: []\n', 'clusters: [{name: evil}]\n'],
  '.lfsconfig': ['[lfs]\n\turl = https://a\n', '[lfs]\n\turl = https://evil\n'],
  '.mise.toml': ['[tools]\nhelm = "3"\n', '[tools]\nhelm = "evil"\n'],
  '.mise/config.toml': ['[tools]\nhelm = "3"\n', '[tools]\nhelm = "evil"\n'],
  '.mvn/jvm.config': ['-a\n', '-evil\n'],
  '.npmrc': ['registry=https://a\n', 'registry=https://evil\n'],
  '.pip/pip.conf': ['[global]\nindex-url = a\n', '[global]\nindex-url = evil\n'],
  '.pnpmfile.cjs': ['module.exports = {}\n', 'module.exports = evil()\n'],
  '.pypirc': ['[a]\nrepository = a\n', '[a]\nrepository = evil\n'],
  '.sops.yaml': ['creation_rules: [{age: a}]\n', 'creation_rules: [{age: evil}]\n'],
  '.terraformrc': ['a = 1\n', 'a = "evil"\n'],
  '.tool-versions': ['helm 3.1.0\n', 'helm path:evil\n'],
  '.vscode/tasks.json': ['{"tasks":[]}\n', '{"tasks":[{"command":"evil"}]}\n'],
  '.yarnrc': ['registry "a"\n', 'registry "evil"\n'],
  '.yarnrc.yml': ['nodeLinker: a\n', 'nodeLinker: a\nyarnPath: evil\n'],
  'Containerfile.gate': ['FROM a\nRUN npm i cdk8s-olm\n', 'FROM evil\nRUN npm i cdk8s-olm\n'],
  'Dockerfile.gate': ['FROM a\nRUN npm i cdk8s-olm\n', 'FROM evil\nRUN npm i cdk8s-olm\n'],
  'gate.Containerfile': ['FROM a\nRUN npm i cdk8s-olm\n', 'FROM evil\nRUN npm i cdk8s-olm\n'],
  'gate.Dockerfile': ['FROM a\nRUN npm i cdk8s-olm\n', 'FROM evil\nRUN npm i cdk8s-olm\n'],
};

/** Files whose tool is not known to reach a cluster. */
const NOTED: Cases = {
  '.chart/.values.yml': ['a: 1\n', 'a: evil\n'],
  '.ci/run': ['#!/bin/sh\na\n', '#!/bin/sh\nevil\n'],
  '.ci/run.sh': ['#!/bin/sh\na\n', '#!/bin/sh\nevil\n'],
  '.env': ['A=1\n', 'A=evil\n'],
  '.kustomize/plugin/a': ['a\n', 'evil\n'],
  '.pre-commit-config.yaml': ['repos: [{repo: a, rev: v1}]\n', 'repos: [{repo: a, rev: evil}]\n'],
  '.terraform.lock.hcl': ['a = 1\n', 'a = "evil"\n'],
  '.values.yaml': ['a: 1\n', 'a: evil\n'],
  '.vscode/settings.json': ['{"a":1}\n', '{"a":"evil"}\n'],
};

const QUIET: Cases = Object.fromEntries(
  [
    '.dockerignore',
    '.editorconfig',
    '.readthedocs.yml',
    '.wordlist-txt',
    '.eslintrc',
    '.flake8',
    '.github/ISSUE_TEMPLATE/bug.yml',
    '.github/PULL_REQUEST_TEMPLATE.md',
    '.github/labeler.yml',
    '.gitignore',
    '.golangci.yml',
    '.markdownlint.yaml',
    '.prettierrc',
    '.vscode/extensions.json',
    '.yamllint',
    '.yamllint.yaml',
    'README.md',
  ].map((path) => [path, path.endsWith('json') ? ['{"a":1}\n', '{"a":2}\n'] : ['a: 1\n', 'a: 2\n']]),
);

describe.each(Object.entries(WARNED))('%s', (path, [before, after]) => {
  it.each<[string, Files, Files]>([
    ['it changes', { [path]: before }, { [path]: after }],
    ['it changes in a folder', { [`b/${path}`]: before }, { [`b/${path}`]: after }],
  ])('is a warning with the changed line if %s', (_, was, is) => {
    const [name] = Object.keys(was);
    // Hooks of husky only run from the top.
    const severity = path.startsWith('.husky') && name !== path ? 'info' : 'error|warning';
    expect(told(was, is).text).toMatch(new RegExp(`^(?:${severity})\\[.*${name?.replaceAll('.', '\\.')}.*evil`, 'm'));
  });

  it('is told with its lines if it is new', () => {
    expect(told({}, { [path]: after }).text).toMatch(new RegExp(`^(?:error|warning|info)\\[.*${path.replaceAll('.', '\\.')}.*is new`, 'm'));
  });
});

it.each(Object.entries(NOTED))('tells the changed line of %s', (path, [before, after]) => {
  const { headline, text } = told({ [path]: before }, { [path]: after });
  expect(headline).not.toContain('No change');
  expect(text).toMatch(new RegExp(`^(?:error|warning|info)\\[.*${path.replaceAll('.', '\\.')}.*evil`, 'm'));
});

it.each(Object.entries(QUIET))('is quiet about %s', (path, [before, after]) => {
  expect(told({ [path]: before }, { [path]: after }).text).not.toMatch(/^(?:error|warning|info)\[/m);
});

it.each(['*.png binary', '*.go linguist-generated', '* text=auto eol=lf', '# a -diff'])('is no warning of the attributes %s', (line) => {
  expect(told({ '.gitattributes': 'a text\n' }, { '.gitattributes': `a text\n${line}\n` }).text).not.toMatch(/^(?:error|warning)\[/m);
});

const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: evil }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin }
subjects: [{ kind: User, name: mallory, apiGroup: rbac.authorization.k8s.io }]
`;
const AS_JSON =
  '{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"evil"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"cluster-admin"},"subjects":[{"kind":"User","name":"mallory"}]}\n';

it.each([
  '.circleci/config.yml',
  '.devcontainer/devcontainer.json',
  '.docker/config.json',
  '.drone.yml',
  '.github/dependabot.yml',
  '.github/workflows/a.yaml',
  '.gitlab-ci.yml',
  '.golangci.yml',
  '.mergify.yml',
  '.sops.yaml',
  '.vscode/tasks.json',
  '.values.yaml',
  'Taskfile.yml',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'package.json',
  'renovate.json',
])('stops at an object in %s: tools apply all manifests of a folder', (path) => {
  const { code, text } = told({}, { [path]: path.endsWith('.json') ? AS_JSON : BINDING });
  expect(code).toBe(1);
  expect(text).toMatch(/^error\[.*(?:evil|mallory)/m);
});
