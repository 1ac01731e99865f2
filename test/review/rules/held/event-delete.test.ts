import { describe, expect, it } from 'vitest';
import { eventDelete } from '../../../../src/review/rules/held/traffic-and-data.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('deletecollection', 'events');

describe('event-delete', () => {
  testsOfHeldRule(eventDelete, RULE);

  it('is a note for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(eventDelete, 'team', RULE)).toEqual(['info']);
    expect(severityOfAccountIn(eventDelete, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of create patch events', () => {
    expect(permissionsOfAccount(eventDelete, rule('create patch', 'events'))).toEqual([]);
  });
});
