import { describe, expect, it } from 'vitest';
import { requirementFix } from '../../../src/olm/checks/dependencies.js';
import { resolutionFindings } from '../../../src/olm/checks/index.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { clusterOf, csv, group } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';

const BUNDLES = [
  bundle('etcd/0.9.4', { owns: ['Etcd.v1.example.com'] }),
  bundle('zoo/1.0.0', { ownsApiServices: ['Zoo.v1.zoo.example.com'] }),
];
const ETCD = { kind: 'CustomResourceDefinition', name: 'etcds.example.com', version: 'v1' } as const;

describe('the fix of requirements that are not met', () => {
  it('names the packages at hand that bring what is missing', () => {
    expect(requirementFix([ETCD, { kind: 'APIService', name: 'v1.zoo.example.com' }, { kind: 'Permissions' }], BUNDLES)).toBe(
      'add a Subscription for the package etcd and zoo, which brings it; or add the missing object to the input, if the cluster has it',
    );
  });

  it('is to say that the cluster has it, where no package does', () => {
    expect(requirementFix([{ ...ETCD, version: 'v2' }], BUNDLES)).toBe('add the missing object to the input, if the cluster has it');
  });

  it('is that of the finding', () => {
    const cluster = { ...clusterOf(group('op/og'), csv('op/needy.v1', { requires: ['Etcd.v1.example.com'] })), bundles: BUNDLES };
    expect(resolutionFindings(cluster, resolve(cluster)).map(({ id, fix }) => [id, fix])).toEqual([
      ['requirements-not-met', requirementFix([ETCD], BUNDLES)],
    ]);
  });
});
