/** The other objects of a bundle that comes from a catalog: an upgrade brings, changes and removes them as those of a folder. */
import { describe, expect, it } from 'vitest';
import { subscription } from '../../../../support/build.js';
import { catalogBlobs, catalogText, encoded } from '../../../../support/bundle-files.js';
import { manifests } from '../../../../support/command-line.js';
import { type Files, GROUP, NAMESPACE, review, reviewFolder } from '../../../../support/reviewed-files.js';

const { write } = reviewFolder();
const KINDS: readonly (readonly [string, string, object, object])[] = [
  ['v1', 'ConfigMap', { data: { a: 'b' } }, { data: { a: 'c' } }],
  ['networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {} } }, { spec: { podSelector: { matchLabels: { a: 'b' } } } }],
  ['policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1 } }, { spec: { minAvailable: 2 } }],
];
type Given = readonly [old: object | undefined, now: object | undefined];

/** The files in which a version is installed, from a catalog with the objects of both versions. */
function files(version: string, [old, now]: Given): Files {
  const blobs = catalogBlobs('etcd', { stable: [{ name: 'etcd.v1.0.0' }, { name: 'etcd.v1.1.0', replaces: 'etcd.v1.0.0' }] }).map(
    (blob) => {
      const { name, properties } = blob as { readonly name?: string; readonly properties?: readonly unknown[] };
      const other = name === 'etcd.v1.0.0' ? old : now;
      return properties && other ? { ...blob, properties: [...properties, encoded(other)] } : blob;
    },
  );
  const asked = subscription('op/etcd', { channel: 'stable' });
  const own = { ...asked, spec: { ...(asked.spec as object), startingCSV: version, installPlanApproval: 'Manual' } };
  return { 'cluster.yaml': `${NAMESPACE}---\n${GROUP}---\n${manifests(own)}`, 'catalog.json': catalogText(blobs) };
}

describe.each(KINDS)('%s %s', (apiVersion, kind, first, second) => {
  const object = (fields: object): object => ({ apiVersion, kind, metadata: { name: 'it' }, ...fields });

  it.each<[string, Given, RegExp | undefined]>([
    ['that comes', [undefined, object(first)], new RegExp(`New: ${kind} it`)],
    ['that goes', [object(first), undefined], new RegExp(`Removed: ${kind} it|${kind} it was removed`)],
    ['that changes', [object(first), object(second)], new RegExp(`${kind} \\S*it\\b`)],
    ['that stays', [object(first), object(first)], undefined],
  ])('%s', (_, given, expected) => {
    const { text } = review(write('base', files('etcd.v1.0.0', given)), write('head', files('etcd.v1.1.0', given)), '--all');
    if (expected) expect(text).toMatch(expected);
    else expect(text).not.toMatch(new RegExp(`${kind} \\S*it\\b`));
  });
});
