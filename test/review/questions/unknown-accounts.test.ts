import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { askedIdentity } from '../../../src/review/questions/asked-identity.js';
import { canI, rightsOf } from '../../../src/review/questions/can-i.js';
import { perhapsAccountOf, unknownAccounts } from '../../../src/review/questions/unknown-accounts.js';
import { evaluatedState } from '../../../src/review/state/evaluated-state.js';
import { group, namespace, serviceAccount, subscription } from '../../support/build.js';
import { resolvedCluster } from '../../support/resolved-cluster.js';

const CLUSTER = resolvedCluster([
  namespace('op'),
  namespace('team'),
  group('op/group'),
  subscription('op/kettle'),
  serviceAccount('op/own'),
  serviceAccount('team/worker'),
]);
const STATE = evaluatedState('test', evaluate(CLUSTER), () => undefined);
const SECRETS = { verb: 'get', apiGroup: '', resource: 'secrets' };
const account = (path: string) => {
  const asked = askedIdentity(path, [], STATE);
  return 'unknown' in asked ? expect.unreachable(`${path} is not known`) : asked;
};

describe('accounts of operators that are not known', () => {
  it('are named by their operators', () => {
    expect(unknownAccounts(STATE)).toEqual([{ namespace: 'op', package: 'kettle' }]);
  });

  it('are perhaps what has no object in the namespace of such an operator', () => {
    const kettle = [{ namespace: 'op', package: 'kettle' }];
    const found = ['manager', 'own'].map((name) => perhapsAccountOf({ kind: 'ServiceAccount', namespace: 'op', name }, STATE));
    expect([...found, perhapsAccountOf({ kind: 'User', name: 'eve' }, STATE)]).toEqual([kettle, [], []]);
  });

  it('perhaps can do everything, and never cannot', () => {
    expect(['op/manager', 'op/default', 'op/own', 'team/worker'].map((path) => canI(STATE, account(path), SECRETS).answer)).toEqual([
      'perhaps',
      'perhaps',
      'no',
      'no',
    ]);
    expect(rightsOf(STATE, account('op/manager')).unknownOperators).toEqual([{ namespace: 'op', package: 'kettle' }]);
  });

  it('are in the namespace of their operator alone', () => {
    expect(askedIdentity('team/manager', [], STATE)).toHaveProperty('unknown');
  });
});
