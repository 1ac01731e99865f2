import { describe, expect, it } from 'vitest';
import { failed, neverSynced, SUCCEEDED, type Verdict } from '../../../src/olm/rules/verdict.js';

const GROUP = { kind: 'OperatorGroup', namespace: 'op', name: 'group' };

describe('a verdict', () => {
  it("is Succeeded in OLM's words", () => {
    expect(SUCCEEDED).toEqual<Verdict>({
      phase: 'Succeeded',
      reason: 'InstallSucceeded',
      message: 'install strategy completed with no errors',
      because: [],
    });
  });

  it('is Failed with a reason, a message and what it depends on', () => {
    expect(failed('OwnerConflict', 'taken')).toEqual({ phase: 'Failed', reason: 'OwnerConflict', message: 'taken', because: [] });
    expect(failed('OwnerConflict', 'taken', [GROUP]).because).toEqual([GROUP]);
  });

  it('has neither phase nor reason nor message where OLM gives the CSV none, but says why', () => {
    expect(neverSynced('ServiceAccountNotFound', [GROUP])).toEqual<Verdict>({
      phase: '',
      reason: '',
      message: '',
      neverSynced: 'ServiceAccountNotFound',
      because: [GROUP],
    });
  });
});
