import { describe, expect, it } from 'vitest';
import { NO_PAINT } from '../../src/base/manifest/format-problem.js';
import { foldUnits, type JudgedUnit } from '../../src/cli/check-units.js';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { itWith, program } from '../support/needs.js';
import { validatorOf } from '../support/output-schema.js';

const namespace = (name: string) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`;
const group = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a}\n';
const subscription = (channel: string) =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: a}\nspec: {name: etcd, channel: ${channel}, source: s, sourceNamespace: olm}\n`;
const overlay = (name: string) => ({
  [`${name}/kustomization.yaml`]: 'resources: [../base, namespace.yaml]\nnamespace: ops\n',
  [`${name}/namespace.yaml`]: namespace('ops'),
});
const repository = {
  '.git/HEAD': '',
  'base/kustomization.yaml': 'resources: [group.yaml, subscription.yaml]\n',
  'base/group.yaml': group,
  'base/subscription.yaml': subscription('stable'),
  ...overlay('prod'),
  ...overlay('test'),
  'notes.json': '{}',
  'remote/kustomization.yaml': 'resources: ["https://example.com/operators.coreos.com.yaml"]\n',
  'settings/kustomization.yaml': 'resources: [a.yaml]\n',
  'settings/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n',
};

describe('check at the top of a repository', () => {
  itWith([program('kubectl')], 'judges each unit apart, and folds what is the same', () => {
    const { code, out } = cli(['check', folderOf(repository), '--format', 'json']);
    const result = JSON.parse(out);
    expect(code).toBe(0);
    const validate = validatorOf('check');
    expect(validate(result) || validate.errors).toBe(true);
    expect(result.units).toMatchObject([
      { unit: '.', kind: 'folder', state: 'without-operators' },
      { unit: 'prod', state: 'judged' },
      { unit: 'remote', state: 'not-read' },
      { unit: 'settings', state: 'without-operators' },
      { unit: 'test', state: 'judged' },
    ]);
    expect(result.unknownOperators).toMatchObject([{ units: ['prod', 'test'] }]);
  });

  itWith([program('kubectl')], 'names what it does not read, and says which reading it used', () => {
    const { out } = cli(['check', folderOf(repository)]);
    // One table of the operators, then what is wrong, then what was not read, then one last line.
    expect(out).toMatch(
      /^IN +NAMESPACE +PACKAGE +CHANNEL +SOURCE +VERSION +APPROVAL +VERDICT +WORST POWER\nprod \+1 +ops +etcd +stable +s +- +Automatic +not known +not known\nremote +- +- +from https:\/\/example\.com\/operators\.coreos\.com\.yaml, not available .*\n\n/,
    );
    expect(out).toMatch(/\nnot read: remote: .*remote\/kustomization\.yaml:1: .*is remote\n/);
    expect(out).toMatch(
      /\n2 operators, .*; 5 units in .*, each judged separately, because some are alternatives, 3 with OLM objects, 1 not read; valid for OLM v0.*\n$/,
    );
  });

  itWith([program('kubectl')], 'says who applies a unit, and which ApplicationSets it cannot expand', () => {
    const holder = (kind: string, spec: string) =>
      `apiVersion: argoproj.io/v1alpha1\nkind: ${kind}\nmetadata: {name: x, namespace: argocd}\nspec: ${spec}\n`;
    const folder = folderOf({
      ...repository,
      'apps/a.yaml': holder('Application', '{source: {repoURL: u, path: base}}'),
      'apps/b.yaml': holder('ApplicationSet', '{generators: [{clusters: {}}], template: {spec: {source: {path: "{{name}}"}}}}'),
    });
    const { out } = cli(['check', folder]);
    expect(out).toMatch(/^base +default +etcd/m);
    expect(out).toMatch(/, not expanded: ApplicationSet argocd\/x; valid for .*\n$/);
    const result = JSON.parse(cli(['check', folder, '--format', 'json']).out);
    const validate = validatorOf('check');
    expect(validate(result) || validate.errors).toBe(true);
    expect(result.units).toContainEqual({ unit: 'base', kind: 'kustomization', state: 'judged', appliedBy: ['Application argocd/x'] });
    expect(result.unexpanded).toEqual(['ApplicationSet argocd/x']);
  });

  it('says who applies nothing of the repository, first where nothing else is to tell, and judges what nobody names', () => {
    const application = (name: string, path: string) =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}, namespace: argocd}\nspec: {source: {repoURL: https://example.com/${name}, path: ${path}}, destination: {name: in-cluster}}\n`;
    const files = {
      '.git/HEAD': '',
      'apps/kustomization.yaml': 'resources: [a.yaml, b.yaml]\n',
      'apps/a.yaml': application('a', 'operators/a'),
      'apps/b.yaml': application('b', 'operators/b'),
      'root.yaml': application('root', 'apps'),
    };
    const said =
      '2 Applications apply nothing of this repository, and what they apply is not available: Application argocd/a and Application argocd/b';
    const folder = folderOf(files);
    expect(cli(['check', folder])).toMatchObject({ code: 0, out: expect.stringMatching(`^${said}\n\nno CSVs, no findings\n`) });
    // Of a part of it, nobody knows.
    expect(cli(['check', `${folder}/apps`]).out).toMatch(/^\nno CSVs/);
    const { out } = cli([
      'check',
      folderOf({ ...files, 'extra/a.yaml': `${namespace('ops')}---\n${group}---\n${subscription('stable')}` }),
    ]);
    expect(out).toMatch(/\ndefault +a +etcd /);
  });

  itWith([program('kubectl')], 'judges together what Applications bring to one cluster, and says so', () => {
    const application = (path: string) =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${path}}\nspec: {source: {repoURL: u, path: ${path}}, destination: {name: in-cluster}}\n---\n`;
    const folder = folderOf({
      ...repository,
      'groups/kustomization.yaml': 'resources: [group.yaml]\nnamespace: more\n',
      'groups/group.yaml': group,
      'operators/kustomization.yaml': 'resources: [subscription.yaml, namespace.yaml]\nnamespace: more\n',
      'operators/subscription.yaml': subscription('stable'),
      'operators/namespace.yaml': namespace('more'),
      'root/kustomization.yaml': 'resources: [apps.yaml]\n',
      'root/apps.yaml': application('groups') + application('operators'),
    });
    const { out } = cli(['check', folder, '--cluster', 'root']);
    expect(out).toMatch(/^root +more +etcd/m);
    expect(out).not.toContain('operator-group-missing');
    expect(out).toContain('each judged separately, as Applications and Flux Kustomizations define them');
    expect(cli(['check', folder, '--unit', 'operators']).out).toContain('operator-group-missing');
    expect(cli(['check', folder]).out).toContain('1 cluster and 5 units outside them in');
  });

  itWith([program('kubectl')], 'lists the operator of a base that another host has, with what patches say of it', () => {
    const url = 'github.com/example/catalog/kettle-operator/overlays/stable?ref=main';
    const patch = (name: string): string =>
      `namespace: tea\nresources: ["${url}", group.yaml]\npatches:\n- target: {kind: Subscription, name: ${name}}\n  patch: |-\n    - {op: replace, path: /spec/channel, value: fast}\n`;
    const listed = (files: Record<string, string>) => {
      const { operators } = JSON.parse(
        cli([
          'check',
          folderOf({ ...files, 'b/kustomization.yaml': 'resources: [pot.yaml]\n', 'b/pot.yaml': subscription('stable') }),
          '--format',
          'json',
        ]).out,
      ) as { operators: { source: string }[] };
      return operators.filter(({ source }) => source.includes('not available'));
    };
    const known = {
      namespace: 'tea',
      channel: 'fast',
      source: `from ${url}, not available`,
      approval: null,
      verdict: 'not known',
      units: ['a'],
    };
    const group = { 'a/group.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n' };
    expect(listed({ ...group, 'a/kustomization.yaml': patch('kettle') })).toMatchObject([{ ...known, name: 'kettle', package: 'kettle' }]);
    const plain = `resources: ["${url}", group.yaml]\n`;
    expect(listed({ ...group, 'a/kustomization.yaml': plain })).toMatchObject([{ ...known, namespace: '', channel: null, package: null }]);
    expect(listed({ ...group, 'a/kustomization.yaml': 'resources: ["https://example.com/crds.yaml", group.yaml]\n' })).toEqual([]);
  });

  itWith([program('kubectl')], 'judges a unit without what is remote, and says once that this is not read', () => {
    const entry = 'https://example.com/a.yaml';
    const base = `resources: [group.yaml, subscription.yaml, "${entry}"]\n`;
    const folder = folderOf({ ...repository, 'base/kustomization.yaml': base });
    const { code, out, err } = cli(['check', folder]);
    expect(code).toBe(0);
    expect(out).toMatch(/^prod \+1 +ops/m);
    expect(out.match(/a part of this kustomization is not read/g)).toHaveLength(1);
    expect(out).toContain(`"${entry}", which is remote`);
    expect(err).toBe('');
  });

  it('has no answer where nothing can be read', () => {
    const remote = 'resources: ["https://example.com/operators.coreos.com.yaml"]\n';
    expect(cli(['check', folderOf({ 'a/kustomization.yaml': remote, 'b/kustomization.yaml': remote })]).code).toBe(2);
  });
});

describe('foldUnits', () => {
  const versions = (openshift: string) => ({ olm: 'v0.46', openshift, kubernetes: '1.32', notes: [] });
  const judged = (unit: string, openshift = '4.16', isInParts?: true): JudgedUnit => ({
    unit,
    problems: [],
    json: { versions: versions(openshift) },
    text: () => '',
    exit: 0,
    ...(isInParts ? { isInParts } : {}),
  });
  const folded = (...wholes: JudgedUnit[][]) => {
    const units = wholes.map(([whole]) => ({ name: whole?.unit ?? '', kind: 'cluster' as const }));
    const repository = {
      input: '.',
      units,
      charts: [],
      unexpanded: [],
      elsewhere: [],
      settings: [],
      beyond: [],
      reading: 'clusters' as const,
      missing: [],
      wanted: [],
    };
    return foldUnits({ ...repository, judged: wholes.map((results) => ({ unit: results[0]?.unit ?? '', results })) }, false);
  };

  it('says for which versions each cluster is judged, where they differ', () => {
    const text = folded([judged('a')], [judged('b', '4.18')], [judged('c')]).text(NO_PAINT);
    expect(text).toContain(
      '; valid for OpenShift 4.16, OLM v0.46 and Kubernetes 1.32 (2 of 3 units: a, c) and OpenShift 4.18, OLM v0.46 and Kubernetes 1.32 (b)\n',
    );
  });

  it('does not take a part for the cluster of its name', () => {
    expect(folded([judged('prod', '4.16', true), judged('prod'), judged('more')]).json.units).toEqual([
      { unit: 'prod', kind: 'cluster', state: 'in-parts' },
    ]);
  });
});
