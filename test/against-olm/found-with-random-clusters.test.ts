/** The smallest clusters in which OLM was found to differ from its description, against what it left of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expand } from '../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { type ParsedDocument, parseDocuments } from '../../src/base/manifest/parse.js';
import { evaluate } from '../../src/olm/evaluate/evaluate.js';
import { readCluster } from '../../src/olm/read/read-cluster.js';
import { desiredCluster } from '../../src/olm/subscriptions/desired-cluster.js';
import { csv, group, namespace } from '../support/build.js';
import { comparableByKey, comparableRendering, NOT_COMPARED } from '../support/golden.js';

const FUZZ = join(import.meta.dirname, '../golden/fuzz');

/** Cases in which the order decides, or OLM never settles: what was recorded is one state of several. */
const OPEN = new Set([
  'apiservice-required-owner-pending',
  'group-account-lacks-services',
  'chain-of-four-at-once',
  'chain-of-three-at-once',
  'chain-with-failing-start',
  'conversion-webhook-crd-absent',
  'conversion-webhook-crd-not-owned',
  'conversion-webhook-own-namespace',
  'conversion-webhook-supporting-more-than-allnamespaces',
  'conversion-webhook-without-crds',
  'copy-before-original',
  'preset-annotations-of-both-groups',
  'same-operator-in-tenant-and-centrally',
  'same-operator-in-tenant-and-centrally-single',
  'webhook-of-unknown-deployment',
]);

function evaluated(name: string) {
  const file = join(FUZZ, name, 'input.yaml');
  const documents: ParsedDocument[] = parseDocuments({ file, text: readFileSync(file, 'utf8') }).documents;
  return evaluate(desiredCluster(documents).cluster, { profile: 'olm' });
}

function expected(name: string): Record<string, unknown> {
  const objects = JSON.parse(readFileSync(join(FUZZ, name, 'expected.json'), 'utf8')) as KubernetesObject[];
  return comparableByKey(objects.filter(({ kind }) => !NOT_COMPARED.has(kind)));
}

describe('what OLM v0.30.0 left of', () => {
  it.each(readdirSync(FUZZ).filter((name) => !OPEN.has(name)))('%s', (name) => {
    const { resolution, rendered } = evaluated(name);
    expect(resolution.csvs.map(({ certainty }) => certainty)).not.toContain('unstable');
    expect(comparableRendering(rendered)).toEqual(expected(name));
  });
});

describe('a verdict that OLM may leave another way', () => {
  it.each([...OPEN])('is reported to be uncertain: %s', (name) => {
    const { resolution, findings } = evaluated(name);
    const certainties = [...resolution.csvs, ...resolution.replaced].map(({ certainty }) => certainty);
    expect(certainties.some((certainty) => certainty !== 'certain')).toBe(true);
    expect(findings.map(({ id }) => id).some((id) => ['ambiguous-outcome', 'uncertain-replacement', 'unstable-outcome'].includes(id))).toBe(
      true,
    );
  });
});

const READING = [{ serviceAccountName: 'reader', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }];

describe('what random clusters showed besides', () => {
  const source = { file: 'cluster', document: 0, path: [] };
  const made = (...objects: readonly KubernetesObject[]) => {
    const { cluster } = readCluster(objects.map((value) => ({ value, source })));
    return evaluate(cluster, { profile: 'olm' });
  };
  const names = (items: readonly { readonly object: KubernetesObject }[]): string[] => items.map(({ object }) => object.metadata.name);

  it('a CSV that a failed one replaces from the start gives nobody the roles of its API', () => {
    const owns = { owns: ['Foo.v1.example.com'] };
    const replaced = [csv('op/foo.v1', owns), csv('op/foo.v2', { ...owns, strategy: 'other', spec: { replaces: 'foo.v1' } })];
    const { resolution, rendered } = made(namespace('op'), group('op/op'), ...replaced);
    expect(resolution.csvs.map(({ verdict }) => `${verdict.phase}/${verdict.reason}`)).toEqual([
      'Replacing/BeingReplaced',
      'Failed/InvalidInstallStrategy',
    ]);
    expect(names(rendered).filter((name) => name.startsWith('foos.example.com'))).toEqual([]);
    expect(names(made(namespace('op'), group('op/op'), csv('op/foo.v1', owns)).rendered)).toContain('foos.example.com-v1-edit');
  });

  it.each([
    [{ key: 'bad key', operator: 'Exists' }],
    [{ key: 'tenant', operator: 'In' }],
    [{ key: 'tenant', operator: 'Exists', values: ['a'] }],
    [{ key: 'tenant', operator: 'Near', values: ['a'] }],
    [{ key: 'tenant', operator: 'In', values: ['not valid'] }],
  ])('a group whose matchExpressions no label can meet is never synced, as with matchLabels: %j', (requirement) => {
    const expressions = made(namespace('op'), group('op/op', { selector: { matchExpressions: [requirement] } }), csv('op/foo.v1'));
    const labels = made(namespace('op'), group('op/op', { selector: { matchLabels: { 'bad key': 'x' } } }), csv('op/foo.v1'));
    for (const { resolution, rendered, findings } of [expressions, labels]) {
      expect(resolution.csvs.map(({ verdict }) => verdict.neverSynced)).toEqual(['InvalidSelector']);
      expect(resolution.groups.map(({ blocked }) => blocked)).toEqual(['InvalidSelector']);
      expect(rendered.filter(({ object }) => object.kind === 'ClusterRole' && object.metadata.name.startsWith('olm.og.'))).toEqual([]);
      expect(findings.map(({ id }) => id)).toContain('selector-invalid');
    }
  });

  it('Roles in targets, one of which does not exist, are there by chance', () => {
    const asking = csv('op/foo.v1', {
      spec: {
        install: {
          strategy: 'deployment',
          spec: {
            deployments: [],
            permissions: [{ serviceAccountName: 'foo', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
          },
        },
      },
    });
    const toTargets = (...targets: string[]) => {
      const { rendered, perhaps } = made(namespace('op'), namespace('a'), group('op/op', { targets }), asking);
      const inTarget = (list: Iterable<{ readonly object: KubernetesObject; readonly copies?: unknown }>): boolean =>
        [...list].some(({ object, copies }) => object.kind === 'Role' && (copies !== undefined || object.metadata.namespace === 'a'));
      return { certain: inTarget(rendered), perhaps: perhaps.some(({ object }) => object.kind === 'Role') };
    };
    expect(toTargets('a')).toEqual({ certain: true, perhaps: false });
    expect(toTargets('a', 'missing')).toEqual({ certain: false, perhaps: true });
  });

  it('Roles come to a namespace with an original of the same name, if the copy came first', () => {
    const { strategy, spec } = { strategy: 'deployment', spec: { deployments: [], permissions: READING } };
    const central = csv('op/foo.v1', { spec: { install: { strategy, spec } } });
    const groups = [group('op/op', { targets: ['a', 'b'] }), group('a/own', { targets: ['a'] })];
    const { rendered, perhaps } = made(...['op', 'a', 'b'].map((name) => namespace(name)), ...groups, central, csv('a/foo.v1'));
    const namespaces = (roles: readonly KubernetesObject[]): unknown[] =>
      roles.filter(({ kind, metadata }) => kind === 'Role' && metadata.name.includes('-reader-')).map(({ metadata }) => metadata.namespace);
    expect(namespaces([...expand(rendered)])).toEqual(['op']);
    expect(namespaces(perhaps.map(({ object }) => object)).sort()).toEqual(['a', 'b']);
  });

  it('an APIService that another version of a chain may not adopt is said to be that, and no CRD', () => {
    const owning = (kind: string, replaces?: string) => ({
      owns: [`${kind}.v1.example.com`],
      ownsApiServices: [`${kind}.v1alpha1.apis.example.com`],
      ...(replaces ? { spec: { replaces } } : {}),
    });
    const { resolution } = made(
      namespace('op'),
      group('op/og', { targets: ['op'] }),
      csv('op/bar.v1', owning('Foo')),
      csv('op/baz.v1', { owns: ['Baz.v1.example.com'] }),
      csv('op/baz.v2', owning('Baz', 'baz.v1')),
    );
    const found = resolution.csvs.find(({ csv: { name } }) => name === 'baz.v2');
    expect(found).toMatchObject({
      certainty: 'ambiguous',
      verdict: { phase: 'Failed', reason: 'OwnerConflict', message: 'unable to adopt APIService' },
    });
  });
});
