import { describe, expect, it } from 'vitest';
import type { ObjectReference } from '../../../src/base/kubernetes/object.js';
import { crdOwner } from '../../../src/olm/rules/pending-rules.js';
import type { Verdict } from '../../../src/olm/rules/verdict.js';
import { clusterOf, csv } from '../../support/build.js';
import { runRule } from '../../support/run-rule.js';

const FOO = 'Foo.v1.example.com';

function ownerConflict(...names: string[]): Verdict {
  const because = names.map((name): ObjectReference => ({ kind: 'ClusterServiceVersion', namespace: 'op', name }));
  return { phase: 'Failed', reason: 'OwnerConflict', message: 'conflicting CRD owner in namespace', because };
}

describe('CRD owner', () => {
  it('fails both CSVs of a namespace that own one CRD, and neither comes to rest, as nothing is installed', () => {
    expect(runRule(crdOwner, clusterOf(csv('op/one', { owns: [FOO] }), csv('op/two', { owns: [FOO] })))).toEqual({
      'op/one': { verdict: ownerConflict('two'), rivals: ['op/two'], unstable: true },
      'op/two': { verdict: ownerConflict('one'), rivals: ['op/one'], unstable: true },
    });
  });

  it('compares CRDs, not their versions', () => {
    const cluster = clusterOf(csv('op/one', { owns: [FOO] }), csv('op/two', { owns: ['Foo.v2.example.com'] }));
    expect(Object.keys(runRule(crdOwner, cluster))).toEqual(['op/one', 'op/two']);
  });

  it('fails a CSV also when the other owner did not come this far', () => {
    const cluster = clusterOf(csv('op/one', { owns: [FOO] }), csv('op/pending', { owns: [FOO] }));
    const ready = cluster.clusterServiceVersions.filter(({ name }) => name === 'one');
    expect(runRule(crdOwner, cluster, ready)).toEqual({
      'op/one': { verdict: ownerConflict('pending'), rivals: ['op/pending'], unstable: true },
    });
  });

  it('names all other owners', () => {
    const cluster = clusterOf(csv('op/one', { owns: [FOO] }), csv('op/three', { owns: [FOO] }), csv('op/two', { owns: [FOO] }));
    expect(runRule(crdOwner, cluster)['op/one']).toEqual({
      verdict: ownerConflict('three', 'two'),
      rivals: ['op/three', 'op/two'],
      unstable: true,
    });
  });

  it('names only the owners outside the chain of replacements', () => {
    const cluster = clusterOf(
      csv('op/stranger', { owns: [FOO] }),
      csv('op/v1', { owns: [FOO] }),
      csv('op/v2', { owns: [FOO], spec: { replaces: 'v1' } }),
    );
    expect(runRule(crdOwner, cluster)).toEqual({
      'op/stranger': { verdict: ownerConflict('v1', 'v2'), rivals: ['op/v1', 'op/v2'], unstable: true },
      'op/v1': { verdict: ownerConflict('stranger'), rivals: ['op/stranger'], unstable: true },
      'op/v2': { verdict: ownerConflict('stranger'), rivals: ['op/stranger'], unstable: true },
    });
  });

  it.each<[string, ReturnType<typeof csv>[]]>([
    ['in different namespaces', [csv('a/one', { owns: [FOO] }), csv('b/two', { owns: [FOO] })]],
    ['one of which only requires the CRD', [csv('op/one', { owns: [FOO] }), csv('op/two', { requires: [FOO] })]],
    ['one of which replaces the other', [csv('op/v1', { owns: [FOO] }), csv('op/v2', { owns: [FOO], spec: { replaces: 'v1' } })]],
    [
      'in one chain of replacements',
      [csv('op/v1', { owns: [FOO] }), csv('op/v2', { spec: { replaces: 'v1' } }), csv('op/v3', { owns: [FOO], spec: { replaces: 'v2' } })],
    ],
  ])('lets CSVs go on %s', (_, csvs) => {
    expect(runRule(crdOwner, clusterOf(...csvs))).toEqual({});
  });
});
