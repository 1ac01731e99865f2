/** The objects of an installed bundle have the same lines, whether a folder or a catalog has the bundle. */
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { csv, group, namespace, subscription } from '../../support/build.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const INPUT = manifests(namespace('op'), group('op/group'), subscription('op/lamp', { packageName: 'lamp', channel: 'stable' }));
const CSV = csv('op/lamp.v1.0.0', { spec: { version: '1.0.0' } });
const named = (apiVersion: string, kind: string, content: object): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name: 'more' },
  ...content,
});

const catalogFiles = (objects: readonly KubernetesObject[]): Record<string, string> => {
  const encoded = objects.map((object) => ({
    type: 'olm.bundle.object',
    value: { data: Buffer.from(JSON.stringify(object)).toString('base64') },
  }));
  const properties = [{ type: 'olm.package', value: { packageName: 'lamp', version: '1.0.0' } }, ...encoded];
  const documents = [
    { schema: 'olm.package', name: 'lamp', defaultChannel: 'stable' },
    { schema: 'olm.channel', package: 'lamp', name: 'stable', entries: [{ name: 'lamp.v1.0.0' }] },
    { schema: 'olm.bundle', package: 'lamp', name: 'lamp.v1.0.0', image: `example.com/lamp@sha256:${'a'.repeat(64)}`, properties },
  ];
  return { 'input.yaml': INPUT, 'catalog/catalog.json': documents.map((one) => JSON.stringify(one)).join('\n') };
};
const folderFiles = (objects: readonly KubernetesObject[]): Record<string, string> => ({
  'input.yaml': INPUT,
  ...Object.fromEntries(objects.map((object, index) => [`lamp/manifests/${index}.json`, JSON.stringify(object)])),
  'lamp/metadata/annotations.yaml': `annotations:
  operators.operatorframework.io.bundle.package.v1: lamp
  operators.operatorframework.io.bundle.channels.v1: stable
  operators.operatorframework.io.bundle.manifests.v1: manifests/
`,
});

const KINDS: readonly (readonly [KubernetesObject, KubernetesObject])[] = [
  [named('v1', 'ConfigMap', { data: { a: 'b' } }), named('v1', 'ConfigMap', { data: { a: 'c' } })],
  [named('v1', 'Service', { spec: { ports: [{ port: 80 }] } }), named('v1', 'Service', { spec: { ports: [{ port: 81 }] } })],
  [named('scheduling.k8s.io/v1', 'PriorityClass', { value: 1 }), named('scheduling.k8s.io/v1', 'PriorityClass', { value: 2 })],
];
const sides = (objects: readonly (KubernetesObject | undefined)[]): KubernetesObject[] => [CSV, ...objects.flatMap((one) => one ?? [])];
const CASES = KINDS.flatMap(([one, other]) =>
  (
    [
      ['comes', undefined, one],
      ['goes', one, undefined],
      ['changes', one, other],
    ] as const
  ).map(([how, was, is]) => ({ kind: one.kind, how, was, is })),
);

describe('an object of a bundle that an operator is installed from', () => {
  const linesOf = (
    files: (objects: readonly KubernetesObject[]) => Record<string, string>,
    was: KubernetesObject[],
    is: KubernetesObject[],
  ) => {
    const { out } = cli(['review', folderOf(files(was)), folderOf(files(is))]);
    return { first: out.split('\n')[0], changes: /^Changes\n(?: {2}.*\n)*/m.exec(out)?.[0] };
  };

  it.each(CASES)('$kind $how in a catalog as in a folder', ({ kind, was, is }) => {
    const [inCatalog, inFolder] = [catalogFiles, folderFiles].map((files) => linesOf(files, sides([was]), sides([is])));
    expect(inCatalog).toEqual(inFolder);
    expect(inCatalog?.changes).toContain(`${kind} more`);
  });

  it('stays text of the catalog where it cannot be read', () => {
    const broken = { ...catalogFiles(sides([])) };
    const [head] = [catalogFiles(sides([named('v1', 'ConfigMap', {})]))].map((files) => ({
      ...files,
      'catalog/catalog.json': (files['catalog/catalog.json'] ?? '').replace(/"data":"[^"]{8}([^"]*)"\}\}\]\}$/, '"data":"$1"}}]}'),
    }));
    const { out, err } = cli(['review', folderOf(broken), folderOf(head ?? {})]);
    expect(`${out}${err}`).toMatch(/lamp\.v1\.0\.0|catalog\.json/);
    expect(out).not.toContain('No change in meaning');
  });

  const entryOf = (
    files: Record<string, string>,
    change: (entry: { package: string; properties: { type: string; value: object }[] }) => object,
  ) => ({
    ...files,
    'catalog/catalog.json': (files['catalog/catalog.json'] ?? '')
      .split('\n')
      .map((line) => (line.includes('"olm.bundle"') ? JSON.stringify(change(JSON.parse(line))) : line))
      .join('\n'),
  });
  const MAP = named('v1', 'ConfigMap', { data: { a: 'b' } });
  const HIDING: readonly (readonly [string, Record<string, string>, Record<string, string>, string])[] = [
    [
      'an entry of the same name in another package',
      ...([MAP, named('v1', 'ConfigMap', { data: { a: 'c' } })].map((object) => {
        const files = catalogFiles(sides([MAP]));
        const other = entryOf(catalogFiles(sides([object])), (entry) => ({ ...entry, package: 'other' }));
        const more = { schema: 'olm.package', name: 'other', defaultChannel: 'stable' };
        const channel = { schema: 'olm.channel', package: 'other', name: 'stable', entries: [{ name: 'lamp.v1.0.0' }] };
        const documents = [
          files['catalog/catalog.json'],
          JSON.stringify(more),
          JSON.stringify(channel),
          other['catalog/catalog.json']?.split('\n').at(-1),
        ];
        return { ...files, 'catalog/catalog.json': documents.join('\n') };
      }) as unknown as [Record<string, string>, Record<string, string>]),
      'ackage other',
    ],
    [
      'another field beside the data',
      catalogFiles(sides([MAP])),
      entryOf(catalogFiles(sides([MAP])), (entry) => ({
        ...entry,
        properties: entry.properties.map((one, index, all) =>
          index === all.length - 1 ? { ...one, value: { ...one.value, ref: 'https://other.example.com' } } : one,
        ),
      })),
      'other.example.com',
    ],
    [
      'an object without a name',
      catalogFiles(sides([{ ...MAP, metadata: {} } as unknown as KubernetesObject])),
      catalogFiles(sides([{ ...MAP, metadata: {}, data: { a: 'c' } } as unknown as KubernetesObject])),
      'Package lamp',
    ],
    [
      'the order of the objects',
      catalogFiles(sides([MAP])),
      entryOf(catalogFiles(sides([MAP])), (entry) => ({ ...entry, properties: entry.properties.toReversed() })),
      'the order of properties',
    ],
    [
      'a field of the entry',
      catalogFiles(sides([MAP])),
      entryOf(catalogFiles(sides([named('v1', 'ConfigMap', { data: { a: 'c' } })])), (entry) => ({
        ...entry,
        image: 'other.example.com/lamp:1',
      })),
      'other.example.com',
    ],
  ];

  it.each(HIDING)('hides nothing that changes with it: %s', (_, before, after, line) => {
    const { out } = cli(['review', folderOf(before), folderOf(after)]);
    expect(/^Changes\n(?: {2}.*\n)*/m.exec(out)?.[0]).toContain(line);
  });
});
