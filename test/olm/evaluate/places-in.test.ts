import { describe, expect, it } from 'vitest';
import { createLocator } from '../../../src/base/manifest/locate.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { placesIn } from '../../../src/olm/evaluate/places-in.js';
import { desiredCluster } from '../../../src/olm/subscriptions/desired-cluster.js';
import { lines } from '../../support/lines.js';

const TEXT = lines(
  'apiVersion: operators.coreos.com/v1',
  'kind: OperatorGroup',
  'metadata: { name: etcd, namespace: default }',
  'spec:',
  '  targetNamespaces: [default]',
  '---',
  'apiVersion: v1',
  'kind: List',
  'items:',
  '  - apiVersion: rbac.authorization.k8s.io/v1',
  '    kind: ClusterRole',
  '    metadata: { name: reader }',
  '    rules:',
  '      - { verbs: [get], apiGroups: [""], resources: [pods] }',
  '---',
  'apiVersion: example.com/v1',
  'kind: Odd',
  'metadata: { name: { not: text }, namespace: [] }',
);

const { documents } = parseDocuments({ file: 'a.yaml', text: TEXT });
const { cluster } = desiredCluster(documents);
const placeOf = placesIn({ cluster, documents }, createLocator(() => TEXT).place);

describe('the place of an object', () => {
  it.each([
    [{ kind: 'OperatorGroup', namespace: 'default', name: 'etcd' }, [], 1, 1],
    [{ kind: 'OperatorGroup', namespace: 'default', name: 'etcd' }, ['spec', 'targetNamespaces', 0], 5, 22],
    [{ kind: 'ClusterRole', name: 'reader' }, ['rules', 0, 'verbs'], 14, 11],
    [{ kind: 'ClusterRole', name: 'reader' }, ['nowhere'], 10, 5],
  ])('is that of its field, also in a List: %j %j', (subject, field, line, column) => {
    expect(placeOf(subject, field)).toEqual({ file: 'a.yaml', line, column });
  });

  it('is not known of one that is not there', () => {
    expect(placeOf({ kind: 'OperatorGroup', namespace: 'a', name: 'etcd' })).toBeUndefined();
  });

  it('is the file alone where the line is not known', () => {
    expect(placesIn({ cluster, documents }, () => undefined)({ kind: 'ClusterRole', name: 'reader' })).toEqual({ file: 'a.yaml' });
  });

  it('is known of a CSV that stands in another namespace than its document says', () => {
    const source = { file: 'bundle.yaml', document: 0, path: [] };
    const csv = { namespace: 'op', name: 'etcd.v1', source };
    const moved = { ...cluster, clusterServiceVersions: [csv as unknown as (typeof cluster.clusterServiceVersions)[number]] };
    const find = placesIn({ cluster: moved, documents: [] }, () => ({ line: 7, column: 1 }));
    expect(find({ kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' })).toEqual({ file: 'bundle.yaml', line: 7, column: 1 });
  });
});
