import { expect, it } from 'vitest';
import { type OlmRelease, openShiftRelease } from '../../../../../src/olm/model/olm-version.js';
import { allowsOpenShift } from '../../../../../src/review/rules/changed/platform/max-openshift.js';

const before = (version: string): OlmRelease => openShiftRelease(version) as OlmRelease;

it.each([
  ['4.15', '4.15', true],
  ['4.15', '4.16', false],
  ['4.15.3', '4.15', true],
  ['"4.20"', '4.19', true],
  ['4.9', '4.10', false],
  ['5.0', '4.23', true],
  ['4.22', '5.0', false],
  ['4.23', '5.0', true],
  ['4.23', '4.22', true],
  ['newest', '4.15', false],
])('olm.maxOpenShiftVersion %s and OpenShift %s: %s', (max, openshift, allowed) => {
  expect(allowsOpenShift(max, openshift, before('4.22'))).toBe(allowed);
});

it.each([
  ['4.21', false],
  ['4.22', true],
])('the OLM of OpenShift %s takes 4.23 for 5.0: %s', (version, allowed) => {
  expect(allowsOpenShift('4.23', '5.0', before(version))).toBe(allowed);
});
