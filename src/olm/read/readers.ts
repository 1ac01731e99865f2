/** The kinds that the rules use: the check of each kind, and its list in the cluster. */
import { z } from 'zod';
import { isDnsLabel, isDnsSubdomain, isPathSegment } from '../../base/kubernetes/names.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { RBAC_GROUP } from '../../base/kubernetes/rbac.js';
import { bindingSchema, clusterRoleSchema, metadataSchema, namespacedRoleSchema, roleSchema } from '../../base/kubernetes/schemas.js';
import { check } from '../../base/manifest/check.js';
import type { SourceReference, UnlocatedProblem } from '../../base/manifest/problem.js';
import { scopeOf } from '../../base/tools/kinds.js';
import { catalogSource, catalogSourceSchema, clusterCatalog, clusterCatalogSchema } from '../catalog/catalog-source.js';
import type { Cluster } from '../model/cluster.js';
import { clusterServiceVersion } from '../model/csv-of-manifest.js';
import { clusterExtension } from '../model/extension-of-manifest.js';
import { operatorGroup } from '../model/group-of-manifest.js';
import { namespace } from '../model/operator-group.js';
import {
  clusterExtensionSchema,
  clusterServiceVersionSchema,
  operatorConditionSchema,
  operatorGroupSchema,
  subscriptionSchema,
  whyNotUpgradeable,
} from '../model/schemas.js';
import { subscription } from '../model/subscription-of-manifest.js';
import { type CsvAsRead, csvAsOlmReads } from './csv-normal-form.js';
import { csvWarnings } from './csv-warnings.js';

/** A cluster during reading. */
export type ClusterParts = { -readonly [K in keyof Cluster]: Cluster[K] extends readonly (infer E)[] ? E[] : Cluster[K] };

/** Reads the objects of one kind. */
export interface Reader {
  readonly kind: string;
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  /** Whether the namespace is required. A missing optional namespace is `default`, as in kubectl. */
  readonly namespace: 'required' | 'optional' | 'none';
  readonly isName: (name: string) => boolean;
  /** Reads the object as its controller does, if that is more tolerant than the API server; returns the changes as problems. */
  readonly asRead?: (object: Readonly<Record<string, unknown>>, source: SourceReference) => CsvAsRead;
  /** The problems of the object's fields. */
  readonly check: (object: unknown, source: SourceReference) => UnlocatedProblem[];
  /** Adds an object that passed the check to the cluster. */
  readonly add: (object: unknown, source: SourceReference, parts: ClusterParts) => void;
}

/** Combines a schema with the function that adds a valid object. */
function reader<T>(
  options: Omit<Reader, 'check' | 'add'>,
  schema: z.ZodType<T>,
  add: (object: T, source: SourceReference, parts: ClusterParts) => void,
  warn: (object: T, source: SourceReference) => UnlocatedProblem[] = () => [],
): Reader {
  return {
    ...options,
    check: (object, source) => {
      const { value, problems } = check(schema, object, source);
      return value === undefined ? problems : warn(value, source);
    },
    add: (object, source, parts) => add(object as T, source, parts),
  };
}

const crdSchema = z.looseObject({
  metadata: metadataSchema,
  spec: z.looseObject({
    group: z.string(),
    version: z.string().nullish(),
    names: z.looseObject({ kind: z.string() }),
    versions: z.array(z.looseObject({ name: z.string(), served: z.boolean().nullish() })).nullish(),
  }),
});
const anySchema = z.looseObject({ metadata: metadataSchema });
const olmConfigSchema = z.looseObject({
  metadata: metadataSchema,
  spec: z.looseObject({ features: z.looseObject({ disableCopiedCSVs: z.boolean().nullish() }).nullish() }).nullish(),
});

/** OpenShift's form: without the kind of the role, with separate lists for users and groups. */
const openShiftBindingSchema = z.looseObject({
  metadata: metadataSchema,
  roleRef: z.looseObject({ name: z.string(), namespace: z.string().nullish() }),
  subjects: z.array(z.looseObject({ kind: z.string(), name: z.string(), namespace: z.string().nullish() })).nullish(),
  userNames: z.array(z.string()).nullish(),
  groupNames: z.array(z.string()).nullish(),
});

/** A reader that stores roles and bindings unchanged. */
function rbacReader<T>(
  kind: string,
  schema: z.ZodType<T>,
  list: (parts: ClusterParts) => KubernetesObject[],
  group: typeof RBAC_GROUP | 'authorization.openshift.io' = RBAC_GROUP,
): Reader {
  const namespace = scopeOf(RBAC_GROUP, kind) === 'cluster' ? 'none' : 'optional';
  return reader(
    { kind, groups: [group], versions: ['v1', 'v1beta1', 'v1alpha1'], namespace, isName: isPathSegment },
    schema,
    (object, _source, parts) => {
      list(parts).push(object as unknown as KubernetesObject);
    },
  );
}

/** The kinds that the rules use. */
export const READERS: readonly Reader[] = [
  reader(
    { kind: 'Namespace', groups: [''], versions: ['v1'], namespace: 'none', isName: isDnsLabel },
    anySchema,
    (object, source, parts) => {
      const { name, labels } = object.metadata;
      parts.namespaces.push(namespace(name, labels ?? {}, source, object as unknown as KubernetesObject));
    },
  ),
  reader(
    {
      kind: 'OperatorGroup',
      groups: ['operators.coreos.com'],
      versions: ['v1', 'v1alpha2'],
      namespace: 'required',
      isName: isDnsSubdomain,
    },
    operatorGroupSchema,
    (object, source, parts) => {
      parts.operatorGroups.push(operatorGroup(object, source));
    },
  ),
  // Bundles spell the apiVersion of their CSV in several ways, also without the group. OLM's tools accept all of them.
  reader(
    {
      kind: 'ClusterServiceVersion',
      groups: ['operators.coreos.com', ''],
      versions: [],
      namespace: 'required',
      isName: isDnsSubdomain,
      asRead: csvAsOlmReads,
    },
    clusterServiceVersionSchema,
    (object, source, parts) => {
      parts.clusterServiceVersions.push(clusterServiceVersion(object, source));
    },
    (object, source) => csvWarnings(clusterServiceVersion(object), source),
  ),
  reader(
    { kind: 'Subscription', groups: ['operators.coreos.com'], versions: ['v1alpha1'], namespace: 'required', isName: isDnsSubdomain },
    subscriptionSchema,
    (object, source, parts) => {
      parts.subscriptions.push(subscription(object, source));
    },
  ),
  reader(
    { kind: 'ClusterExtension', groups: ['olm.operatorframework.io'], versions: ['v1'], namespace: 'none', isName: isDnsSubdomain },
    clusterExtensionSchema,
    (object, source, parts) => {
      parts.clusterExtensions.push(clusterExtension(object, source));
    },
  ),
  reader(
    { kind: 'ClusterCatalog', groups: ['olm.operatorframework.io'], versions: ['v1'], namespace: 'none', isName: isDnsSubdomain },
    clusterCatalogSchema,
    (object, source, parts) => {
      parts.catalogs.push(clusterCatalog(object, source));
    },
  ),
  reader(
    { kind: 'CatalogSource', groups: ['operators.coreos.com'], versions: ['v1alpha1'], namespace: 'required', isName: isDnsSubdomain },
    catalogSourceSchema,
    (object, source, parts) => {
      parts.catalogs.push(catalogSource(object, source));
    },
  ),
  reader(
    { kind: 'OperatorCondition', groups: ['operators.coreos.com'], versions: ['v1', 'v2'], namespace: 'required', isName: isDnsSubdomain },
    operatorConditionSchema,
    (object, _source, parts) => {
      const notUpgradeable = whyNotUpgradeable(object);
      const { namespace: at, name } = object.metadata;
      const { overrides, conditions } = object.spec ?? {};
      const spec = { ...(overrides ? { overrides } : {}), ...(conditions ? { conditions } : {}) };
      if (overrides || conditions) parts.operatorConditions.push({ namespace: at ?? '', name, spec });
      const isReported = whyNotUpgradeable({ ...object, status: null }) === undefined;
      if (notUpgradeable !== undefined)
        parts.upgradesHeldBack.push({ namespace: at ?? '', name, why: notUpgradeable, ...(isReported ? { isReported } : {}) });
    },
  ),
  reader(
    { kind: 'OLMConfig', groups: ['operators.coreos.com'], versions: ['v1'], namespace: 'none', isName: isDnsSubdomain },
    olmConfigSchema,
    ({ metadata, spec }, _source, parts) => {
      // OLM reads only the object with this name.
      if (metadata.name === 'cluster') parts.copiedCSVsDisabled = spec?.features?.disableCopiedCSVs ?? false;
    },
  ),
  reader(
    {
      kind: 'CustomResourceDefinition',
      groups: ['apiextensions.k8s.io'],
      versions: ['v1', 'v1beta1'],
      namespace: 'none',
      isName: isDnsSubdomain,
    },
    crdSchema,
    (object, _source, parts) => {
      const { metadata, spec } = object;
      const versions = (spec.versions ?? []).filter(({ served }) => served !== false).map((version) => version.name);
      parts.customResourceDefinitions.push({
        name: metadata.name,
        group: spec.group,
        kind: spec.names.kind,
        versions: versions.length > 0 || !spec.version ? versions : [spec.version],
        manifest: object as unknown as KubernetesObject,
      });
    },
  ),
  // The core group has no name; its APIService in every cluster is `v1.` (kube-aggregator's ValidateAPIService).
  reader(
    { kind: 'APIService', groups: ['apiregistration.k8s.io'], versions: ['v1', 'v1beta1'], namespace: 'none', isName: isPathSegment },
    anySchema,
    ({ metadata }, _source, parts) => {
      parts.apiServices.push({ name: metadata.name, labels: metadata.labels ?? {} });
    },
  ),
  reader(
    { kind: 'ServiceAccount', groups: [''], versions: ['v1'], namespace: 'optional', isName: isDnsSubdomain },
    anySchema,
    ({ metadata }, _source, parts) => {
      const { name, namespace: at } = metadata;
      parts.serviceAccounts.push(at ? { namespace: at, name } : { namespace: 'default', name, isPlaceOpen: true });
    },
  ),
  rbacReader('ClusterRole', clusterRoleSchema, (parts) => parts.clusterRoles),
  rbacReader('ClusterRoleBinding', bindingSchema, (parts) => parts.clusterRoleBindings),
  rbacReader('Role', namespacedRoleSchema, (parts) => parts.roles),
  rbacReader('RoleBinding', bindingSchema, (parts) => parts.roleBindings),
  rbacReader('ClusterRole', roleSchema, (parts) => parts.clusterRoles, 'authorization.openshift.io'),
  rbacReader('ClusterRoleBinding', openShiftBindingSchema, (parts) => parts.clusterRoleBindings, 'authorization.openshift.io'),
  rbacReader('Role', roleSchema, (parts) => parts.roles, 'authorization.openshift.io'),
  rbacReader('RoleBinding', openShiftBindingSchema, (parts) => parts.roleBindings, 'authorization.openshift.io'),
];
