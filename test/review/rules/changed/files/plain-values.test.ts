/** Values of a chart that are no sizes, texts or versions of programs, whatever their form. */
import { expect, it } from 'vitest';
import { arePlainValues } from '../../../../../src/review/rules/changed/files/plain-values.js';

it.each<readonly [object, object]>([
  [{ a: { marks: '2026.4.1' } }, { a: { marks: '2026.4.2' } }],
  [{ theme: 'a' }, { theme: 'evil.example/x:1' }],
  [{ env: { title: 'a' } }, { env: { title: 'b' } }],
  [{ args: [{ description: 'a' }] }, { args: [{ description: 'b' }] }],
  [{ description: 'a' }, { description: '--insecure' }],
  [{ audit: { retention: '90d' } }, { audit: { retention: '1d' } }],
  [{ admission: { replicas: 3 } }, { admission: { replicas: 1 } }],
  [{ a: { replicas: 3 } }, { a: { replicas: 0.4 } }],
  [{ a: { memory: '512Mi' } }, { a: { memory: '1' } }],
  [{ probe: { httpGet: { path: '/ready' } } }, { probe: { httpGet: { path: '/admin/shutdown' } } }],
  [{ probe: { httpGet: { path: '/ready' } } }, { probe: { httpGet: { path: '//evil.example' } } }],
  [{ a: { targetRevision: '1.2.3' } }, { a: { targetRevision: '1.2.4' } }],
  [{ a: { chart: { version: '1.2.3' } } }, { a: { chart: { version: '1.2.4' } } }],
  [{ psa: { enforceVersion: '1.29.0' } }, { psa: { enforceVersion: '1.30.0' } }],
  [{ trusted: '10.0.0' }, { trusted: '10.0.1' }],
])('is not plain: %j → %j', (before, after) => {
  expect(arePlainValues(before, after)).toBe(false);
});

it('is plain otherwise', () => {
  expect(arePlainValues({ a: { tag: '1.2.3', replicas: 2 } }, { a: { tag: '1.2.4', replicas: 3 } })).toBe(true);
});
