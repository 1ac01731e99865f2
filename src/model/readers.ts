/** The kinds that the rules look at: how each is checked, and where in the cluster it goes. */
import { z } from 'zod';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import { check } from './check.js';
import type { Cluster } from './cluster.js';
import { clusterServiceVersion, clusterServiceVersionSchema } from './cluster-service-version.js';
import { csvWarnings } from './csv-warnings/index.js';
import { type KubernetesObject, metadataSchema } from './kubernetes-object.js';
import { labelSelectorSchema } from './label-selector.js';
import { isDnsLabel, isDnsSubdomain, isPathSegment } from './names.js';
import { namespace, namespaceSchema } from './namespace.js';
import { operatorGroup, operatorGroupSchema } from './operator-group.js';
import { policyRuleSchema } from './policy-rule.js';
import { subscription, subscriptionSchema } from './subscription.js';

/** A cluster that is still being read. */
export type ClusterParts = { -readonly [K in keyof Cluster]: Cluster[K] extends readonly (infer E)[] ? E[] : Cluster[K] };

/** How the objects of one kind are read. */
export interface Reader {
  readonly kind: string;
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  /** `default` stands in for an optional namespace, as for kubectl. */
  readonly namespace: 'required' | 'optional' | 'none';
  readonly isName: (name: string) => boolean;
  /** What is wrong with the object's fields. */
  readonly check: (object: unknown, source: SourceReference) => UnlocatedProblem[];
  /** Takes an object that passed the check into the cluster. */
  readonly add: (object: unknown, source: SourceReference, parts: ClusterParts) => void;
}

/** Binds a schema to what is done with an object that passes it. */
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
const roleSchema = z.looseObject({
  metadata: metadataSchema,
  rules: z.array(policyRuleSchema).nullish(),
  aggregationRule: z.looseObject({ clusterRoleSelectors: z.array(labelSelectorSchema).nullish() }).nullish(),
});
const bindingSchema = z.looseObject({
  metadata: metadataSchema,
  roleRef: z.looseObject({ kind: z.string(), name: z.string() }),
  subjects: z.array(z.looseObject({ kind: z.string(), name: z.string(), namespace: z.string().nullish() })).nullish(),
});
const olmConfigSchema = z.looseObject({
  metadata: metadataSchema,
  spec: z.looseObject({ features: z.looseObject({ disableCopiedCSVs: z.boolean().nullish() }).nullish() }).nullish(),
});

/** Roles and bindings are kept as they are. */
function rbacReader<T>(kind: string, schema: z.ZodType<T>, list: (parts: ClusterParts) => KubernetesObject[]): Reader {
  const namespace = kind.startsWith('Cluster') ? 'none' : 'optional';
  return reader(
    { kind, groups: ['rbac.authorization.k8s.io'], versions: ['v1', 'v1beta1', 'v1alpha1'], namespace, isName: isPathSegment },
    schema,
    (object, _source, parts) => {
      list(parts).push(object as unknown as KubernetesObject);
    },
  );
}

/** The kinds that the rules look at. */
export const READERS: readonly Reader[] = [
  reader(
    { kind: 'Namespace', groups: [''], versions: ['v1'], namespace: 'none', isName: isDnsLabel },
    namespaceSchema,
    ({ metadata }, source, parts) => {
      parts.namespaces.push(namespace(metadata.name, metadata.labels ?? {}, source));
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
  // Bundles spell the apiVersion of their CSV in several ways, also without the group; OLM's tools accept them.
  reader(
    { kind: 'ClusterServiceVersion', groups: ['operators.coreos.com', ''], versions: [], namespace: 'required', isName: isDnsSubdomain },
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
    { kind: 'CatalogSource', groups: ['operators.coreos.com'], versions: ['v1alpha1'], namespace: 'required', isName: isDnsSubdomain },
    anySchema,
    ({ metadata }, _source, parts) => {
      parts.catalogSources.push({ namespace: metadata.namespace ?? '', name: metadata.name });
    },
  ),
  reader(
    { kind: 'OLMConfig', groups: ['operators.coreos.com'], versions: ['v1'], namespace: 'none', isName: isDnsSubdomain },
    olmConfigSchema,
    ({ metadata, spec }, _source, parts) => {
      // OLM reads the one object of this name.
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
    ({ metadata, spec }, _source, parts) => {
      const versions = (spec.versions ?? []).filter(({ served }) => served !== false).map((version) => version.name);
      parts.customResourceDefinitions.push({
        name: metadata.name,
        group: spec.group,
        kind: spec.names.kind,
        versions: versions.length > 0 || !spec.version ? versions : [spec.version],
      });
    },
  ),
  reader(
    { kind: 'APIService', groups: ['apiregistration.k8s.io'], versions: ['v1', 'v1beta1'], namespace: 'none', isName: isDnsSubdomain },
    anySchema,
    ({ metadata }, _source, parts) => {
      parts.apiServices.push({ name: metadata.name, labels: metadata.labels ?? {} });
    },
  ),
  reader(
    { kind: 'ServiceAccount', groups: [''], versions: ['v1'], namespace: 'optional', isName: isDnsSubdomain },
    anySchema,
    ({ metadata }, _source, parts) => {
      parts.serviceAccounts.push({ namespace: metadata.namespace || 'default', name: metadata.name });
    },
  ),
  rbacReader('ClusterRole', roleSchema, (parts) => parts.clusterRoles),
  rbacReader('ClusterRoleBinding', bindingSchema, (parts) => parts.clusterRoleBindings),
  rbacReader('Role', roleSchema, (parts) => parts.roles),
  rbacReader('RoleBinding', bindingSchema, (parts) => parts.roleBindings),
];
