/** Small clusters for tests: short manifests, read by the same readers as any input. */

import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { isError } from '../../src/base/manifest/problem.js';
import type { Cluster } from '../../src/olm/model/cluster.js';
import type { ClusterServiceVersion } from '../../src/olm/model/cluster-service-version.js';
import type { OperatorGroup } from '../../src/olm/model/operator-group.js';
import { desiredCluster } from '../../src/olm/subscriptions/desired-cluster.js';

/** What an OperatorGroup may have; without targets and selector it is global. */
export interface GroupFields {
  readonly targets?: readonly string[];
  readonly selector?: Readonly<Record<string, unknown>>;
  readonly isStatic?: boolean;
  /** The text of its `olm.providedAPIs` annotation. */
  readonly provides?: string;
  readonly serviceAccountName?: string;
  readonly created?: string;
}

/** What a CSV may have; it supports all install modes unless `modes` says otherwise. APIs are `Kind.version.group`. */
export interface CsvFields {
  /** The supported ones; the others are listed as unsupported. */
  readonly modes?: readonly string[];
  /** Owned CRDs. */
  readonly owns?: readonly string[];
  readonly requires?: readonly string[];
  /** Served by the first of its Deployments, or by one of its own. */
  readonly ownsApiServices?: readonly string[];
  readonly requiresApiServices?: readonly string[];
  readonly created?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly strategy?: string;
  readonly deployments?: readonly string[];
  /** Whether it asks for Roles. */
  readonly permissions?: boolean;
  /** Other fields of `spec`, as they are. */
  readonly spec?: Readonly<Record<string, unknown>>;
}

const INSTALL_MODES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];

/** A Namespace. */
export function namespace(name: string, labels: Readonly<Record<string, string>> = {}): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

/** An OperatorGroup. @example group('team-a/group', { targets: ['team-a'] }) */
export function group(id: string, fields: GroupFields = {}): KubernetesObject {
  const { targets, selector, isStatic, provides, serviceAccountName, created } = fields;
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: {
      ...identity(id),
      ...(created ? { creationTimestamp: created } : {}),
      ...(provides === undefined ? {} : { annotations: { 'olm.providedAPIs': provides } }),
    },
    spec: {
      ...(targets ? { targetNamespaces: targets } : {}),
      ...(selector ? { selector } : {}),
      ...(isStatic ? { staticProvidedAPIs: true } : {}),
      ...(serviceAccountName ? { serviceAccountName } : {}),
    },
  };
}

/** A ClusterServiceVersion. @example csv('team-a/etcd.v1', { owns: ['EtcdCluster.v1.example.com'] }) */
export function csv(id: string, fields: CsvFields = {}): KubernetesObject {
  const { modes = INSTALL_MODES, owns = [], requires = [], ownsApiServices = [], requiresApiServices = [] } = fields;
  const { created, labels = {}, annotations = {}, strategy = 'deployment', permissions = false, spec = {} } = fields;
  const { name } = identity(id);
  // An owned APIService needs a Deployment that serves it.
  const { deployments = ownsApiServices.length > 0 ? [`serving-${name.replaceAll('.', '-')}`] : [] } = fields;
  const serving = deployments[0] ?? '';
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { ...identity(id), labels, annotations, ...(created ? { creationTimestamp: created } : {}) },
    spec: {
      install: {
        strategy,
        spec: {
          deployments: deployments.map((name) => ({ name })),
          ...(permissions ? { permissions: [{ serviceAccountName: 'operator', rules: [] }] } : {}),
        },
      },
      installModes: INSTALL_MODES.map((type) => ({ type, supported: modes.includes(type) })),
      customresourcedefinitions: { owned: owns.map(crdDescription), required: requires.map(crdDescription) },
      apiservicedefinitions: {
        owned: ownsApiServices.map((api) => ({ ...apiDescription(api), deploymentName: serving })),
        required: requiresApiServices.map(apiDescription),
      },
      displayName: name,
      ...spec,
    },
  };
}

/** What a Subscription may have; it asks for the package of its own name unless told otherwise. */
export interface SubscriptionFields {
  readonly packageName?: string;
  readonly channel?: string;
  readonly startingCSV?: string;
  readonly installPlanApproval?: string;
  /** The catalog's name. */
  readonly source?: string;
  readonly sourceNamespace?: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** A Subscription. @example subscription('team-a/etcd', { channel: 'stable' }) */
export function subscription(id: string, fields: SubscriptionFields = {}): KubernetesObject {
  const metadata = identity(id);
  const { packageName = metadata.name, source = 'catalog', sourceNamespace = 'olm', status, ...spec } = fields;
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata,
    spec: { name: packageName, source, sourceNamespace, ...spec },
    ...(status ? { status } : {}),
  };
}

/** A CustomResourceDefinition that serves the version of an API, or those given. */
export function crd(api: string, versions: readonly { name: string; served: boolean }[] = []): KubernetesObject {
  const { kind, version, group: apiGroup } = parts(api);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: crdDescription(api).name },
    spec: { group: apiGroup, names: { kind }, versions: versions.length > 0 ? versions : [{ name: version, served: true }] },
  };
}

/** An APIService, `<version>.<group>`. */
export function apiService(name: string, labels: Readonly<Record<string, string>> = {}): KubernetesObject {
  return { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name, labels } };
}

/** A ServiceAccount. */
export function serviceAccount(id: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: identity(id) };
}

/** An object as a cluster prints it: the API server has stored it. */
export function stored<T extends KubernetesObject>(object: T): T {
  const { kind, metadata } = object;
  return { ...object, metadata: { ...metadata, uid: `${kind}-${metadata.namespace ?? ''}-${metadata.name}`, resourceVersion: '1' } };
}

/** The cluster of these objects; the namespaces that they stand in need not be given. */
export function clusterOf(...objects: readonly KubernetesObject[]): Cluster {
  const given = new Set(objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name));
  const missing = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []).filter((name) => !given.has(name)));
  const documents = [...[...missing].map((name) => namespace(name)), ...objects];
  const source = { file: 'test', document: 0, path: [] };
  const { cluster, problems } = desiredCluster(documents.map((value) => ({ value, source })));
  const error = problems.find(isError);
  if (error) throw new Error(`${error.message} (${error.found})`);
  return cluster;
}

/** A CSV as the rules see it. */
export function readCsv(id: string, fields?: CsvFields): ClusterServiceVersion {
  return clusterOf(csv(id, fields)).clusterServiceVersions[0] as ClusterServiceVersion;
}

/** An OperatorGroup as the rules see it. */
export function readGroup(id: string, fields?: GroupFields): OperatorGroup {
  return clusterOf(group(id, fields)).operatorGroups[0] as OperatorGroup;
}

function identity(id: string): { namespace: string; name: string } {
  const [space, name] = id.split('/') as [string, string];
  return { namespace: space, name };
}

function parts(api: string): { kind: string; version: string; group: string } {
  const [kind, version, ...rest] = api.split('.') as [string, string, ...string[]];
  return { kind, version, group: rest.join('.') };
}

function crdDescription(api: string): { name: string; version: string; kind: string } {
  const { kind, version, group: apiGroup } = parts(api);
  return { name: `${kind.toLowerCase()}s.${apiGroup}`, version, kind };
}

function apiDescription(api: string): { name: string; version: string; kind: string; group: string } {
  const { kind, version, group: apiGroup } = parts(api);
  return { name: `${kind.toLowerCase()}s`, group: apiGroup, version, kind };
}
