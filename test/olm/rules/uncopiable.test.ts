import { describe, expect, it } from 'vitest';
import { isUncopiable } from '../../../src/olm/rules/verdict.js';

describe('a reason', () => {
  it.each(['', 'UnsupportedOperatorGroup', 'InterOperatorGroupOwnerConflict'])('that keeps a CSV from being copied: %s', (reason) => {
    expect(isUncopiable(reason)).toBe(true);
  });

  it.each(['InstallSucceeded', 'RequirementsNotMet', 'OwnerConflict'])('with which a CSV is copied: %s', (reason) => {
    expect(isUncopiable(reason)).toBe(false);
  });
});
