import { describe, expect, it } from 'vitest';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

type Files = Readonly<Record<string, string>>;

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: op}\n';
const changed = (before: Files, after: Files): { object: { kind: string; name: string }; presence?: string; fields: object[] }[] => {
  const [base, head] = [before, after].map((files) => folderOf({ 'ns.yaml': NAMESPACE, ...files })) as [string, string];
  return JSON.parse(cli(['review', base, head, '--format', 'json', '--fail-on', 'never']).out).changes;
};
const map = (name: string, value: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'op' },
  data: { a: value },
});
const KUSTOMIZATION = 'resources: [web.yaml]\n';

describe('every change has a line', () => {
  it.each([
    'README.md',
    'docs/picture.svg',
    '.github/workflows/ci.yaml',
    '.github/ISSUE_TEMPLATE/bug.md',
    '.golangci.yml',
    'scripts/apply.sh',
    'values.yaml',
    'Makefile',
    'OWNERS',
    'CODEOWNERS',
    'go.sum',
    'main.go',
    'main_test.go',
    'package.json',
    'charts/app/values.yaml',
    'charts/app/README.md',
    'haproxy.cfg.tpl',
    'settings.jsonnet',
    'settings.toml',
  ])('%s', (path) => {
    const chart: Files = { 'charts/app/Chart.yaml': 'apiVersion: v2\nname: app\nversion: 1.0.0\n' };
    const lines = [{}, { [path]: 'one: 1\n' }, { [path]: 'one: 2\ntwo: 2\n' }].map((files) => ({ ...chart, ...files }));
    const named = (was: Files, is: Files) => changed(was, is).filter(({ object }) => object.name === path);
    const [none, first, second] = lines as [Files, Files, Files];
    expect(named(none, first)).toMatchObject([{ object: { kind: 'File' }, presence: 'added' }]);
    expect(named(first, none)).toMatchObject([{ presence: 'removed' }]);
    expect(named(first, second)).toHaveLength(1);
    expect(named(first, first)).toEqual([]);
  });

  it('once for alternatives that change alike', () => {
    const units = (value: string): Files => ({
      'a/kustomization.yaml': KUSTOMIZATION,
      'a/web.yaml': manifests(map('web', value), map('site', 'a')),
      'b/kustomization.yaml': KUSTOMIZATION,
      'b/web.yaml': manifests(map('web', value), map('site', 'b')),
      'README.md': value,
    });
    expect(changed(units('one'), units('two'))).toEqual([
      {
        object: { kind: 'ConfigMap', namespace: 'op', name: 'web' },
        fields: [{ field: 'data.a', before: 'one', after: 'two' }],
      },
      { object: { kind: 'File', name: 'README.md' }, fields: [{ field: 'lines', before: '1 removed', after: '1 new' }] },
    ]);
  });

  it('but not of what is only written in another way', () => {
    const [web, db] = [map('web', 'one'), map('db', 'one')];
    expect(changed({ 'all.yaml': manifests(web, db) }, { 'a.yaml': manifests(db), 'b.yaml': `# moved\n${JSON.stringify(web)}` })).toEqual(
      [],
    );
  });
});
