import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { formatFieldPath } from '../../../../src/base/manifest/field-path.js';
import { isError } from '../../../../src/base/manifest/problem.js';
import * as all from '../../../../src/olm/read/csv-warnings.js';
import { readCluster } from '../../../../src/olm/read/read-cluster.js';
import { csv, namespace, readCsv } from '../../../support/build.js';
import { BUNDLES_AND_OUTCOMES, bundleCsv, bundleNames } from '../../../support/bundles.js';
import { deepFreeze } from '../../../support/deep-freeze.js';
import { describeWith } from '../../../support/needs.js';

const source = { file: 'test', document: 0, path: [] };
const { CSV_CHECKS, csvWarnings, ...checks } = all;

/** Code and field of what is said about a CSV in a cluster of its own. */
function about(manifest: KubernetesObject): string[] {
  const documents = [namespace(manifest.metadata.namespace ?? ''), manifest].map((value) => ({ value, source }));
  return readCluster(documents).problems.map(({ code, at }) => `${code} ${formatFieldPath(at)}`);
}

describe('the checks of a CSV', () => {
  it('are all on the list', () => {
    expect(CSV_CHECKS.map(({ name }) => name).sort()).toEqual(Object.keys(checks).sort());
  });

  it('only warn, and say where', () => {
    const found = csvWarnings(
      deepFreeze(
        readCsv('operators/etcd.v1', {
          annotations: { 'olm.operatorGroup': 'a' },
          spec: { installModes: [{ type: 'x', supported: true }] },
        }),
      ),
      source,
    );
    expect(found.map(({ code, source: from }) => [code, from])).toEqual([
      ['CSV_RESERVED_ANNOTATION', source],
      ['CSV_INSTALL_MODE', source],
    ]);
    expect(found.filter(isError)).toEqual([]);
  });

  it('come with whatever is read, and the CSV is read all the same', () => {
    const documents = [namespace('operators'), csv('operators/etcd.v1', { spec: { Replaces: 'etcd.v0' } })].map((value) => ({
      value,
      source,
    }));
    const { cluster, problems } = readCluster(documents);
    expect(problems.map(({ code }) => code)).toEqual(['CSV_KEY_CASE']);
    expect(cluster.clusterServiceVersions).toHaveLength(1);
  });
});

/** What is said about real CSVs. Read as a person: each of these is worth a look, and none of them is said twice. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  'camel-karavan-operator/3.20.1': ['CSV_DUPLICATE_RULES spec.install.spec.permissions[0].rules[5]'],
  'cert-manager/1.16.5': ['CSV_DUPLICATE_RULES spec.install.spec.clusterPermissions[0].rules[15]'],
  'community-kubevirt-hyperconverged/1.18.1': ['CSV_DUPLICATE_RULES spec.install.spec.permissions[1].rules[9]'],
  // In server-side apply, one such field is enough for the whole CSV to be refused.
  'community-trivy-operator/2.4.0': ['CSV_UNKNOWN_FIELD spec.install.spec.services'],
  'dynatrace-operator/0.7.1': [
    'CSV_ANNOTATION_NAME metadata.annotations["olm.skipsRange"]',
    'CSV_UNKNOWN_FIELD spec.install.spec.deployments[0].spec.template.containers',
    'CSV_UNKNOWN_FIELD spec.install.spec.deployments[1].spec.template.containers',
  ],
  'multicluster-operators-subscription/0.4.1': [
    ...Array.from({ length: 10 }, (_, index) => `CSV_UNKNOWN_FIELD spec.customresourcedefinitions.owned[${index}].group`),
    ...[3, 4].flatMap((index) =>
      ['defaultMode', 'secretName', 'items'].map(
        (field) => `CSV_UNKNOWN_FIELD spec.install.spec.deployments[${index}].spec.template.spec.volumes[1].${field}`,
      ),
    ),
  ],
  'rabbitmq-messaging-topology-operator/1.19.3': ['CSV_UNKNOWN_FIELD spec.support'],
  'dynatrace-operator/1.10.2': ['CSV_DUPLICATE_RULES spec.install.spec.clusterPermissions[0].rules[13]'],
  'ember-csi-community-operator/0.9.9': ['CSV_API_VERSION apiVersion'],
  'eventing-kogito/1.2.0': ['CSV_RESERVED_ANNOTATION metadata.annotations["olm.targetNamespaces"]'],
  'percona-server-mongodb-operator/1.18.0': ['CSV_INSTALL_MODE spec.installModes[0].type'],
  'universal-crossplane/1.5.1-up.1': ['CSV_API_VERSION apiVersion'],
};

describeWith(BUNDLES_AND_OUTCOMES, 'of real CSVs', () => {
  it.each(bundleNames)('%s', (bundle) => {
    const manifest = bundleCsv(bundle, 'operators');
    expect(manifest ? about(manifest) : []).toEqual(SAID[bundle] ?? []);
  });
});
