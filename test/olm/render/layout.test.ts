import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObjectOrCopies } from '../../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { FormatWriter } from '../../../src/base/manifest/format.js';
import { FORMAT_WRITERS } from '../../../src/base/manifest/format-writers.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { layOut } from '../../../src/olm/render/lay-out.js';
import { compareObjects, fileName, inReadingOrder } from '../../../src/olm/render/layout.js';
import { desiredCluster } from '../../../src/olm/subscriptions/desired-cluster.js';
import { csv, group, namespace } from '../../support/build.js';
import { deepFreeze } from '../../support/deep-freeze.js';
import { scenarioDocuments, scenarioNames } from '../../support/golden.js';
import { runs } from '../../support/runs.js';

const object = (kind: string, name: string, namespace?: string, rest: object = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  ...rest,
});
const plain = (...args: Parameters<typeof object>): ObjectOrCopies => ({ object: object(...args) });
const copied = (kind: string, name: string, namespaces: readonly string[], ownerNamespaceLabel = false): ObjectOrCopies => ({
  object: object(kind, name, undefined, ownerNamespaceLabel ? {} : { spec: { of: name } }),
  copies: { namespaces, ownerNamespaceLabel },
});

/** File name → `Kind name` of its documents. */
function contents(...rendered: ObjectOrCopies[]): Record<string, string[]> {
  return Object.fromEntries(
    layOut(rendered, FORMAT_WRITERS.json).map((file) => [
      file.name,
      [...file.documents()].map((text) => {
        const { kind, metadata } = JSON.parse(text) as KubernetesObject;
        return `${kind} ${metadata.name}`;
      }),
    ]),
  );
}

describe('the files of a rendering', () => {
  it('are one for what is cluster-scoped, then one for each namespace by name', () => {
    const files = layOut(
      [plain('Role', 'r', 'b'), plain('Role', 'r', 'a'), plain('ClusterRole', 'c'), copied('Role', 'copy', ['d', 'B'])],
      FORMAT_WRITERS.yaml,
    );
    expect(files.map(({ name }) => name)).toEqual(['cluster', 'ns-B', 'ns-a', 'ns-b', 'ns-d']);
  });

  it('are none where nothing is rendered', () => {
    expect(layOut([], FORMAT_WRITERS.yaml)).toEqual([]);
  });

  it('cannot be mistaken for one another: a namespace may be called cluster', () => {
    expect([fileName(undefined), fileName('cluster'), fileName('ns-cluster')]).toEqual(['cluster', 'ns-cluster', 'ns-ns-cluster']);
  });

  it('hold what others need first, then by name', () => {
    const kinds = ['ClusterServiceVersion', 'OperatorGroup', 'RoleBinding', 'Role', 'ServiceAccount', 'Namespace', 'Another'];
    expect(contents(...kinds.flatMap((kind) => [plain(kind, 'b', 'n'), plain(kind, 'a', 'n')]))).toEqual({
      'ns-n': ['Namespace', 'ServiceAccount', 'Role', 'RoleBinding', 'OperatorGroup', 'ClusterServiceVersion', 'Another'].flatMap(
        (kind) => [`${kind} a`, `${kind} b`],
      ),
    });
    expect(
      contents(
        plain('ClusterRoleBinding', 'x'),
        plain('ClusterRole', 'x'),
        plain('CustomResourceDefinition', 'x'),
        plain('Namespace', 'x'),
      ),
    ).toEqual({
      cluster: ['Namespace x', 'CustomResourceDefinition x', 'ClusterRole x', 'ClusterRoleBinding x'],
    });
  });

  it('hold copies among the other objects of their namespaces', () => {
    expect(contents(plain('Role', 'z', 'a'), copied('Role', 'copy', ['a', 'b']), plain('Role', 'b', 'a'))).toEqual({
      'ns-a': ['Role b', 'Role copy', 'Role z'],
      'ns-b': ['Role copy'],
    });
  });

  it('hold each copy with its own namespace, as if it had been written by itself', () => {
    const item = copied('Role', 'copy', ['a', 'on', '123'], true);
    for (const writer of Object.values(FORMAT_WRITERS)) {
      const texts = layOut([item], writer).map(({ documents }) => [...documents()].join(''));
      expect(texts).toEqual(
        ['123', 'a', 'on'].map((namespace) =>
          writer.value(
            object('Role', 'copy', namespace, { metadata: { name: 'copy', namespace, labels: { 'olm.owner.namespace': namespace } } }),
          ),
        ),
      );
    }
  });
});

describe('each distinct object', () => {
  it('is turned into text once, whatever the number of its copies', () => {
    const written: unknown[] = [];
    const counting: FormatWriter = {
      ...FORMAT_WRITERS.yaml,
      value: (value) => {
        if (typeof value === 'object') written.push(value);
        return FORMAT_WRITERS.yaml.value(value);
      },
    };
    const namespaces = Array.from({ length: 100 }, (_, index) => `n${index}`);
    const files = layOut([copied('Role', 'one', namespaces), copied('Role', 'two', namespaces), plain('Role', 'three', 'n0')], counting);
    expect(written).toEqual([]);
    const texts = files.flatMap(({ documents }) => [...documents()]);
    expect([texts.length, written.length]).toEqual([201, 3]);
  });
});

describe('the order of objects', () => {
  it('is by kind, then name, in byte order', () => {
    const sorted = [object('Namespace', 'b'), object('Role', 'Z'), object('Role', 'a'), object('A', 'a'), object('B', 'a')];
    fc.assert(
      fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (shuffled) => {
        expect(shuffled.toSorted(compareObjects)).toEqual(sorted);
      }),
    );
  });
});

describe('an object as people read it', () => {
  it('begins with what and where it is, and ends with its status', () => {
    const given = deepFreeze({
      status: { phase: 'x' },
      spec: { z: 1, a: 2 },
      data: {},
      metadata: { generateName: 'g', annotations: { b: '2', a: '1' }, labels: { l: '3' }, namespace: 'n', name: 'm' },
      kind: 'Kind',
      apiVersion: 'v1',
    });
    const ordered = inReadingOrder(given);
    expect(ordered).toEqual(given);
    expect(JSON.stringify(ordered)).toBe(
      '{"apiVersion":"v1","kind":"Kind","metadata":{"name":"m","namespace":"n","labels":{"l":"3"},"annotations":{"b":"2","a":"1"},"generateName":"g"},"spec":{"z":1,"a":2},"data":{},"status":{"phase":"x"}}',
    );
  });

  it('is given no field that it did not have', () => {
    expect(Object.keys(inReadingOrder(object('Role', 'r')))).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(Object.keys(inReadingOrder(object('Role', 'r')).metadata)).toEqual(['name']);
  });
});

/** Clusters in which several groups have the same name, the same API, or the same CSV. */
const CROWDED: [string, KubernetesObject[]][] = [
  [
    'one API in two groups',
    ['a', 'b', 'c'].flatMap((team) => [
      group(`${team}/${team}`, { targets: [team] }),
      csv(`${team}/etcd.v1`, { owns: ['Etcd.v1.example.com', 'Backup.v1.example.com'] }),
    ]),
  ],
  [
    'two groups of one name, and two in one namespace',
    ['a/same', 'b/same', 'b/other'].flatMap((id) => [group(id), csv(`${id}.v1`, { owns: [`Kind${id.slice(0, 1)}.v1.example.com`] })]),
  ],
  [
    'three groups that compete for an API',
    ['a', 'b', 'c'].flatMap((team) => [group(`${team}/${team}`), csv(`${team}/etcd.v1`, { owns: ['Etcd.v1.example.com'] })]),
  ],
];

describe('the order of the input', () => {
  const result = (documents: readonly KubernetesObject[]): string => {
    const source = { file: 'test', document: 0, path: [] };
    const { cluster, problems } = desiredCluster(documents.map((value) => ({ value, source })));
    expect(problems).toEqual([]);
    const { rendered, findings } = evaluate(cluster);
    const texts = layOut(rendered, FORMAT_WRITERS.yaml).flatMap(({ name, documents: pieces }) => [name, ...pieces()]);
    return [...texts, ...findings.map((finding) => JSON.stringify(finding))].join('---\n');
  };

  it.each([...CROWDED, ...scenarioNames.map((name): [string, KubernetesObject[]] => [name, scenarioDocuments(name)])])(
    'never changes a byte, nor a finding: %s',
    (_, given) => {
      const there = new Set(given.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
      const needed = new Set(given.flatMap(({ metadata }) => metadata.namespace ?? []));
      const documents = [...[...needed].filter((name) => !there.has(`Namespace ${name}`)).map((name) => namespace(name)), ...given];
      const expected = result(documents);
      fc.assert(
        fc.property(fc.shuffledSubarray(documents, { minLength: documents.length }), (shuffled) => result(shuffled) === expected),
        runs(6),
      );
    },
  );
});
