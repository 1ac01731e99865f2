import { expect, it } from 'vitest';
import { parseDocuments } from '../../../../../src/base/manifest/parse.js';
import { desiredCluster } from '../../../../../src/olm/subscriptions/desired-cluster.js';
import { withoutEdge } from '../../../../../src/review/rules/changed/sources/without-edge.js';
import type { State } from '../../../../../src/review/state/state.js';
import { namespace } from '../../../../support/build.js';
import { catalogBlobs, catalogText, type EntryFields } from '../../../../support/bundle-files.js';
import { manifests } from '../../../../support/command-line.js';
import { stateOfCluster } from '../../../../support/states.js';

const ENTRIES: EntryFields[] = [
  { name: 'etcd.v1.0.0' },
  { name: 'etcd.v1.1.0', replaces: 'etcd.v1.0.0' },
  { name: 'etcd.v2.0.0', replaces: 'etcd.v1.1.0' },
  { name: 'etcd.v2.1.0', replaces: 'etcd.v2.0.0', skips: ['etcd.v1.1.0'] },
  { name: 'etcd.v3.0.0', skipRange: '>=1.0.0 <3.0.0' },
];

const extension = (version: string, more: object) => ({
  apiVersion: 'olm.operatorframework.io/v1',
  kind: 'ClusterExtension',
  metadata: { name: 'etcd' },
  spec: { namespace: 'op', source: { sourceType: 'Catalog', catalog: { packageName: 'etcd', version, ...more } } },
});

function state(version: string, more: object = {}): State {
  const { documents } = parseDocuments({ file: 'cluster.yaml', text: manifests(namespace('op'), extension(version, more)) });
  const catalogs = parseDocuments({ file: 'catalog.json', text: catalogText(catalogBlobs('etcd', { stable: ENTRIES })) }).documents;
  return stateOfCluster(desiredCluster(documents, { catalogs }).cluster, [], 'olm-v1');
}

const told = (was: string, is: string, more: object = {}): string | undefined =>
  withoutEdge(extension(is, more) as never, state(was), state(is, more));

/** The versions that follow another (SuccessorsOf of operator-controller); each may also stay. */
const FOLLOWS: Record<string, readonly string[]> = {
  '1.0.0': ['1.1.0', '3.0.0'],
  '1.1.0': ['2.0.0', '2.1.0', '3.0.0'],
  '2.0.0': ['2.1.0', '3.0.0'],
  '2.1.0': ['3.0.0'],
  '3.0.0': [],
};
const VERSIONS = Object.keys(FOLLOWS);

it.each(VERSIONS.flatMap((was) => VERSIONS.filter((is) => is !== was).map((is) => [was, is] as const)))('from %s to %s', (was, is) => {
  const text = told(was, is);
  if (FOLLOWS[was]?.includes(is)) expect(text).toBeUndefined();
  else
    expect(text).toMatch(
      new RegExp(`^a running cluster stays at etcd\\.v${was}: .* upgrade edge .*SelfCertified; a new one installs etcd\\.v${is}`),
    );
  expect(told(was, is, { upgradeConstraintPolicy: 'SelfCertified' })).toBeUndefined();
});

it.each([
  ['1.0.0', '>=1.0.0', undefined],
  ['1.0.0', '2.x', 'etcd.v1.0.0'],
  ['3.0.0', '<3.0.0', 'etcd.v3.0.0'],
  ['>=1.0.0', '2.1.0', 'etcd.v3.0.0'],
])('from the range %s to %s', (was, is, stays) => {
  const text = told(was, is);
  if (stays === undefined) expect(text).toBeUndefined();
  else expect(text).toContain(`stays at ${stays}:`);
});
