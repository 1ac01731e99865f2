import { expect, it } from 'vitest';
import { effectTexts, refusedUpgrades, verdictText } from '../../../../src/olm/rules/crd-upgrade/refused-upgrades.js';
import { crdOf, field } from '../../../support/crd-pairs.js';

const text = { type: 'string' };

it('what loses stored objects comes first, what only OLM v1 minds last; a new CRD is accepted', () => {
  const before = crdOf({ v1alpha1: field(text), v1: field({ ...text, pattern: 'a', enum: ['a', 'b'] }) });
  const after = crdOf({ v1: field({ type: 'integer', enum: ['a'] }) });
  const [refused] = refusedUpgrades([before], [after]);
  expect(refused?.crd).toBe('databases.db.example.com');
  expect(refused?.verdicts.map((verdict) => [verdict.severity, verdict.check, verdictText(verdict)])).toEqual([
    ['error', 'type', 'v1.^.spec.x: type changed : "string" -> "integer"'],
    ['warning', 'enum', expect.stringContaining('allowed enum values removed')],
    ['info', 'pattern', expect.stringContaining('pattern removed')],
  ]);
  expect(effectTexts(refused?.verdicts ?? [], 'error')).toEqual(['spec.x of v1: type "string" → "integer"']);
  expect(refusedUpgrades([], [after])).toEqual([]);
  expect(refusedUpgrades([after], [after])).toEqual([]);
});
