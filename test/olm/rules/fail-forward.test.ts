import { describe, expect, it } from 'vitest';
import { failForwardNamespaces, makesWay } from '../../../src/olm/rules/replacement.js';
import { failed, type Reason, SUCCEEDED } from '../../../src/olm/rules/verdict.js';

describe('fail forward', () => {
  it('is for the namespaces whose group asks for it', () => {
    const groups = [
      { namespace: 'a', upgradeStrategy: 'TechPreviewUnsafeFailForward' },
      { namespace: 'b', upgradeStrategy: 'Default' },
      { namespace: 'c' },
    ];
    expect(failForwardNamespaces(groups)).toEqual(new Set(['a']));
  });

  it('or not, a running CSV makes way', () => {
    expect([makesWay(SUCCEEDED, false), makesWay(SUCCEEDED, true)]).toEqual([true, true]);
  });

  it.each<[Reason, boolean]>([
    ['InvalidInstallStrategy', true],
    ['InvalidWebhookDescription', true],
    ['OwnerConflict', true],
    ['InstallComponentFailed', true],
    ['UnsupportedOperatorGroup', false],
    ['NoOperatorGroup', false],
    ['TooManyOperatorGroups', false],
    ['NoTargetNamespaces', false],
    ['InvalidInstallModes', false],
    ['InterOperatorGroupOwnerConflict', false],
    ['CannotModifyStaticOperatorGroupProvidedAPIs', false],
  ])('lets a CSV that failed with %s make way: %s', (reason, expected) => {
    expect(makesWay(failed(reason, ''), true)).toBe(expected);
    expect(makesWay(failed(reason, ''), false)).toBe(false);
  });

  it('does not let a CSV make way that waits', () => {
    expect(makesWay({ phase: 'Pending', reason: 'RequirementsNotMet', message: '', because: [] }, true)).toBe(false);
  });
});
