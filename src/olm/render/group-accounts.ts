/**
 * The ServiceAccount of an OperatorGroup, with whose permissions OLM installs the operators of its namespace: the InstallPlan's
 * steps other than CRDs (OLM's ExecutePlan in catalog/operator.go, and step_ensurer.go), and the objects of a CSV (its
 * install/deployment.go, certresources.go, webhook.go and apiservice.go at v0.30.0). OLM itself writes CRDs, Roles in target
 * namespaces, and the roles of groups and APIs.
 */

import { groupBy, type KubernetesObject } from '../../base/kubernetes/object.js';
import { defaultsFor } from '../../base/rbac/default-policy.js';
import { rbacOf } from '../../base/rbac/rbac.js';
import { serviceAccount, subjectKey, subjectKeys } from '../../base/rbac/subject.js';
import { unknownRoles } from '../../base/rbac/unknown-roles.js';
import { missingToWrite, type Request, requestFor } from '../../base/rbac/writing.js';
import { apiServiceName } from '../model/api-key.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { goesIntoNamespace } from '../rules/bundle-kinds.js';
import type { Refusals } from '../rules/installation-rule.js';
import type { LackingAccount, ResolvedCsv } from '../rules/resolution.js';
import { serviceName, servingDeployments } from '../rules/serving-deployments.js';
import type { Verdict } from '../rules/verdict.js';
import type { AccountNeeds, GroupAccounts, KnownRbac } from './account-needs.js';
import { certificateRolesOf } from './certificate-roles.js';
import { clusterWideRoles, namespacedRoles } from './permissions.js';
import type { Conventions } from './profile/conventions.js';

/** The requirements of an operator's InstallPlan. */
export function planNeeds(csv: ClusterServiceVersion, conventions: Conventions): AccountNeeds {
  const { namespace } = csv;
  const own = [...clusterWideRoles(csv, conventions), ...namespacedRoles(csv, conventions)].flatMap(({ role, binding }) => [role, binding]);
  const brought = (csv.bundle?.others ?? [])
    .filter(({ kind }) => kind !== 'CustomResourceDefinition')
    .map((object) =>
      goesIntoNamespace(object.kind) ? { ...object, metadata: { ...object.metadata, namespace } } : withoutNamespace(object),
    );
  const accounts = [...csv.permissions, ...csv.clusterPermissions]
    .map(({ serviceAccountName }) => serviceAccountName)
    .filter((name) => name !== 'default')
    .map((name) => objectOf('v1', 'ServiceAccount', name, namespace));
  const olms = [
    objectOf('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', csv.name, namespace),
    ...(csv.neededBy ? [objectOf('operators.coreos.com/v1alpha1', 'Subscription', csv.name, namespace)] : []),
  ];
  const objects = [...olms, ...brought, ...accounts, ...own];
  return {
    objects,
    requests: objects.map((object) => requestFor(object, 'create', false)),
    written: objects.map((object) => requestFor(object, 'create', true)),
  };
}

/** The requirements of the installation of a CSV. */
export function installNeeds(csv: ClusterServiceVersion, conventions: Conventions): AccountNeeds {
  const { namespace } = csv;
  const serving = servingDeployments(csv);
  const certificates = serving.flatMap((deployment) => certificateRolesOf(csv, deployment, conventions));
  const services = serving.map((deployment) => objectOf('v1', 'Service', serviceName(deployment), namespace));
  const secrets = serving.map((deployment) => objectOf('v1', 'Secret', `${serviceName(deployment)}-cert`, namespace));
  const apiServices = csv.ownedAPIServices.map((owned) => objectOf('apiregistration.k8s.io/v1', 'APIService', apiServiceName(owned)));
  const hooks = csv.webhooks
    .filter(({ type }) => type !== 'ConversionWebhook')
    .map(({ type, generateName }) =>
      objectOf('admissionregistration.k8s.io/v1', `${String(type).replace('Admission', '')}Configuration`, generateName),
    );
  const converted = csv.webhooks
    .flatMap(({ conversionCRDs }) => conversionCRDs ?? [])
    .map((name) => objectOf('apiextensions.k8s.io/v1', 'CustomResourceDefinition', name));
  const deployments = csv.deploymentNames.map((name) => objectOf('apps/v1', 'Deployment', name, namespace));
  const created = [...services, ...secrets, ...certificates, ...apiServices, ...hooks, ...deployments];
  return {
    objects: certificates,
    written: created.map((object) => requestFor(object, 'create', true)),
    requests: [
      ...deployments.map((object) => requestFor(object, 'get', true)),
      // OLM applies Services on the server side from v0.28 on.
      ...services.map((object) => requestFor(object, 'patch', true)),
      ...hooks.map((object) => requestFor(object, 'list', false)),
      ...converted.flatMap((object) => ['get', 'update'].map((verb) => requestFor(object, verb, true))),
      ...created.map((object) => requestFor(object, 'create', false)),
    ],
  };
}

/** The accounts of a cluster. An account decides about each CSV by itself, so before OLM replaces one by another. */
export function groupAccounts(cluster: Cluster, conventions: Conventions): GroupAccounts {
  const byNamespace = groupBy(cluster.operatorGroups, ({ namespace }) => namespace);
  const judged = cluster.clusterServiceVersions.flatMap((csv) => {
    const [group, ...others] = byNamespace.get(csv.namespace) ?? [];
    return others.length === 0 && group?.serviceAccountName !== undefined ? [{ csv, name: group.serviceAccountName }] : [];
  });
  if (judged.length === 0) return { refused: new Map(), judge: (resolved) => resolved };
  const known = knownRbac(cluster);
  const lackingOf = new Map(judged.map(({ csv, name }) => [csv, lackingAccount(csv, name, known, conventions)]));
  const refused = new Map(
    [...lackingOf].flatMap(([csv, lacking]) =>
      lacking?.of !== 'installation' || lacking.isPerhaps
        ? []
        : [[csv, { verdict: verdictOf(lacking), unstable: lacking.isRetried === true }]],
    ),
  );
  return { refused, judge: (resolved) => withAccount(resolved, lackingOf.get(resolved.csv), refused) };
}

function withAccount(resolved: ResolvedCsv, lacking: LackingAccount | undefined, refused: Refusals): ResolvedCsv {
  const { csv, group, verdict } = resolved;
  const isRefused = verdict === refused.get(csv)?.verdict;
  if (!lacking || group?.blocked || (verdict.phase !== 'Succeeded' && !isRefused)) return resolved;
  return { ...resolved, lacking, ...(lacking.of === 'InstallPlan' && !lacking.isPerhaps ? { verdict: verdictOf(lacking) } : {}) };
}

function lackingAccount(
  csv: ClusterServiceVersion,
  name: string,
  { rbac, isOpen }: KnownRbac,
  conventions: Conventions,
): LackingAccount | undefined {
  const by = serviceAccount({ namespace: csv.namespace, name });
  const account = { kind: 'ServiceAccount', namespace: csv.namespace, name };
  const missing = (needs: Omit<AccountNeeds, 'written'>) => missingToWrite(rbac, { by, ...needs });
  const [plan, install] = [planNeeds(csv, conventions), installNeeds(csv, conventions)];
  // A CSV of the input exists already: no InstallPlan creates it.
  const ofPlan = csv.isResolved ? missing(plan) : [];
  const isOfPlan = ofPlan.length > 0;
  const rules = isOfPlan
    ? missing({ requests: [...plan.requests, ...install.requests], objects: [...plan.objects, ...install.objects] })
    : missing(install);
  if (rules.length === 0) return undefined;
  const isRefused = (request: Request): boolean => missing({ requests: [request], objects: [] }).length > 0;
  // What certificates and webhooks need comes before the Deployments (OLM's StrategyDeploymentInstaller.Install).
  const ofCertificates = isOfPlan
    ? undefined
    : install.requests.find((request) => request.resource !== 'deployments' && isRefused(request));
  const refused = ofCertificates ?? (isOfPlan ? plan : install).requests.find(isRefused);
  const isRetried = !isOfPlan && (ofCertificates !== undefined || refused === undefined);
  const why = refused ? forbidden(refused, by.user) : `user "${by.user}" is attempting to grant RBAC permissions not currently held`;
  const message = isOfPlan
    ? `retrying execution due to error: error creating ${planStep(refused, csv)}: ${why}`
    : `install strategy failed: ${isRetried ? '' : 'install strategy failed: '}${why}`;
  return {
    account,
    rules,
    message,
    of: isOfPlan ? 'InstallPlan' : 'installation',
    ...(isRetried ? { isRetried: true } : {}),
    ...(isOpen(by) ? { isPerhaps: true } : {}),
  };
}

/**
 * Only a refused Deployment counts as missing permissions, which OLM does not retry (install/deployment.go at v0.30.0); what is refused before
 * fails as any component, and OLM begins again for ever.
 */
function verdictOf({ of, message, account, isRetried }: LackingAccount): Verdict {
  return of === 'InstallPlan'
    ? { phase: '', reason: '', message: '', neverSynced: 'InstallPlanRefused', because: [account] }
    : { phase: 'Failed', reason: isRetried ? 'InstallComponentFailed' : 'InstallComponentFailedNoRetry', message, because: [account] };
}

/** The name of a step in OLM's step_ensurer.go: the first step is the CSV, the others have their kind's name. */
function planStep(refused: Request | undefined, { name }: ClusterServiceVersion): string {
  if (refused === undefined) return 'role';
  return refused.resource === 'clusterserviceversions' ? `csv ${name}` : refused.resource.replace(/s$/, '');
}

/** The message of the API server. */
function forbidden({ namespace, verb, apiGroup, resource, name }: Request, user: string): string {
  const of = apiGroup === '' ? resource : `${resource}.${apiGroup}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return `${of}${name === undefined ? '' : ` "${name}"`} is forbidden: User "${user}" cannot ${verb} resource "${resource}" in API group "${apiGroup}" ${where}`;
}

function objectOf(apiVersion: string, kind: string, name: string, namespace?: string): KubernetesObject {
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } };
}

function withoutNamespace(object: KubernetesObject): KubernetesObject {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** The roles and bindings of the input alone, without rendered ones. */
export function knownRbac(cluster: Cluster): KnownRbac {
  const { clusterRoles, clusterRoleBindings, roles, roleBindings, claimedByOlm } = cluster;
  const objects = [...clusterRoles, ...clusterRoleBindings, ...roles, ...roleBindings, ...claimedByOlm];
  const rbac = rbacOf({ objects, copied: [] }, defaultsFor({ objects, cluster }));
  const open = new Set(unknownRoles(rbac).flatMap(({ subjects }) => subjects.map(subjectKey)));
  return { rbac, isOpen: (identity) => cluster.isPartlyRead === true || subjectKeys(identity).some((key) => open.has(key)) };
}

/** Whether the input would contain an account of a namespace if it existed. */
export function isAccountKnown({ namespaces, isPartlyRead }: Cluster, namespace: string): boolean {
  return isPartlyRead !== true && namespaces.some(({ name }) => name === namespace);
}
