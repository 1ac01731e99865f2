import { expect, it } from 'vitest';
import { evaluateFiles } from '../../../src/olm/evaluate/evaluate-files.js';
import { ALONGSIDE, withAlongside } from '../../../src/olm/rules/alongside.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { clusterOf, crd, csv, group, namespace } from '../../support/build.js';

const stored = <T extends { metadata: object }>(object: T): T => ({ ...object, metadata: { ...object.metadata, resourceVersion: '1' } });
const clusterWith = (notes: readonly string[], dumped = true) => {
  const annotations = Object.fromEntries(notes.map((note, index) => [`${ALONGSIDE}${index}`, note]));
  const mugs = crd('Mug.v1.example.com') as unknown as { metadata: object };
  const owned = { owned: [{ name: 'mugs.example.com', kind: 'Mug', version: 'v1' }] };
  const of = (name: string, replaces?: string) => {
    const made = csv(`op/${name}`) as unknown as { metadata: object; spec: object };
    return { ...made, spec: { ...made.spec, customresourcedefinitions: owned, ...(replaces === undefined ? {} : { replaces }) } };
  };
  const objects = [namespace('op'), group('op/og'), of('old'), of('new', 'old'), { ...mugs, metadata: { ...mugs.metadata, annotations } }];
  return clusterOf(...((dumped ? objects.map((one) => stored(one as { metadata: object })) : objects) as never[]));
};
const waits = (notes: readonly string[], dumped = true): boolean => {
  const cluster = clusterWith(notes, dumped);
  return resolve(cluster).csvs.some((one) => one.csv.name === 'new' && withAlongside(one, cluster).verdict.phase === 'Pending');
};

// othersInstalledAlongside of OLM's olm/requirements.go.
it.each<[string, string[], boolean]>([
  ['notes nobody', [], false],
  ['notes the version before', ['op/old'], true],
  ['notes both', ['op/old', 'op/new'], false],
  ['notes the CSV itself', ['op/new'], false],
  ['notes a version that is gone', ['op/older'], false],
  ['notes another namespace', ['other/old'], false],
  ['has a note that OLM cannot read', ['op/old/more', 'old'], false],
])('a CRD that %s', (_, notes, isAwaited) => {
  expect(waits(notes)).toBe(isAwaited);
});

it('proves nothing in files that somebody writes', () => {
  expect(waits(['op/old'], false)).toBe(false);
});

// transitionCSVState moves a CSV to Replacing as soon as another one replaces it.
it('keeps the version before', () => {
  const { csvs } = evaluateFiles(clusterWith(['op/old'])).resolution;
  expect(csvs.map(({ csv: { name }, verdict: { phase } }) => [name, phase])).toEqual([
    ['new', 'Pending'],
    ['old', 'Replacing'],
  ]);
});
