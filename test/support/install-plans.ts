/** What OLM writes of InstallPlans and Subscriptions, in the form of its catalog operator (`createInstallPlan`, `unpackBundles`). */
import { createHash } from 'node:crypto';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';

export const imageOf = (csv: string): string => `registry.example.com/${csv}@sha256:${createHash('sha256').update(csv).digest('hex')}`;
export const digestOf = (csv: string): string => imageOf(csv).split('@')[1] ?? '';

/** A bundle of a plan. */
export interface PlannedBundle {
  readonly csv: string;
  readonly replaces?: string;
  readonly image?: string;
  /** `NAMESPACE/NAME`. */
  readonly catalog?: string;
  readonly version?: string;
  /** Other objects of the bundle. */
  readonly kinds?: readonly (readonly [group: string, kind: string, name: string])[];
  /** Whether it comes along for another one, so that OLM writes its Subscription. */
  readonly dependencyOf?: { readonly package: string; readonly channel: string };
  readonly conditions?: readonly object[];
}

/** The name of the ConfigMap that OLM unpacks an image into. */
export const unpackedInto = (image: string): string => createHash('sha256').update(image).digest('hex').slice(0, 63);

/** A plan that waits. @example planOf('op/install-abcde', 1, [{ csv: 'etcd.v1.0.0' }]) */
export function planOf(id: string, generation: number, bundles: readonly PlannedBundle[], fields: PlanFields = {}): KubernetesObject {
  const [namespace = '', name = ''] = id.split('/');
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'InstallPlan',
    metadata: {
      name,
      namespace,
      generateName: 'install-',
      uid: `uid-${name}`,
      resourceVersion: fields.resourceVersion ?? '100',
      generation: 1,
      ownerReferences: (fields.owners ?? []).map((owner) => ({
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        name: owner,
        uid: `uid-${owner}`,
        blockOwnerDeletion: false,
        controller: false,
      })),
    },
    spec: {
      approval: 'Manual',
      approved: fields.approved ?? false,
      clusterServiceVersionNames: bundles.map(({ csv }) => csv),
      generation,
    },
    status: {
      phase: fields.phase ?? 'RequiresApproval',
      catalogSources: [],
      bundleLookups: bundles.map(lookupOf),
      plan: bundles.flatMap(stepsOf),
    },
  } as unknown as KubernetesObject;
}

export interface PlanFields {
  readonly approved?: boolean;
  readonly phase?: string;
  readonly owners?: readonly string[];
  readonly resourceVersion?: string;
}

function propertiesOf(version: string | undefined): string {
  return JSON.stringify({ properties: version === undefined ? [] : [{ type: 'olm.package', value: { packageName: 'etcd', version } }] });
}

function lookupOf({ csv, replaces = '', image = imageOf(csv), catalog = 'olm/catalog', version, conditions }: PlannedBundle): object {
  const [namespace, name] = catalog.split('/');
  return {
    path: image,
    identifier: csv,
    replaces,
    catalogSourceRef: { namespace, name },
    properties: propertiesOf(version),
    ...(conditions ? { conditions } : {}),
  };
}

function stepsOf(bundle: PlannedBundle): object[] {
  const { csv, replaces = '', image = imageOf(csv), catalog = 'olm/catalog', version, kinds = [], dependencyOf } = bundle;
  const [namespace = '', name = ''] = catalog.split('/');
  const reference = JSON.stringify({
    kind: 'ConfigMap',
    name: unpackedInto(image),
    namespace,
    catalogSourceName: name,
    catalogSourceNamespace: namespace,
    replaces,
    properties: propertiesOf(version),
  });
  const step = (group: string, kind: string, object: string, manifest: string): object => ({
    resolving: csv,
    resource: { group, version: 'v1', kind, name: object, manifest, sourceName: name, sourceNamespace: namespace },
    status: 'Unknown',
  });
  const all = [['operators.coreos.com', 'ClusterServiceVersion', csv] as const, ...kinds];
  const written = dependencyOf && [dependencyOf.package, dependencyOf.channel, name, namespace].join('-');
  return [
    ...all.map(([group, kind, object]) => step(group, kind, object, reference)),
    ...(dependencyOf && written !== undefined
      ? [
          step(
            'operators.coreos.com',
            'Subscription',
            written,
            JSON.stringify({
              kind: 'Subscription',
              apiVersion: 'operators.coreos.com/v1alpha1',
              metadata: { name: written, namespace: 'op', creationTimestamp: null },
              spec: {
                source: name,
                sourceNamespace: namespace,
                name: dependencyOf.package,
                channel: dependencyOf.channel,
                startingCSV: csv,
                installPlanApproval: 'Automatic',
              },
              status: { lastUpdated: null },
            }),
          ),
        ]
      : []),
  ];
}

/** A Subscription of a cluster, with Manual approval, that points to a plan. */
export function pointing(
  id: string,
  plan: string | undefined,
  status: { readonly installedCSV?: string; readonly currentCSV?: string; readonly generation?: number } = {},
  fields: { readonly packageName?: string; readonly catalog?: string; readonly generated?: boolean } = {},
): KubernetesObject {
  const [namespace = '', name = ''] = id.split('/');
  const { generation, ...csvs } = status;
  const [sourceNamespace, source] = (fields.catalog ?? 'olm/catalog').split('/');
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name, namespace, uid: `uid-${name}`, ...(fields.generated ? { labels: { 'olm.managed': 'true' } } : {}) },
    spec: { name: fields.packageName ?? name, channel: 'stable', source, sourceNamespace, installPlanApproval: 'Manual' },
    status: {
      state: 'UpgradePending',
      ...csvs,
      ...(generation === undefined ? {} : { installPlanGeneration: generation }),
      ...(plan === undefined
        ? {}
        : { installPlanRef: { apiVersion: 'v1', kind: 'InstallPlan', name: plan, namespace, uid: `uid-${plan}` } }),
    },
  } as unknown as KubernetesObject;
}
