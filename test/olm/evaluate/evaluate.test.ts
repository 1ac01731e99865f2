import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import type { Cluster } from '../../../src/olm/model/cluster.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { group, namespace, subscription } from '../../support/build.js';
import { manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const EXTENSION =
  'apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: { name: kettle }\nspec: { namespace: op, serviceAccount: { name: i }, source: { sourceType: Catalog, catalog: { packageName: kettle } } }\n';

describe('objects of the other generation of OLM', () => {
  const mixed = (): Cluster =>
    readInput([
      folderOf({
        'v0.yaml': manifests(namespace('op'), group('op/group'), subscription('op/kettle'), subscription('op/tray')),
        'v1.yaml': EXTENSION,
      }),
    ]).cluster;

  it.each([
    ['documented', '1 ClusterExtension is not judged by the profile documented; --profile olm-v1 judges it'],
    ['olm', '1 ClusterExtension is not judged by the profile olm; --profile olm-v1 judges it'],
    ['olm-v1', '2 Subscriptions and 1 OperatorGroup are not judged by the profile olm-v1; the profiles documented and olm judge them'],
  ] as const)('are not judged by the profile %s, which is told', (profile, note) => {
    expect(evaluate(mixed(), { profile }).versions.notes).toContainEqual(note);
  });

  it('are not told of where there are none', () => {
    const { cluster: plain } = readInput([
      folderOf({ 'v0.yaml': manifests(namespace('op'), group('op/group'), subscription('op/kettle')) }),
    ]);
    expect(evaluate(plain).versions.notes).toEqual([]);
  });
});
