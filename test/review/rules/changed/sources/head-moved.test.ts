import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../../../src/base/manifest/parse.js';
import { desiredCluster } from '../../../../../src/olm/subscriptions/desired-cluster.js';
import { headMoved } from '../../../../../src/review/rules/changed/sources/head-moved.js';
import type { State } from '../../../../../src/review/state/state.js';
import { group, namespace, subscription } from '../../../../support/build.js';
import { catalogBlobs, catalogText, type EntryFields } from '../../../../support/bundle-files.js';
import { manifests } from '../../../../support/command-line.js';
import { sides, stateOfCluster } from '../../../../support/states.js';

const FIRST: EntryFields = { name: 'etcd.v1.0.0' };
const NEXT: EntryFields = { name: 'etcd.v1.1.0', replaces: 'etcd.v1.0.0' };

type Blob = ReturnType<typeof catalogBlobs>[number] & { readonly properties?: readonly { readonly type: string }[] };

const withoutManifests = (blob: Blob): Blob =>
  blob.properties ? { ...blob, properties: blob.properties.filter(({ type }) => type !== 'olm.bundle.object') } : blob;

/** A state whose catalog has these entries. */
function state(entries: readonly EntryFields[], installPlanApproval: string, hasManifests: boolean): State {
  const asked = subscription('op/etcd', { channel: 'stable' });
  const own = { ...asked, spec: { ...(asked.spec as object), installPlanApproval } };
  const text = manifests(namespace('op'), group('op/group'), own);
  const { documents } = parseDocuments({ file: 'cluster.yaml', text });
  const blobs = (entries.length === 0 ? [] : catalogBlobs('etcd', { stable: entries })).map((blob) =>
    hasManifests ? blob : withoutManifests(blob),
  );
  const catalogs = parseDocuments({ file: 'catalog.json', text: catalogText(blobs) }).documents;
  const { cluster, problems } = desiredCluster(documents, { catalogs });
  expect(problems).toEqual([]);
  return stateOfCluster(cluster, [], 'documented');
}

const moves = (before: readonly EntryFields[], after: readonly EntryFields[], approval = 'Automatic', hasManifests = false): unknown[] =>
  headMoved
    .compare(...sides(state(before, approval, hasManifests), state(after, approval, hasManifests)))
    .map(({ rule: { id: kind }, severity, subject, message }) => [kind, severity, subject.name, message]);

describe('a catalog that changes', () => {
  it('upgrades by itself who follows a channel whose head moves', () => {
    expect(moves([FIRST], [FIRST, NEXT])).toEqual([
      [
        'head-moved',
        'warning',
        'etcd',
        'the catalog leads to etcd.v1.1.0 and no longer to etcd.v1.0.0; where OLM runs, it is upgraded by itself: its approval is Automatic',
      ],
    ]);
  });

  it('names no version before, where the catalog was not known', () => {
    const [, , , message] = moves([], [FIRST])[0] as string[];
    expect(message).toMatch(/^the catalog leads to etcd\.v1\.0\.0; where OLM runs/);
  });

  it('is compared by its permissions where the manifests of the new version are known', () => {
    expect(moves([FIRST], [FIRST, NEXT], 'Automatic', true)).toEqual([
      ['head-moved', 'info', 'etcd', expect.stringMatching(/^the catalog leads to/)],
    ]);
  });

  it('waits for a person where approval is Manual', () => {
    expect(moves([FIRST], [FIRST, NEXT], 'Manual')).toEqual([
      ['head-moved', 'info', 'etcd', expect.stringMatching(/once a person approves it$/)],
    ]);
  });

  it('is no news where the head stays', () => {
    expect(moves([FIRST, NEXT], [FIRST, NEXT])).toEqual([]);
  });
});
