import { describe, expect, it } from 'vitest';
import { apiServiceOwner } from '../../../src/olm/rules/api-services.js';
import type { Verdict } from '../../../src/olm/rules/verdict.js';
import { clusterOf, csv } from '../../support/build.js';
import { runRule } from '../../support/run-rule.js';

const WIDGET = 'Widget.v1.widgets.example.com';
const NAME = 'v1.widgets.example.com';

describe('an APIService that two CSVs own', () => {
  const notAdoptable = (namespace: string, name: string): Verdict => ({
    phase: 'Failed',
    reason: 'InstallComponentFailed',
    message: `install strategy failed: pre-existing APIService ${NAME} is not adoptable`,
    because: [{ kind: 'ClusterServiceVersion', namespace, name }],
  });

  it('goes to the first, also across namespaces, and the order decides which that is', () => {
    const cluster = clusterOf(csv('a/one', { ownsApiServices: [WIDGET] }), csv('b/two', { ownsApiServices: [WIDGET] }));
    const [one, two] = cluster.clusterServiceVersions as [
      (typeof cluster.clusterServiceVersions)[0],
      (typeof cluster.clusterServiceVersions)[0],
    ];
    expect(runRule(apiServiceOwner, cluster, [one, two])).toEqual({
      'a/one': { rivals: ['b/two'] },
      'b/two': { verdict: notAdoptable('a', 'one'), rivals: ['a/one'] },
    });
    expect(runRule(apiServiceOwner, cluster, [two, one])).toEqual({
      'b/two': { rivals: ['a/one'] },
      'a/one': { verdict: notAdoptable('b', 'two'), rivals: ['b/two'] },
    });
  });

  it('is held by the first also against a third', () => {
    const owning = { ownsApiServices: [WIDGET] };
    const found = runRule(apiServiceOwner, clusterOf(csv('a/one', owning), csv('b/two', owning), csv('c/three', owning)));
    expect(found['c/three']).toEqual({ verdict: notAdoptable('a', 'one'), rivals: ['a/one', 'b/two'] });
  });

  it('is the same one for two kinds of one group and version', () => {
    const cluster = clusterOf(
      csv('a/one', { ownsApiServices: [WIDGET] }),
      csv('b/two', { ownsApiServices: ['Gadget.v1.widgets.example.com'] }),
      csv('c/other-version', { ownsApiServices: ['Widget.v2.widgets.example.com'] }),
    );
    expect(Object.keys(runRule(apiServiceOwner, cluster))).toEqual(['a/one', 'b/two']);
  });

  it('does not pass to a CSV of another namespace that replaces one of the same name', () => {
    const cluster = clusterOf(
      csv('a/v1', { ownsApiServices: [WIDGET] }),
      csv('b/v2', { ownsApiServices: [WIDGET], spec: { replaces: 'v1' } }),
    );
    expect(runRule(apiServiceOwner, cluster)).toEqual({
      'a/v1': { rivals: ['b/v2'] },
      'b/v2': { verdict: notAdoptable('a', 'v1'), rivals: ['a/v1'] },
    });
  });

  it('passes along a whole chain of replacements, also over a CSV that does not own it', () => {
    const owning = { ownsApiServices: [WIDGET] };
    const cluster = clusterOf(
      csv('op/v1', owning),
      csv('op/v2', { spec: { replaces: 'v1' } }),
      csv('op/v3', { ...owning, spec: { replaces: 'v2' } }),
    );
    expect(runRule(apiServiceOwner, cluster)).toEqual({});
  });

  it('passes from a CSV to the one that replaces it', () => {
    const cluster = clusterOf(
      csv('op/v1', { ownsApiServices: [WIDGET] }),
      csv('op/v2', { ownsApiServices: [WIDGET], spec: { replaces: 'v1' } }),
    );
    expect(runRule(apiServiceOwner, cluster)).toEqual({});
  });
});
