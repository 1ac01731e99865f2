import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { withLeftBehind } from '../../../src/olm/model/left-behind.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { resolvedCluster } from '../../support/resolved-cluster.js';

const BUNDLES = [bundle('kettle/1.0.0')];
const cluster = (...objects: readonly KubernetesObject[]) => resolvedCluster(objects, BUNDLES);
const PLACE = [namespace('op'), group('op/group')];
const before = cluster(...PLACE, subscription('op/kettle'));
const left = (...after: readonly KubernetesObject[]): string[] =>
  withLeftBehind(cluster(...after), before).clusterServiceVersions.map(({ name }) => name);

describe('a Subscription that is removed', () => {
  it('leaves its ClusterServiceVersion behind', () => {
    expect(left(...PLACE)).toEqual(['kettle.v1.0.0']);
  });

  it('leaves nothing behind in a namespace that goes, too', () => {
    expect(left(namespace('other'))).toEqual([]);
  });

  it('leaves no second one behind where another one installs its package', () => {
    expect(left(...PLACE, subscription('op/second', { packageName: 'kettle' }))).toEqual(['kettle.v1.0.0']);
  });
});
