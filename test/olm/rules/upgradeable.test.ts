import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { upgradeable } from '../../../src/olm/rules/pending-rules.js';
import { clusterOf, csv } from '../../support/build.js';
import { runRule } from '../../support/run-rule.js';

const condition = (fields: Record<string, unknown>, generation = 1): KubernetesObject => ({
  apiVersion: 'operators.coreos.com/v2',
  kind: 'OperatorCondition',
  metadata: { namespace: 'op', name: 'v1', generation },
  ...fields,
});
const says = (status: string, observedGeneration = 1): Record<string, unknown> => ({
  status: { conditions: [{ type: 'Upgradeable', status, message: 'migrating', observedGeneration }] },
});
const overridden = (status: string): Record<string, unknown> => ({
  spec: { overrides: [{ type: 'Upgradeable', status, message: 'not today' }] },
});

function messages(given: KubernetesObject): unknown {
  const cluster = clusterOf(csv('op/v1'), csv('op/v2', { spec: { replaces: 'v1' } }), given);
  return Object.entries(runRule(upgradeable, cluster)).map(([name, { verdict }]) => [name, verdict?.reason, verdict?.message]);
}
const waits = (why: string): unknown => [['op/v2', 'OperatorConditionNotUpgradeable', `operator is not upgradeable: ${why}`]];

describe('upgradeable', () => {
  it('lets a CSV wait while its predecessor says that it cannot be upgraded', () => {
    expect(messages(condition(says('False')))).toEqual(waits('the operator is not upgradeable: migrating'));
  });

  it('lets it go on where the predecessor says nothing, or yes', () => {
    expect(messages(condition({}))).toEqual([]);
    expect(messages(condition(says('True')))).toEqual([]);
  });

  it('takes an override before the operator’s own word', () => {
    expect(messages(condition({ ...says('False'), ...overridden('True') }))).toEqual([]);
    expect(messages(condition({ ...says('True'), ...overridden('False') }))).toEqual(waits('the operator is not upgradeable: not today'));
  });

  it('takes a word that is older than the object for no', () => {
    expect(messages(condition(says('True'), 2))).toEqual(waits('the operatorcondition status "Upgradeable"="True" is outdated'));
  });
});
