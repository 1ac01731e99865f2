import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/model/kubernetes-object.js';
import { contingentRivals } from '../../src/rules/contingency.js';
import { installationResults } from '../../src/rules/installation.js';
import { DEFAULT_KUBE_VERSION, offerOf } from '../../src/rules/offer.js';
import { clusterOf, csv } from '../support/build.js';

const SERVICE = 'Service.v1.services.example.com';

/** By name: on whom the installation of a CSV depends, when some lost their APIs to another one. */
function contingent(losers: Readonly<Record<string, string>>, ...objects: KubernetesObject[]): Record<string, string[]> {
  const cluster = clusterOf(...objects);
  const { clusterServiceVersions: order, apiServices } = cluster;
  const context = { csvs: order, apiServices, offer: offerOf(cluster, DEFAULT_KUBE_VERSION), failForward: new Set<string>() };
  const standing = order.filter(({ name }) => !(name in losers));
  const dependent = new Map(
    order.filter(({ name }) => losers[name]).map((each) => [each, order.filter(({ name }) => name === losers[each.name])]),
  );
  const results = installationResults(standing, context);
  const found = contingentRivals(order, standing, dependent, results, context);
  return Object.fromEntries([...found].map(([{ name }, rivals]) => [name, rivals.map((rival) => rival.name)]));
}

describe('the installation of a CSV', () => {
  it('is contingent on a loser that owns the same APIService', () => {
    const owning = { ownsApiServices: [SERVICE] };
    expect(contingent({ loser: 'winner' }, csv('a/loser', owning), csv('b/owner', owning), csv('c/winner'))).toEqual({ owner: ['loser'] });
  });

  it('is contingent on one that loses an APIService and shares a Deployment with it', () => {
    const objects = [
      csv('a/first', { ownsApiServices: [SERVICE] }),
      csv('b/second', { ownsApiServices: [SERVICE], deployments: ['d'] }),
      csv('b/third', { deployments: ['d'] }),
    ];
    expect(contingent({}, ...objects)).toEqual({ second: ['third'], third: ['second'] });
  });

  it('is contingent on all that are in doubt where only the end differs', () => {
    const objects = [csv('a/v1', { ownsApiServices: [SERVICE] }), csv('a/v2', { spec: { replaces: 'v1' } })];
    expect(contingent({ v1: 'rival' }, ...objects, csv('b/rival'))).toEqual({ v2: ['v1'] });
  });

  it('is not contingent where nobody lost, or where they share nothing', () => {
    expect(contingent({}, csv('a/one', { deployments: ['d'] }), csv('b/two', { deployments: ['d'] }))).toEqual({});
    expect(contingent({ loser: 'winner' }, csv('a/loser', { deployments: ['d'] }), csv('b/other'), csv('b/winner'))).toEqual({});
  });

  it('is not contingent on a CSV that loses in every order', () => {
    const cluster = [csv('a/lost', { ownsApiServices: [SERVICE] }), csv('b/owner', { ownsApiServices: [SERVICE] })];
    expect(contingent({ lost: '' }, ...cluster)).toEqual({});
  });
});
