import { expect, it } from 'vitest';
import { selectorInvalid } from '../../../src/olm/checks/groups.js';
import { group, namespace } from '../../support/build.js';
import { findings } from '../../support/findings.js';

const found = (selector: unknown) =>
  findings(namespace('op'), group('op/group', { selector } as never)).filter(({ id }) => id === selectorInvalid.id);

it('a group whose selector Kubernetes cannot read is never synced, whether or not it has operators', () => {
  const matchExpressions = [
    { key: 'bad key', operator: 'Exists' },
    { key: 'tenant', operator: 'Is', values: ['a'] },
    { key: 'tenant', operator: 'In' },
  ];
  expect(found({ matchLabels: { tenant: 'not valid!' }, matchExpressions })).toMatchObject([
    {
      severity: 'error',
      subject: { kind: 'OperatorGroup', namespace: 'op', name: 'group' },
      message:
        'spec.selector is not valid, and OLM never syncs the group: "not valid!" is not a valid label value, "bad key" is not a valid label key, ' +
        '"Is" is not one of the operators In, NotIn, Exists and DoesNotExist and the operator In needs values',
    },
  ]);
});

it('a good selector is none of that, nor one beside a list, which decides', () => {
  expect(found({ matchExpressions: [{ key: 'tenant', operator: 'In', values: ['a'] }] })).toEqual([]);
  expect(
    findings(namespace('op'), group('op/group', { targets: ['op'], selector: { matchLabels: { 'a b': 'c' } } })).map(({ id }) => id),
  ).not.toContain(selectorInvalid.id);
});
