import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLocator } from '../../../src/base/manifest/locate.js';
import { isCatalogBlob } from '../../../src/olm/catalog/blob.js';
import { readBundle } from '../../../src/olm/read/read-bundle.js';
import { readCluster } from '../../../src/olm/read/read-cluster.js';
import { namespace, subscription } from '../../support/build.js';
import { annotations, bundleCsv, catalogBlobs } from '../../support/bundle-files.js';
import { runs } from '../../support/runs.js';

const KNOWN = [
  ...['schema', 'name', 'package', 'defaultChannel', 'entries', 'replaces', 'skips', 'properties', 'type', 'value', 'data', 'image'],
  ...['apiVersion', 'kind', 'metadata', 'spec', 'version', 'annotations', 'dependencies', 'status', 'constructor', 'toString', 'length'],
];
const LEAF = fc.oneof(
  fc.string(),
  fc.constantFrom('olm.package', 'olm.channel', 'olm.bundle', 'olm.bundle.object', 'etcd', 'etcd.v1', 'stable', 'e30=', 'W10='),
  fc.constantFrom('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', 'apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition'),
  fc.integer(),
  fc.constantFrom(null, true),
);
const { anything } = fc.letrec((tie) => ({
  anything: fc.oneof(
    { depthSize: 'small' },
    LEAF,
    fc.array(tie('anything'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KNOWN), tie('anything'), { maxKeys: 8, noNullPrototype: true }),
  ),
}));

/** A good object in which one field, some levels down, is replaced by anything. */
function spoilt(good: unknown): fc.Arbitrary<unknown> {
  if (typeof good !== 'object' || good === null) return anything;
  const keys = Object.keys(good);
  if (keys.length === 0) return anything;
  return fc.oneof(
    { weight: 1, arbitrary: anything },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(...keys)
        .chain((key) =>
          spoilt((good as Record<string, unknown>)[key]).map((value) =>
            Array.isArray(good) ? good.map((item, index) => (String(index) === key ? value : item)) : { ...good, [key]: value },
          ),
        ),
    },
  );
}

const documents = (file: string, values: readonly unknown[]) =>
  values.map((value, document) => ({ value, source: { file, document, path: [] } }));

/** Nothing is thrown, each problem can be told, and no CSV stands where no Subscription does. */
function isUsable(result: ReturnType<typeof readCluster>): void {
  const { locate } = createLocator(() => undefined);
  for (const problem of result.problems.map(locate)) expect(problem.message).not.toBe('');
  for (const csv of result.cluster.clusterServiceVersions) expect(csv.namespace).toBe('op');
}

const OBJECTS = documents('cluster.yaml', [namespace('op'), subscription('op/etcd')]);

describe('hostile input', () => {
  it('in a catalog is a problem, or nothing', () => {
    const good = catalogBlobs('etcd', { stable: [{ name: 'etcd.v1' }, { name: 'etcd.v2', replaces: 'etcd.v1' }] });
    fc.assert(
      fc.property(spoilt(good), (blobs) => {
        const catalogs = documents('index.yaml', Array.isArray(blobs) ? blobs : [blobs]).filter(({ value }) => isCatalogBlob(value));
        isUsable(readCluster(OBJECTS, { catalogs }));
      }),
      runs(60),
    );
  });

  it('in a bundle is a problem, or nothing', () => {
    const annotated = { annotations: { 'operators.operatorframework.io.bundle.package.v1': 'etcd' } };
    expect(annotations('etcd')).toContain(Object.keys(annotated.annotations)[0]);
    const good = {
      manifests: [bundleCsv('etcd/1.0.0', { replaces: 'etcd.v0', skips: ['a'] })],
      annotations: annotated,
      dependencies: { dependencies: [{ type: 'olm.gvk', value: {} }] },
    };
    fc.assert(
      fc.property(spoilt(good), (value) => {
        const { manifests, annotations: described, dependencies } = (value ?? {}) as Partial<typeof good>;
        const [annotationsDocument] = documents('annotations.yaml', [described ?? null]);
        const [dependenciesDocument] = documents('dependencies.yaml', [dependencies ?? null]);
        const { bundle, problems } = readBundle({
          folder: 'etcd',
          manifests: documents('csv.yaml', Array.isArray(manifests) ? manifests : [manifests]),
          ...(annotationsDocument ? { annotations: annotationsDocument } : {}),
          ...(dependenciesDocument ? { dependencies: dependenciesDocument } : {}),
        });
        expect(bundle !== undefined || problems.length > 0).toBe(true);
        isUsable(readCluster(OBJECTS, { bundles: bundle ? [bundle] : [] }));
      }),
      runs(60),
    );
  });
});
