import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { copiedCsvs } from '../../../../src/olm/checks/files/copied-csvs.js';
import { csv } from '../../../support/build.js';

const stored = { uid: 'a' };
const of = (id: string, more: object = {}): KubernetesObject => {
  const made = csv(id);
  return { ...made, metadata: { ...made.metadata, ...more } };
};
const copy = (more: object = {}) => of('app/a.v1', { labels: { 'olm.copiedFrom': 'ops' }, ...more });

// removeDanglingChildCSVs of OLM's olm/operator.go.
it.each<[string, KubernetesObject[], string[]]>([
  ['without its CSV', [copy()], ['warning']],
  ['with its CSV', [copy(), of('ops/a.v1')], []],
  ['with a CSV of another name', [copy(), of('ops/a.v2')], ['warning']],
  ['with a CSV of another namespace', [copy(), of('other/a.v1')], ['warning']],
  ['with a CSV that is a copy itself', [copy(), of('ops/a.v1', { labels: { 'olm.copiedFrom': 'x' } })], ['warning', 'warning']],
  ['of a dump of one namespace', [copy(stored)], ['info']],
  ['of a dump', [copy(stored), of('ops/a.v1', stored)], []],
  ['that is none', [of('app/a.v1')], []],
])('a copy %s', (_, given, told) => {
  expect(copiedCsvs(given).map(({ severity }) => severity)).toEqual(told);
});
