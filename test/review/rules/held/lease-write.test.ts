import { describe, expect, it } from 'vitest';
import { leaseWrite } from '../../../../src/review/rules/held/traffic-and-data.js';
import { permissionsOfAccount, severityOfAccountIn } from '../../../support/held-rule.js';

const rule = (...verbs: string[]) => ({ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs });
const VERBS = ['create', 'update', 'patch', 'delete', 'deletecollection', '*'];
const NAMES = [undefined, ['kube-controller-manager']];
const RULES = VERBS.flatMap((verb) =>
  NAMES.filter((names) => !names || !/create|collection/.test(verb)).map((names) => ({
    ...rule(verb),
    ...(names ? { resourceNames: names } : {}),
  })),
);

describe('lease-write', () => {
  it.each(RULES.map((each) => [each.verbs.join(), each.resourceNames?.join() ?? 'any', each] as const))(
    'warns of %s on %s outside the own namespace, and says nothing within',
    (_, __, each) => {
      for (const home of ['team', 'kube-system', 'argocd']) expect(severityOfAccountIn(leaseWrite, home, each)).toEqual(['warning']);
      expect(severityOfAccountIn(leaseWrite, 'op', each)).toEqual([]);
      expect(permissionsOfAccount(leaseWrite, each)).toEqual([]);
    },
  );

  it('says nothing of get list watch leases', () => {
    expect(permissionsOfAccount(leaseWrite, rule('get', 'list', 'watch'))).toEqual([]);
  });
});
