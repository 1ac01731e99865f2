import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { isWhole } from '../../../src/olm/model/whole-bundle.js';
import { type Input, readInput } from '../../../src/repository/input/read-input.js';
import { annotations, bundleCsv, bundleFiles } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { runs } from '../../support/runs.js';

const GROUP = 'tea.example.test';
const api = (kind: string): object => ({ name: `${kind.toLowerCase()}s.${GROUP}`, version: 'v1', kind });

/** A namespace with its OperatorGroup and Subscriptions. */
function clusterFiles(...packages: readonly string[]): Record<string, string> {
  const subscriptions = packages.map(
    (name) =>
      `---\napiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: { name: ${name}, namespace: shop }\nspec: { name: ${name}, source: hub, sourceNamespace: olm }\n`,
  );
  return {
    'cluster/shop.yaml': `apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n---\napiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: { name: shop, namespace: shop }\nspec: { targetNamespaces: [shop] }\n${subscriptions.join('')}`,
  };
}

const CRD = (kind: string): string =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: ${kind.toLowerCase()}s.${GROUP} }\nspec: { group: ${GROUP}, scope: Namespaced, names: { kind: ${kind}, plural: ${kind.toLowerCase()}s }, versions: [{ name: v1, served: true, storage: true }] }\n`;

/** What comes out, without what only a bundle that is whole has. */
function outcome({ cluster, problems }: Input): unknown {
  const { resolution, findings, rendered } = evaluate(cluster);
  return {
    problems,
    csvs: cluster.clusterServiceVersions,
    crds: cluster.customResourceDefinitions,
    notes: cluster.resolverNotes,
    verdicts: resolution.csvs.map(({ csv, verdict }) => [csv.namespace, csv.name, verdict]),
    findings,
    rendered,
  };
}

describe('of a tree of bundle folders', () => {
  it('those are read that a Subscription asks for, or that these need in turn', () => {
    const needing = { spec: { customresourcedefinitions: { required: [api('Cup')] } } };
    const owning = { spec: { customresourcedefinitions: { owned: [api('Cup')] } } };
    const folder = folderOf({
      ...clusterFiles('kettle'),
      ...bundleFiles('kettle/1.0.0', needing),
      ...bundleFiles('cup/1.0.0'),
      ...bundleFiles('cup/2.0.0', { ...owning, replaces: 'cup.v1.0.0' }),
      ...bundleFiles('cup/3.0.0', { ...owning, replaces: 'cup.v2.0.0' }),
      ...bundleFiles('tray/1.0.0'),
    });
    const { cluster, bundlesRead, problems } = readInput([folder]);
    expect(problems).toEqual([]);
    expect(bundlesRead).toEqual({ read: 4, all: 5 });
    expect(cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['cup.v3.0.0', 'kettle.v1.0.0']);
    expect(cluster.bundles.filter(isWhole).map(({ name }) => name)).toEqual(['cup.v3.0.0', 'kettle.v1.0.0']);
  });

  it('what is wrong with one that nothing asks for is not looked at, and that it was not read is told', () => {
    const folder = folderOf({
      ...clusterFiles('kettle'),
      ...bundleFiles('kettle/1.0.0'),
      ...bundleFiles('tray/1.0.0'),
      'tray/1.0.0/manifests/csv.yaml': '{',
    });
    expect(readInput([folder])).toMatchObject({ problems: [], bundlesRead: { read: 1, all: 2 } });
    expect(readInput([folder], { everyBundle: true }).problems).toMatchObject([{ code: 'NOT_YAML' }]);
  });

  it('what is wrong with one of an asked-for package is a problem, wherever it is', () => {
    const files = {
      ...clusterFiles('kettle'),
      ...bundleFiles('kettle/1.0.0'),
      ...bundleFiles('kettle/2.0.0', { replaces: 'kettle.v1.0.0' }),
    };
    const codes = (more: Record<string, string>): unknown =>
      readInput([folderOf({ ...files, ...more })]).problems.map(({ code, file }) => [code, file?.split('/').at(-1)]);
    expect(codes({ 'kettle/1.0.0/manifests/csv.yaml': 'kind: ClusterServiceVersion\n{' })).toEqual([['NOT_YAML', 'csv.yaml']]);
    expect(codes({ 'kettle/1.0.0/manifests/csv.yaml': 'kind: Other\n' })).toEqual([
      ['API_VERSION_MISSING', 'csv.yaml'],
      ['INVALID_BUNDLE', '1.0.0'],
    ]);
    expect(codes({ 'kettle/2.0.0/manifests/crd.yaml': '{' })).toEqual([['NOT_YAML', 'crd.yaml']]);
    // Of one that is not chosen, the CSV says all that matters.
    expect(codes({ 'kettle/1.0.0/manifests/crd.yaml': '{' })).toEqual([]);
  });

  it.each([
    ['in double quotes with escapes', (kind: string) => `"\\x${kind.charCodeAt(0).toString(16)}${kind.slice(1)}"`],
    ['as JSON would escape it', (kind: string) => `"\\u00${kind.charCodeAt(0).toString(16)}${kind.slice(1)}"`],
    ['over two lines', (kind: string) => `"${kind.slice(0, 1)}\\\n            ${kind.slice(1)}"`],
    ['behind an anchor', (kind: string) => `*k\n  displayName: &k ${kind}`],
  ])('one that owns a needed API is found, even where its kind is written %s', (_, written) => {
    const isAlias = written('Cup').startsWith('*');
    const csv = `apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: { name: cup.v1.0.0, namespace: placeholder }\nspec:\n${isAlias ? '  displayName: &k Cup\n' : ''}  version: 1.0.0\n  install: { strategy: deployment }\n  installModes: [{ type: OwnNamespace, supported: true }]\n  customresourcedefinitions:\n    owned:\n      - name: cups.${GROUP}\n        version: v1\n        kind: ${isAlias ? '*k' : written('Cup')}\n`;
    const folder = folderOf({
      ...clusterFiles('kettle'),
      ...bundleFiles('kettle/1.0.0', { spec: { customresourcedefinitions: { required: [{ ...api('Cup'), name: `x.${GROUP}` }] } } }),
      'cup/manifests/csv.yaml': csv,
      'cup/metadata/annotations.yaml': annotations('cup'),
    });
    expect(readInput([folder]).cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['cup.v1.0.0', 'kettle.v1.0.0']);
  });

  it.each(['semver-mode', 'semver-skippatch-mode', 'replaces-mode'])('ci.yaml of an operator says its graph: %s', (updateGraph) => {
    const versions = { ...bundleFiles('kettle/1.0.0', { replaces: 'kettle.v1.1.0' }), ...bundleFiles('kettle/1.1.0') };
    const folder = folderOf({ ...clusterFiles('kettle'), ...versions, 'kettle/ci.yaml': `updateGraph: ${updateGraph}\nreviewers: [a]\n` });
    for (const { cluster, problems } of [readInput([folder]), readInput([folder], { everyBundle: true })]) {
      expect(problems).toEqual([]);
      const highest = updateGraph === 'replaces-mode' ? 'kettle.v1.0.0' : 'kettle.v1.1.0';
      expect(cluster.clusterServiceVersions.map(({ name }) => name)).toEqual([highest]);
    }
  });

  it.each<[string, Record<string, string>]>([
    [
      'release-config.yaml',
      { '1.1.0/release-config.yaml': 'catalog_templates:\n  - { template_name: a.yaml, channels: [stable], skips: [kettle.v1.2.0] }\n' },
    ],
    [
      'a catalog template',
      {
        'catalog-templates/a.yaml':
          'schema: olm.template.basic\nentries:\n  - schema: olm.channel\n    package: kettle\n    name: stable\n    entries: [{ name: kettle.v1.1.0, replaces: kettle.v1.0.0 }, { name: kettle.v1.0.0 }]\n  - { schema: olm.bundle, image: quay.example.com/kettle@sha256:0 }\n',
      },
    ],
  ])('%s says which versions are released', (_, settings) => {
    const versions = ['1.0.0', '1.1.0', '1.2.0'].map((version) => bundleFiles(`kettle/${version}`, { replaces: 'kettle.v1.0.0' }));
    const beside = Object.fromEntries(Object.entries(settings).map(([path, text]) => [`kettle/${path}`, text]));
    const folder = folderOf(Object.assign({}, clusterFiles('kettle'), ...versions, beside));
    for (const { cluster, problems } of [readInput([folder]), readInput([folder], { everyBundle: true })]) {
      expect(problems).toEqual([]);
      expect(cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['kettle.v1.1.0']);
    }
  });

  it('what else is in ci.yaml is not looked at', () => {
    const odd = (text: string): Record<string, string> => ({
      ...clusterFiles('kettle'),
      ...bundleFiles('kettle/1.0.0'),
      'kettle/ci.yaml': text,
    });
    for (const text of ['{', '- a\n', 'updateGraph: other\n', 'updateGraph: [semver-mode]\n', ''])
      expect(readInput([folderOf(odd(text))]).problems).toEqual([]);
  });

  it('its packages are known by name, so that a misspelt one is told which is meant', () => {
    const folder = folderOf({ ...clusterFiles('ketle'), ...bundleFiles('kettle/1.0.0'), ...bundleFiles('tray/1.0.0') });
    expect(readInput([folder]).cluster.unknownOperators).toMatchObject([{ why: 'catalog', packageName: 'ketle', nearest: 'kettle' }]);
  });

  let partly = 0;

  it('comes to what reading every bundle comes to', () => {
    const kinds = ['Boiler', 'Cup', 'Kettle', 'Spoon'];
    const names = kinds.map((kind) => kind.toLowerCase());
    const need = fc.oneof(
      fc.constantFrom(...kinds).map((kind) => ({ type: 'olm.gvk', value: { group: GROUP, version: 'v1', kind } })),
      fc.constantFrom(...names).map((packageName) => ({ type: 'olm.package', value: { packageName, version: '>=1.0.0' } })),
      fc.constantFrom(...kinds).map((kind) => ({
        type: 'olm.constraint',
        value: { failureMessage: 'no', any: { constraints: [{ gvk: { group: GROUP, version: 'v1', kind } }] } },
      })),
      fc.constantFrom('spoon', 'cup').map((name) => ({
        type: 'olm.constraint',
        value: {
          failureMessage: 'no',
          cel: { rule: `properties.exists(p, p.type == "olm.package" && p.value.packageName == "${name}")` },
        },
      })),
    );
    const version = fc.record({
      owned: fc.subarray(kinds, { maxLength: 2 }),
      required: fc.subarray(kinds, { maxLength: 1 }),
      needs: fc.array(need, { maxLength: 1 }),
      channels: fc.constantFrom('stable', 'fast', 'stable,fast'),
    });
    const tree = fc.record({
      asked: fc.subarray(names, { minLength: 1, maxLength: 2 }),
      packages: fc.dictionary(fc.constantFrom(...names, 'tray'), fc.array(version, { minLength: 1, maxLength: 3 }), { maxKeys: 5 }),
    });
    // Of random trees, 1 of 100 has both.
    const alone = { owned: [], required: [], needs: [], channels: 'stable' as const };
    const bothComesAlongAndIsNotRead = {
      asked: ['kettle'],
      packages: { kettle: [{ ...alone, required: ['Cup'] }], cup: [{ ...alone, owned: ['Cup'] }], tray: [alone] },
    };
    fc.assert(
      fc.property(tree, ({ asked, packages }) => {
        const bundles = Object.entries(packages).flatMap(([name, versions]) =>
          versions.map(({ owned, required, needs, channels }, index) => {
            const id = `${name}/${index + 1}.0.0`;
            const csv = bundleCsv(id, {
              ...(index > 0 ? { replaces: `${name}.v${index}.0.0` } : {}),
              spec: { customresourcedefinitions: { owned: owned.map(api), required: required.map(api) } },
            });
            return {
              [`${id}/manifests/csv.yaml`]: manifests(csv),
              ...Object.fromEntries(owned.map((kind) => [`${id}/manifests/${kind}.yaml`, CRD(kind)])),
              [`${id}/metadata/annotations.yaml`]: annotations(name, channels, 'stable'),
              ...(needs.length > 0 ? { [`${id}/metadata/dependencies.yaml`]: JSON.stringify({ dependencies: needs }) } : {}),
            };
          }),
        );
        const folder = folderOf(Object.assign({}, clusterFiles(...asked), ...bundles));
        const input = readInput([folder]);
        if (input.bundlesRead && input.cluster.clusterServiceVersions.length > asked.length) partly += 1;
        expect(outcome(input)).toEqual(outcome(readInput([folder], { everyBundle: true })));
      }),
      { ...runs(12), examples: [[bothComesAlongAndIsNotRead]] },
    );
  });

  it('is compared where some comes along and some is not read', () => {
    expect(partly).toBeGreaterThan(0);
  });
});
