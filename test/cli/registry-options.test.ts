/** The options about registries: what is pulled from where is for the user to say, and not for what is judged. */
import { expect, it } from 'vitest';
import { group, namespace } from '../support/build.js';
import { cliToEnd } from '../support/cli-to-end.js';
import { manifests } from '../support/command-line.js';
import { fakeRegistry, ownEnvironment } from '../support/fake-registry.js';
import { folderOf } from '../support/files.js';
import { CATALOG_LABELS, imageOf, layerOf } from '../support/images.js';

const CATALOG = imageOf({
  layers: [layerOf({ 'configs/kettle/catalog.yaml': 'schema: olm.package\nname: kettle\n' })],
  labels: CATALOG_LABELS,
});

it('mirrors of the input count only with --input-mirrors, and its configuration cannot name any', async () => {
  const [named, mirror] = [await fakeRegistry(), await fakeRegistry()];
  for (const registry of [named, mirror]) registry.push('acme/catalog', 'v1', CATALOG);
  const object = (apiVersion: string, kind: string, name: string, spec: object) => ({
    apiVersion,
    kind,
    metadata: { name, ...(kind === 'ImageTagMirrorSet' ? {} : { namespace: 'olm' }) },
    spec,
  });
  const objects = [
    namespace('olm'),
    group('olm/og'),
    object('operators.coreos.com/v1alpha1', 'CatalogSource', 'ours', { sourceType: 'grpc', image: `${named.host}/acme/catalog:v1` }),
    object('operators.coreos.com/v1alpha1', 'Subscription', 'kettle', { name: 'kettle', source: 'ours', sourceNamespace: 'olm' }),
    object('config.openshift.io/v1', 'ImageTagMirrorSet', 'm', {
      imageTagMirrors: [{ source: `${named.host}/acme`, mirrors: [`${mirror.host}/acme`] }],
    }),
  ];
  const folder = folderOf({ 'app.yaml': manifests(...(objects as Parameters<typeof manifests>[0][])) });
  await cliToEnd(['lock', folder], ownEnvironment());
  expect([named.asked.length > 0, mirror.asked.length]).toEqual([true, 0]);
  await cliToEnd(['lock', folder, '--input-mirrors'], ownEnvironment());
  expect(mirror.asked.length).toBeGreaterThan(0);

  for (const option of ['mirror: [a=b]', 'input-mirrors: true', 'plain-http: [a]', 'ca: [a]']) {
    const own = folderOf({ 'app.yaml': manifests(namespace('olm')), '.cdk8s-olm.yaml': `options:\n  ${option}\n` });
    expect((await cliToEnd(['lock', own], ownEnvironment())).code).toBe(2);
  }
});
