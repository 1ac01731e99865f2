import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { expand } from '../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { isError } from '../../src/base/manifest/problem.js';
import { evaluate } from '../../src/olm/evaluate/evaluate.js';
import type { Bundle } from '../../src/olm/model/bundle.js';
import { readBundleDirectory } from '../../src/repository/bundles/read-bundle-folder.js';
import { readInput } from '../../src/repository/input/read-input.js';
import { namespace, subscription } from '../support/build.js';
import { BUNDLES, BUNDLES_AND_OUTCOMES, bundleFolder, bundleNames } from '../support/bundles.js';
import { manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { describeWith } from '../support/needs.js';

/** Bundles that are refused: code, file and line of each problem. */
const REFUSED: Readonly<Record<string, [string, string, number][]>> = {
  'kaoto-operator/0.0.10': [['DUPLICATE_KEY', 'manifests/kaoto-operator.clusterserviceversion.yaml', 252]],
  'eventing-kogito/1.2.0': [['BUNDLE_DEPENDENCIES', 'metadata/dependencies.yaml', 22]],
};

/** What is wrong with bundles that are read nevertheless. */
const WARNED: Readonly<Record<string, string[]>> = {
  'camel-karavan-operator/3.20.1': ['CSV_DUPLICATE_RULES'],
  'cert-manager/1.16.5': ['CSV_DUPLICATE_RULES'],
  'cluster-aas-operator/0.1.5': ['API_VERSION_MISSING', 'API_VERSION_MISSING'],
  'cockroachdb/2.1.1': ['CRD_API_VERSION'],
  'community-kubevirt-hyperconverged/1.18.1': ['CSV_DUPLICATE_RULES'],
  'community-trivy-operator/2.4.0': ['CSV_UNKNOWN_FIELD'],
  // The two fields are containers beside the spec of a Pod template, not in it.
  'dynatrace-operator/0.7.1': ['CSV_ANNOTATION_NAME', 'CSV_UNKNOWN_FIELD', 'CSV_UNKNOWN_FIELD'],
  'dynatrace-operator/1.10.2': ['CSV_DUPLICATE_RULES'],
  'ember-csi-community-operator/0.9.9': ['CSV_API_VERSION'],
  // The group of each of ten owned CRDs, and three fields of a Secret beside it in each of two volumes.
  'multicluster-operators-subscription/0.4.1': Array.from({ length: 10 + 2 * 3 }, () => 'CSV_UNKNOWN_FIELD'),
  'percona-server-mongodb-operator/1.18.0': ['CSV_INSTALL_MODE'],
  'rabbitmq-messaging-topology-operator/1.19.3': ['CSV_UNKNOWN_FIELD'],
  'universal-crossplane/1.5.1-up.1': ['CSV_API_VERSION'],
};

/** The one bundle without metadata/: a Subscription cannot ask for its package. */
const UNDESCRIBED = 'packageserver/0.18.3';

/** The OperatorGroup that makes an operator run in a mode. */
const GROUPS: Readonly<Record<string, Record<string, unknown>>> = {
  OwnNamespace: { targetNamespaces: ['op'] },
  SingleNamespace: { targetNamespaces: ['t1'] },
  MultiNamespace: { targetNamespaces: ['t1', 't2'] },
  AllNamespaces: {},
};

function supportedModes({ csv }: Bundle): string[] {
  const { installModes } = csv.spec as { installModes: { type: string; supported: boolean }[] };
  return installModes.filter(({ type, supported }) => supported && type in GROUPS).map(({ type }) => type);
}

/** A repository with the bundle, and all that makes it run in a mode. */
function clusterFolder(bundle: Bundle, mode: string): string {
  const group: KubernetesObject = {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'og', namespace: 'op' },
    spec: GROUPS[mode],
  };
  const [channel = ''] = bundle.channels;
  const wanted = subscription('op/operator', { packageName: bundle.packageName ?? '', channel });
  return folderOf({ 'cluster.yaml': manifests(...['op', 't1', 't2'].map((name) => namespace(name)), group, wanted) });
}

describeWith(BUNDLES_AND_OUTCOMES, 'real bundles', () => {
  it.each(Object.entries(REFUSED))('%s is refused, and why is said with its place', (name, expected) => {
    const { bundle, problems } = readBundleDirectory(bundleFolder(name));
    expect(bundle).toBeUndefined();
    expect(problems.map(({ code, file, line }) => [code, relative(bundleFolder(name), file), line])).toEqual(expected);
  });

  it(`${UNDESCRIBED} has no package, which a program does not need`, () => {
    const { bundle, problems } = readBundleDirectory(bundleFolder(UNDESCRIBED));
    expect(problems).toEqual([]);
    expect(bundle).toMatchObject({ name: 'packageserver', version: '0.18.3', channels: [] });
    expect(bundle).not.toHaveProperty('packageName');
  });

  const readable = bundleNames.filter((name) => !REFUSED[name] && name !== UNDESCRIBED);

  it.each(readable)('%s is rendered from its folder and a Subscription, in each mode and profile', (name) => {
    const { bundle } = readBundleDirectory(bundleFolder(name));
    expect(bundle?.packageName).toBe(name.split('/')[0]);
    const modes = bundle ? supportedModes(bundle) : [];
    expect(modes).not.toEqual([]);
    for (const mode of bundle ? modes : []) {
      const { cluster, problems } = readInput([bundleFolder(name), clusterFolder(bundle as Bundle, mode)]);
      expect(problems.filter(isError)).toEqual([]);
      expect(problems.map(({ code }) => code)).toEqual(WARNED[name] ?? []);
      expect(cluster.clusterServiceVersions.map((csv) => [csv.namespace, csv.name, csv.bundle?.name, csv.source?.file])).toEqual([
        ['op', bundle?.name, bundle?.name, bundle?.source?.file],
      ]);
      for (const profile of ['documented', 'olm'] as const) {
        const { resolution, rendered } = evaluate(cluster, { profile });
        expect(resolution.csvs.map(({ verdict }) => verdict.phase)).not.toContain('Failed');
        const kinds = new Set([...expand(rendered)].map(({ kind }) => kind));
        expect([...kinds]).toEqual(expect.arrayContaining(['OperatorGroup', 'ClusterServiceVersion']));
      }
    }
  });

  it.each(Object.keys(REFUSED))('%s is read leniently', (name) => {
    const { cluster, problems } = readInput([bundleFolder(name)], { lenient: true });
    expect(cluster.bundles.map(({ packageName }) => packageName)).toEqual([name.split('/')[0]]);
    expect(problems.filter(({ tolerated }) => tolerated).map(({ code }) => code)).toEqual(REFUSED[name]?.map(([code]) => code));
  });

  it('are told apart when all are read at once', () => {
    const { problems } = readInput([BUNDLES], { everyBundle: true });
    expect(problems.map(({ code }) => code)).toEqual([
      ...['BUNDLE_DEPENDENCIES', 'DUPLICATE_KEY'],
      ...['API_VERSION_MISSING', 'API_VERSION_MISSING'],
    ]);
  });
});
