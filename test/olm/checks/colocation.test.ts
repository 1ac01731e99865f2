import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { COLOCATION_RULES } from '../../../src/olm/checks/colocation.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import { report } from '../../../src/olm/model/finding.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { needing, resolvedCluster } from '../../support/resolved-cluster.js';

/** The findings as id, severity, and the name of what they are about. */
function found(objects: readonly KubernetesObject[], bundles: readonly Bundle[] = [], at = 'op'): unknown[] {
  const cluster = resolvedCluster([namespace(at), group(`${at}/group`), ...objects], bundles);
  return COLOCATION_RULES.flatMap((rule) => report(rule, cluster)).map(({ id, severity, subject }) => [id, severity, subject.name]);
}

function approved(object: KubernetesObject, installPlanApproval: string): KubernetesObject {
  return { ...object, spec: { ...(object.spec as object), installPlanApproval } };
}

const [KETTLE, MUG] = [bundle('kettle/1.0.0'), bundle('mug/1.0.0')];

describe('operators of one namespace', () => {
  it('that get along are no finding', () => {
    expect(found([subscription('op/kettle'), subscription('op/mug')], [KETTLE, MUG])).toEqual([]);
  });

  it.each([
    ['catalog-not-healthy', {}, { status: { connectionState: { lastObservedState: 'TRANSIENT_FAILURE' } } }],
    ['catalog-image-not-resolved', { annotations: { 'olm.catalogImageTemplate': 'registry.example.com/hub:{version}' } }, {}],
  ])('see one catalog, whatever they subscribe to: %s', (id, metadata, more) => {
    const source = {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: { name: 'other', namespace: 'op', ...metadata },
      spec: { sourceType: 'grpc' },
      ...more,
    } as KubernetesObject;
    expect(found([subscription('op/kettle'), source], [KETTLE])).toContainEqual([id, 'warning', 'other']);
  });

  it('start at startingCSV and go on: starting-csv-no-pin', () => {
    const start = subscription('op/kettle', { startingCSV: KETTLE.name });
    expect(found([start], [KETTLE])).toEqual([['starting-csv-no-pin', 'info', 'kettle']]);
    expect(found([approved(start, 'Manual')], [KETTLE])).toEqual([]);
  });

  it('have a graph that nothing states, and come to the highest version: graph-not-in-folders', () => {
    const newer = bundle('kettle/1.1.0');
    expect(found([subscription('op/kettle')], [KETTLE, newer])).toEqual([['graph-not-in-folders', 'info', 'kettle']]);
    const stated = [KETTLE, newer].map((one) => ({ ...one, updateGraph: 'semver-mode' as const }));
    expect(found([subscription('op/kettle')], stated)).toEqual([]);
  });

  it('fall back to an older version, which is rendered then: older-version-chosen', () => {
    const newer = needing(bundle('kettle/1.1.0', { replaces: KETTLE.name }), 'stove');
    expect(found([subscription('op/kettle')], [KETTLE, newer])).toEqual([['older-version-chosen', 'warning', 'kettle']]);
    const cluster = resolvedCluster([namespace('op'), group('op/group'), subscription('op/kettle')], [KETTLE, newer]);
    expect(cluster.clusterServiceVersions.map(({ name }) => name)).toEqual([KETTLE.name]);
  });

  it('exclude each other’s first choice: outcome-left-to-chance', () => {
    const owns = { owns: ['Pot.v1.example.com'] };
    const newer = (name: string): Bundle => bundle(`${name}/1.1.0`, { replaces: `${name}.v1.0.0`, ...owns });
    expect(found([subscription('op/kettle'), subscription('op/mug')], [KETTLE, newer('kettle'), MUG, newer('mug')])).toContainEqual([
      'outcome-left-to-chance',
      'warning',
      'op',
    ]);
  });

  it('are one bundle in several channels, of which none is named: outcome-left-to-chance', () => {
    const inBoth = bundle('kettle/1.0.0', { channels: 'fast,stable' });
    const cluster = resolvedCluster(
      [namespace('op'), group('op/group'), subscription('op/kettle', { startingCSV: KETTLE.name })],
      [inBoth],
    );
    const found = COLOCATION_RULES.flatMap((rule) => report(rule, cluster)).find(({ id }) => id === 'outcome-left-to-chance');
    expect(found?.message).toBe(
      'OLM may install kettle.v1.0.0 from channel fast, or kettle.v1.0.0 from channel stable; it differs from run to run',
    );
    expect(found?.fix).toBe('set spec.channel of the Subscriptions; the channel decides the next version');
  });
});
