import { describe, expect, it } from 'vitest';
import { ownApiGroups, providedApisIn, providedResources } from '../../../../src/review/rules/access/api-groups.js';
import { crd, csv, group, namespace } from '../../../support/build.js';
import { rule } from '../../../support/rbac-in-short.js';
import { stateOf } from '../../../support/states.js';

const SIDE = stateOf(
  namespace('op'),
  group('op/g'),
  csv('op/etcd.v1', { owns: ['Etcd.v1.example.com', 'Backup.v1.example.com'] }),
  crd('Widget.v1.example.org'),
);

describe('the APIs of operators', () => {
  it('are those of CSVs, and of the CRDs of the input', () => {
    expect(ownApiGroups(SIDE)).toEqual(new Set(['example.com', 'example.org']));
  });

  it.each([
    [rule('get', 'etcds', 'example.com'), ['etcds.example.com']],
    [rule('get', '*', 'example.com'), ['etcds.example.com', 'backups.example.com']],
    [rule('get', 'backups', '*'), ['backups.example.com']],
    [rule('get', '*', '*'), ['etcds.example.com', 'backups.example.com']],
    [rule('get', 'etcds', 'example.org'), []],
    [rule('get', 'etcds/status', 'example.com'), []],
    [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }, []],
  ])('are found in a rule: %j', (policyRule, expected) => {
    expect(providedApisIn(policyRule, providedResources(SIDE))).toEqual(expected);
  });
});
