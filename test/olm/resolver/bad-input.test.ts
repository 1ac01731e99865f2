/** Bad input ends in words with a place, and never in a search without end. */
import { describe, expect, it } from 'vitest';
import { EMPTY_CLUSTER } from '../../../src/olm/model/cluster-of-parts.js';
import type { NamespaceResolution } from '../../../src/olm/resolver/outcome.js';
import { resolveAll } from '../../../src/olm/resolver/resolve.js';
import { readCsv, readGroup } from '../../support/build.js';
import { inputOf } from '../../support/resolver-cases.js';

type Entry = Readonly<Record<string, unknown>>;

interface Catalog {
  readonly entries?: readonly Entry[];
  readonly bundles?: readonly { readonly name: string; readonly version: string; readonly properties?: readonly unknown[] }[];
  readonly channel?: string;
  readonly lax?: boolean;
}

/** Resolves one Subscription for kettle from a catalog of one package. */
function resolve({
  entries,
  bundles = [{ name: 'kettle.v1.0.0', version: '1.0.0' }],
  channel = 'stable',
  lax = false,
}: Catalog): NamespaceResolution | undefined {
  const [apiVersion, metadata] = ['operators.coreos.com/v1alpha1', { name: 'kettle', namespace: 'shop' }];
  const documents = [
    { apiVersion, kind: 'CatalogSource', metadata: { name: 'hub', namespace: 'olm' }, spec: {} },
    { apiVersion: 'example.test/v1', kind: 'ResolveOptions', metadata: { name: 'options' }, spec: { lax } },
    { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'og', namespace: 'shop' } },
    { apiVersion, kind: 'Subscription', metadata, spec: { name: 'kettle', source: 'hub', sourceNamespace: 'olm', channel } },
    { schema: 'olm.package', name: 'kettle', defaultChannel: 'stable' },
    { schema: 'olm.channel', package: 'kettle', name: 'stable', entries: entries ?? bundles.map(({ name }) => ({ name })) },
    ...bundles.map(({ name, version, properties = [] }) => ({
      schema: 'olm.bundle',
      package: 'kettle',
      name,
      image: `example.test/${name}`,
      properties: [{ type: 'olm.package', value: { packageName: 'kettle', version } }, ...properties],
    })),
  ];
  const text = documents.map((document) => JSON.stringify(document)).join('\n---\n');
  return resolveAll(inputOf(text).input)[0];
}

const TWO = [
  { name: 'kettle.v1.0.0', version: '1.0.0' },
  { name: 'kettle.v1.1.0', version: '1.1.0' },
];

describe('bad input', () => {
  it('names the channel that there is', () => {
    const { failure } = resolve({ channel: 'stabel' }) ?? {};
    expect(failure).toMatchObject({
      reason: 'ConstraintsNotSatisfiable',
      because: [{ subject: 'Subscription shop/kettle', source: { file: 'input.yaml', document: 3 } }],
      fixes: ['correct spec.channel of Subscription shop/kettle: did you mean stable?'],
    });
  });

  it.each([
    [
      'a circle',
      {
        entries: [
          { name: 'kettle.v1.0.0', replaces: 'kettle.v1.1.0' },
          { name: 'kettle.v1.1.0', replaces: 'kettle.v1.0.0' },
        ],
        bundles: TWO,
      },
      'a cycle: kettle.v1.0.0 replaces kettle.v1.1.0',
    ],
    ['two heads', { bundles: TWO }, 'the heads kettle.v1.0.0, kettle.v1.1.0'],
    [
      'an entry without a bundle',
      { entries: [{ name: 'kettle.v9.0.0' }, { name: 'kettle.v1.0.0', replaces: 'kettle.v9.0.0' }] },
      'an entry without a bundle: kettle.v9.0.0',
    ],
    ['a version that is none', { bundles: [{ name: 'kettle.v1.0.0', version: 'latest' }] }, '"latest"'],
  ])('says why a catalog with %s serves nothing', (_, catalog, words) => {
    const { failure } = resolve(catalog) ?? {};
    expect(failure?.error).toBe('error using catalogsource olm/hub: no registry client established for catalogsource olm/hub');
    expect(failure?.because[0]).toMatchObject({ subject: 'CatalogSource olm/hub', source: { file: 'input.yaml' } });
    expect(failure?.because[0]?.says).toContain(words);
  });

  it('stops at a circle that reaches the resolver', () => {
    const entries = [
      { name: 'kettle.v1.0.0', replaces: 'kettle.v1.1.0' },
      { name: 'kettle.v1.1.0', replaces: 'kettle.v1.0.0' },
    ];
    expect(resolve({ entries, bundles: TWO, lax: true })?.failure).toMatchObject({
      reason: 'ErrorPreventedResolution',
      error: 'no channel heads (entries not replaced by another entry) found in channel "stable" of package "kettle"',
      because: [{ subject: 'channel stable of the package kettle in the catalog olm/hub', source: { file: 'input.yaml', document: 5 } }],
    });
  });

  it('says that constraints too deep within each other are not understood', () => {
    let value: unknown = { gvk: { group: 'g', version: 'v1', kind: 'K' } };
    for (let depth = 0; depth < 600; depth += 1) value = { all: { constraints: [value] } };
    const annotations = { 'operatorframework.io/properties': JSON.stringify({ properties: [{ type: 'olm.constraint', value }] }) };
    const input = {
      ...EMPTY_CLUSTER,
      subscriptions: [{ namespace: 'shop', name: 'kettle', packageName: 'kettle', catalogSource: 'hub', catalogSourceNamespace: 'olm' }],
      operatorGroups: [readGroup('shop/og')],
      clusterServiceVersions: [readCsv('shop/deep.v1', { annotations })],
    };
    expect(resolveAll(input)[0]?.failure).toMatchObject({
      reason: 'NotUnderstood',
      because: [{ subject: 'ClusterServiceVersion shop/deep.v1' }],
    });
  });

  it('runs a rule with a regular expression, until a run has no more steps for it', () => {
    const failure = (rule: string): string | undefined => {
      const properties = [{ type: 'olm.constraint', value: { cel: { rule } } }];
      return resolve({ bundles: [{ name: 'kettle.v1.0.0', version: '1.0.0', properties }] })?.failure?.reason;
    };
    expect(failure('properties.exists(p, p.type.matches("^olm[.]package$"))')).toBeUndefined();
    expect(failure('properties.exists(p, p.type.matches("^package$"))')).toBe('ConstraintsNotSatisfiable');
    expect(failure(`properties.exists(p, p.type.matches("${'(?:[^a]{0,900}b)'.repeat(100)}"))`)).toBe('NotUnderstood');
  });

  it('runs rules for as long as a run has steps', () => {
    const rule = (index: number) => ({ type: 'olm.constraint', value: { cel: { rule: `properties.all(p, p.type != "x${index}")` } } });
    const many = Array.from({ length: 400 }, (_, index) => ({ type: 'olm.gvk', value: { group: 'g', version: 'v1', kind: `K${index}` } }));
    const bundles = Array.from({ length: 40 }, (_, index) => ({
      name: `kettle.v1.${index}.0`,
      version: `1.${index}.0`,
      properties: [rule(index), ...many],
    }));
    const entries = bundles.map(({ name }, index) => ({ name, ...(index > 0 ? { replaces: `kettle.v1.${index - 1}.0` } : {}) }));
    expect(resolve({ bundles, entries })?.failure).toMatchObject({
      reason: 'NotUnderstood',
      error: 'the CEL rules of the catalogs take more steps than a run has',
    });
  });
});
