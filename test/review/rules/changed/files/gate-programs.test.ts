/** What the gate installs and runs in: another package, action or image of a name that nobody knows is a warning in each place. */
import { describe, expect, it } from 'vitest';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const GATE = 'cdk8s-olm gate git:origin/main .';
const workflow = (step: string, job = ''): Files => ({
  '.github/workflows/pr.yaml': `on: pull_request\njobs:\n  a:\n    runs-on: a\n${job}    steps:\n      - ${step}\n      - run: ${GATE}\n`,
});
const gitlab = (job: string): Files => ({ '.gitlab-ci.yml': `a:\n  ${job}\n  script:\n    - ${GATE}\n` });
const scripts = `"scripts":{"judge":"${GATE}"}`;

/** The files around what is replaced. */
const PLACES: Readonly<Record<string, readonly [files: (name: string) => Files, was: string, others: readonly string[]]>> = {
  'npm in a workflow': [(name) => workflow(`run: npm i -g ${name}`), 'cdk8s-olm@1', ['cdk8s-oml@1', '@evil/cdk8s-olm@1', 'evil', './evil']],
  'another package of the job': [(name) => workflow(`run: pip install ${name}`), 'pyyaml', ['pyyalm', 'git+https://example.org/evil']],
  'the action of the gate': [(name) => workflow(`uses: ${name}`), 'org/cdk8s-olm-action@v1', ['evil/cdk8s-olm-action@v1', 'org/other@v1']],
  'another action of the job': [(name) => workflow(`uses: ${name}`), 'actions/setup-node@v4', ['evil/setup-node@v4', 'actions/other@v4']],
  'the container of the job': [(name) => workflow('run: echo', `    container: ${name}\n`), 'node:22', ['evil/node:22', 'nodee:22']],
  'a service of the job': [(name) => workflow('run: echo', `    services: {a: {image: "${name}"}}\n`), 'registry:2', ['evil/registry:2']],
  'the image of GitLab': [(name) => gitlab(`image: ${name}`), 'node:22', ['evil/node:22', 'quay.io/evil/node:22']],
  'the image of GitLab by its name': [(name) => gitlab(`image: {name: "${name}", entrypoint: [""]}`), 'node:22', ['evil/node:22']],
  'what runs before in GitLab': [(name) => gitlab(`before_script: ["npm i -g ${name}"]`), 'cdk8s-olm', ['cdk8s-oml']],
  'a package of npm': [
    (name) => ({ ...workflow('run: npm ci'), 'package.json': `{${scripts},"devDependencies":{${name}}}` }),
    '"cdk8s-olm":"1.0.0"',
    ['"cdk8s-olm":"npm:evil@1.0.0"', '"cdk8s-olm":"file:evil"', '"cdk8s-olm":"evil/cdk8s-olm"', '"cdk8s-oml":"1.0.0"'],
  ],
  'the base of an image': [
    (name) => ({ Dockerfile: `FROM ${name} AS a\nRUN npm i -g cdk8s-olm\n` }),
    'node:22',
    ['evil/node:22', 'evil', 'quay.io/a/node:22'],
  ],
  'the base with a platform': [
    (name) => ({ 'ci/gate.Dockerfile': `FROM --platform=linux/amd64 ${name}\nRUN npm i -g cdk8s-olm\n` }),
    'docker.io/library/node:22',
    ['docker.io/evil/node:22'],
  ],
  'a package of an image': [(name) => ({ Dockerfile: `FROM node:22\nRUN npm i -g ${name}\n` }), 'cdk8s-olm', ['cdk8s-oml']],
  'a requirement of Python': [(name) => ({ 'requirements.txt': `${name}\n` }), 'cdk8s-olm==1.0.0', ['cdk8s-oml==1.0.0']],
  'a tool of a Makefile': [
    (name) => ({ ...workflow('run: make tools'), Makefile: `tools:\n\tnpm i -g ${name}\n` }),
    'cdk8s-olm@1',
    ['cdk8s-oml@1'],
  ],
  'a download of a script': [
    (name) => ({ ...workflow('run: hack/get.sh'), 'hack/get.sh': `#!/bin/sh\ncurl -L ${name} -o a\n` }),
    'https://example.com/org/cdk8s-olm/v1',
    ['https://example.com/evil/cdk8s-olm/v1', 'https://example.org/org/cdk8s-olm/v1'],
  ],
  'a hook of pre-commit': [
    (name) => ({ '.pre-commit-config.yaml': `repos:\n- repo: ${name}\n  rev: v1\n  hooks: [{id: cdk8s-olm-gate}]\n` }),
    'https://example.com/org/cdk8s-olm',
    ['https://example.com/evil/cdk8s-olm'],
  ],
  'a component of GitLab': [
    (name) => ({ '.gitlab-ci.yml': `include:\n- component: ${name}\n` }),
    '$CI_SERVER_FQDN/org/cdk8s-olm/gate@1',
    ['$CI_SERVER_FQDN/evil/cdk8s-olm/gate@1', 'example.org/org/cdk8s-olm/gate@1'],
  ],
};

const told = (before: Files, after: Files): string =>
  reviewFiles({ 'a.yaml': NAMESPACE, ...before }, { 'a.yaml': NAMESPACE, ...after }).text;

describe.each(Object.entries(PLACES))('%s', (_, [files, was, others]) => {
  it.each(others)('is a warning that names it if it becomes %s', (other) => {
    const line = told(files(was), files(other))
      .split('\n')
      .find((each) => /^(?:error|warning)\[operator-file-changed\]/.test(each));
    expect(line ?? '').toMatch(/runs this review, and changes/);
    // A name with a version can be told without it, and an address without its scheme.
    expect(line).toContain(other.replace(/^"[^"]*":"|"$/g, '').replace(/^.*?\/\/|^\$CI_SERVER_FQDN\/|(?::[^/:]*|==?.*)$/g, ''));
  });
});

it.each<[string, Files, Files]>([
  [
    'another version of a base',
    { Dockerfile: 'FROM node:22\nRUN npm i -g cdk8s-olm\n' },
    { Dockerfile: 'FROM node:24\nRUN npm i -g cdk8s-olm\n' },
  ],
  ['another base of another image', { Dockerfile: 'FROM golang:1\nRUN go build\n' }, { Dockerfile: 'FROM golang:2\nRUN go build\n' }],
])('is no warning of %s', (_, before, after) => {
  expect(told(before, after)).not.toMatch(/^(?:error|warning)\[/m);
});
