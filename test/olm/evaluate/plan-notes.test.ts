import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { evaluateFiles } from '../../../src/olm/evaluate/evaluate-files.js';
import { withPlanNotes } from '../../../src/olm/evaluate/plan-notes.js';
import { desiredCluster } from '../../../src/olm/subscriptions/desired-cluster.js';
import { csv, group, namespace, subscription } from '../../support/build.js';
import { catalogBlobs, catalogText } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';

const OBJECT = 'olm.bundle.object';
const crd = (annotations: object): string =>
  Buffer.from(
    JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'etcds.db.example.com', annotations },
      spec: {
        group: 'db.example.com',
        scope: 'Namespaced',
        names: { plural: 'etcds', singular: 'etcd', kind: 'Etcd', listKind: 'EtcdList' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    }),
  ).toString('base64');

interface Asked {
  readonly properties?: readonly unknown[];
  readonly annotations?: object;
  readonly profile?: 'olm' | 'documented';
  readonly install?: object;
}

/** The annotations of the rendered objects of a kind. */
function notesOf(kind: string, { properties = [], annotations = {}, profile = 'olm', install }: Asked): Record<string, string>[] {
  const { documents } = parseDocuments({
    file: 'cluster.yaml',
    text: manifests(namespace('op'), group('op/group'), subscription('op/etcd', { channel: 'stable' }), csv('op/other.v1')),
  });
  const blobs = catalogBlobs('etcd', { stable: [{ name: 'etcd.v1.0.0' }] }).map((blob) => {
    const { properties: own } = blob as { readonly properties?: readonly unknown[] };
    return own ? { ...blob, properties: [...own, ...properties, { type: OBJECT, value: { data: crd(annotations) } }] } : blob;
  });
  const catalogs = parseDocuments({ file: 'catalog.json', text: catalogText(blobs) }).documents;
  const evaluation = evaluateFiles(desiredCluster(documents, { catalogs }).cluster, { profile, ...(install ? { install } : {}) });
  return withPlanNotes(evaluation.rendered, evaluation)
    .filter(({ object }) => object.kind === kind)
    .map(({ object }) => object.metadata.annotations ?? {});
}

// NewStepResourceFromBundle in OLM's pkg/controller/registry/resolver/steps.go.
describe('the properties of a CSV', () => {
  const PROPERTIES = 'operatorframework.io/properties';
  const said = (asked: Asked): string[] => notesOf('ClusterServiceVersion', asked).map((notes) => notes[PROPERTIES] ?? '');

  it.each<[string, unknown, string | undefined]>([
    ['an API', { type: 'olm.gvk', value: { group: 'a.com', kind: 'A', version: 'v1' } }, '{"group":"a.com","kind":"A","version":"v1"}'],
    ['a range, as Go writes it', { type: 'example.com/range', value: { from: '>=1.0.0 <2.0.0' } }, '{"from":"\\u003e=1.0.0 \\u003c2.0.0"}'],
    ['an own property', { type: 'example.com/x', value: 'a&b' }, '"a\\u0026b"'],
    ['metadata, which no catalog serves', { type: 'olm.csv.metadata', value: { displayName: 'e' } }, undefined],
  ])('have %s', (_, property, text) => {
    const own = said({ properties: [property] }).find((one) => one !== '') ?? '';
    expect(own).toMatch(/^\{"properties":\[\{"type":"olm\.package","value":\{"packageName":"etcd","version":"1\.0\.0"\}\}/);
    expect(own).not.toContain(OBJECT);
    if (text === undefined) expect(own).not.toContain('olm.csv.metadata');
    else expect(own).toContain(text);
  });

  it('are not those of the documents', () => {
    expect(said({ profile: 'documented' })).toEqual(['', '']);
  });
});

// setInstalledAlongsideAnnotation in OLM's pkg/controller/operators/catalog/step.go, and internal/alongside.
describe('the note on a CRD', () => {
  const PREFIX = 'operatorframework.io/installed-alongside-';
  const install = {};
  const KEY = `${PREFIX}3bdb25b3be647e98`;

  it.each<[string, object, object]>([
    ['is new', {}, {}],
    ['keeps other annotations', { a: 'b' }, { a: 'b' }],
    ['replaces that of a CSV that is gone', { [`${PREFIX}1`]: 'op/etcd.v0.9.0' }, {}],
    ['writes its own key anew', { [`${PREFIX}2`]: 'op/etcd.v1.0.0' }, {}],
    ['keeps that of a CSV that exists', { [`${PREFIX}3`]: 'op/other.v1' }, { [`${PREFIX}164f74887f3e37fe`]: 'op/other.v1' }],
  ])('%s', (_, annotations, kept) => {
    expect(notesOf('CustomResourceDefinition', { annotations, install })).toEqual([{ ...kept, [KEY]: 'op/etcd.v1.0.0' }]);
  });

  it('is not in the documents', () => {
    expect(notesOf('CustomResourceDefinition', { install, profile: 'documented' })).toEqual([{}]);
  });
});
