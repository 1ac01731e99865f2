import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { annotatedCsv, clusterServiceVersions } from '../../../src/olm/render/cluster-service-versions.js';
import { csv, group } from '../../support/build.js';
import { contextOf, DOCUMENTED, generate } from '../../support/render.js';

/** The one CSV as it is rendered. */
function rendered(...objects: readonly KubernetesObject[]): KubernetesObject {
  const [only] = generate(clusterServiceVersions, ...objects);
  return only as KubernetesObject;
}

const GROUP_ANNOTATIONS = { 'olm.operatorGroup': 'group', 'olm.operatorNamespace': 'op', 'olm.operatorGroupNamespace': 'op' };

describe('a CSV', () => {
  it('is annotated with its group and target namespaces, and has the verdict as its status', () => {
    const given = csv('op/foo.v1', { labels: { a: 'b' }, annotations: { capabilities: 'Basic Install' } });
    expect(rendered(group('op/group', { targets: ['b', 'a'] }), given)).toEqual({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: {
        name: 'foo.v1',
        namespace: 'op',
        labels: { a: 'b' },
        annotations: { capabilities: 'Basic Install', ...GROUP_ANNOTATIONS, 'olm.targetNamespaces': 'a,b' },
      },
      spec: given.spec,
      status: { phase: 'Succeeded', reason: 'InstallSucceeded', message: 'install strategy completed with no errors' },
    });
  });

  it('of a global group has the empty text as its target namespaces', () => {
    expect(rendered(group('op/group'), csv('op/foo.v1')).metadata.annotations).toEqual({
      ...GROUP_ANNOTATIONS,
      'olm.targetNamespaces': '',
    });
  });

  it('whose group matches no namespace names the group but no targets', () => {
    const { metadata, status } = rendered(group('op/group', { selector: { matchLabels: { a: 'b' } } }), csv('op/foo.v1'));
    expect({ annotations: metadata.annotations, status }).toEqual({
      annotations: GROUP_ANNOTATIONS,
      status: {
        phase: 'Failed',
        reason: 'NoTargetNamespaces',
        message: 'no targetNamespaces are matched operatorgroups namespace selection',
      },
    });
  });

  it('without a group is failed, and nothing is annotated', () => {
    const { metadata, status } = rendered(csv('op/foo.v1'));
    expect({ metadata, status }).toEqual({
      metadata: { name: 'foo.v1', namespace: 'op' },
      status: { phase: 'Failed', reason: 'NoOperatorGroup', message: 'csv in namespace with no operatorgroups' },
    });
  });

  it('that is failed is annotated all the same', () => {
    const { metadata, status } = rendered(group('op/group', { targets: ['a'] }), csv('op/foo.v1', { modes: [] }));
    expect(metadata.annotations).toEqual({ ...GROUP_ANNOTATIONS, 'olm.targetNamespaces': 'a' });
    expect(status).toMatchObject({ phase: 'Failed', reason: 'UnsupportedOperatorGroup' });
  });

  it('loses a status of its own, and what the API server writes', () => {
    const given = csv('op/foo.v1', { created: '2024-01-01T00:00:00Z' });
    const snapshot = {
      ...given,
      metadata: {
        ...given.metadata,
        uid: 'u',
        resourceVersion: '1',
        generation: 3,
        finalizers: ['operators.coreos.com/csv-cleanup'],
        managedFields: [],
      },
      status: { phase: 'Failed', reason: 'ComponentUnhealthy', conditions: [{ phase: 'Pending' }], requirementStatus: [] },
    };
    expect(rendered(group('op/group'), snapshot)).toEqual(rendered(group('op/group'), csv('op/foo.v1')));
  });

  it('that OLM never syncs has no status', () => {
    const withStatus = { ...csv('op/foo.v1'), status: { phase: 'Succeeded' } };
    expect(rendered(group('op/group', { targets: [''] }), withStatus)).not.toHaveProperty('status');
  });

  it('that OLM takes for a copy is left as it is', () => {
    const copy = csv('op/foo.v1', { annotations: { 'olm.operatorNamespace': 'elsewhere' } });
    const { spec, metadata, ...rest } = rendered(group('op/group'), copy);
    expect({ metadata, rest }).toEqual({
      metadata: { name: 'foo.v1', namespace: 'op', annotations: { 'olm.operatorNamespace': 'elsewhere' } },
      rest: { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' },
    });
    expect(spec).toEqual(copy.spec);
  });

  it('does not keep the annotations of a group that it had on a cluster', () => {
    const annotations = { 'olm.operatorGroup': 'former', 'olm.operatorNamespace': 'op', 'olm.targetNamespaces': 'a,b', note: 'x' };
    const given = csv('op/foo.v1', { annotations, created: '2025-01-01T00:00:00Z' });
    const stored = { ...given, metadata: { ...given.metadata, uid: '1' } };
    expect(rendered(stored).metadata.annotations).toEqual({ note: 'x' });
    expect(rendered(given).metadata.annotations).toEqual(annotations);
  });

  it('keeps fields that no rule knows, where the API has them', () => {
    const given = csv('op/foo.v1', { spec: { icon: [{ base64data: 'x', mediatype: 'y' }], later: [{ deep: null }] } });
    const { later: _, ...known } = given.spec as Record<string, unknown>;
    expect(rendered(group('op/group'), { ...given, extra: { a: 1 } })).toMatchObject({ spec: known });
    expect(rendered(group('op/group'), { ...given, extra: { a: 1 } })).not.toHaveProperty('extra');
    expect(rendered(group('op/group'), given).spec).not.toHaveProperty('later');
  });

  it('that another one has replaced is not rendered', () => {
    const csvs = generate(clusterServiceVersions, group('op/group'), csv('op/foo.v1'), csv('op/foo.v2', { spec: { replaces: 'foo.v1' } }));
    expect(csvs.map(({ metadata }) => metadata.name)).toEqual(['foo.v2']);
  });

  it('shares its spec with the input', () => {
    const { resolution } = contextOf(group('op/group'), csv('op/foo.v1'));
    const [resolved] = resolution.csvs;
    expect(resolved && annotatedCsv(resolved, DOCUMENTED).spec).toBe(resolved?.csv.manifest.spec);
  });
});
