/**
 * The ServiceAccount with whose permissions OLM v1.0 to v1.10 installs a ClusterExtension: its existence, and its missing permissions
 * (operator-controller's authentication/tokengetter.go, applier/helm.go and authorization/rbac.go at v1.10.0).
 */
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { ruleTexts } from '../../../base/kubernetes/policy-rule.js';
import { type Identity, serviceAccount } from '../../../base/rbac/subject.js';
import { missingToWrite, type Request, requestFor } from '../../../base/rbac/writing.js';
import type { Cluster } from '../../model/cluster.js';
import type { ClusterExtension } from '../../model/cluster-extension.js';
import { type Finding, rule } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import type { OlmV1Release } from '../../model/olm-version.js';
import { featureGates } from '../../rules/install/findings.js';
import type { KnownRbac } from '../account-needs.js';
import { isAccountKnown } from '../group-accounts.js';

/** Each object is read, changed and deleted by name; `create` has no name. `list` and `watch` are for the whole cluster. */
const OBJECT_VERBS = ['get', 'patch', 'update', 'delete'];
const WATCH_VERBS = ['list', 'watch'];

/** The requests that OLM v1 makes with the permissions of the account. */
export function installRequests(objects: readonly KubernetesObject[]): Request[] {
  return objects.flatMap((object) => [
    ...OBJECT_VERBS.map((verb) => requestFor(object, verb, true)),
    requestFor(object, 'create', false),
    ...WATCH_VERBS.map((verb) => ({ ...requestFor(object, verb, false), namespace: '' })),
  ]);
}

/** The request that OLM needs as an owner that blocks deletion: if the API server checks that, or with the feature gate. */
function finalizers({ name }: ClusterExtension): Request {
  return { namespace: '', verb: 'update', apiGroup: 'olm.operatorframework.io', resource: 'clusterextensions/finalizers', name };
}

/** The account that means a user for each ClusterExtension, behind a feature gate. */
const SYNTHETIC = 'olm.synthetic-user';

/** All requests of a ClusterExtension's account for these objects. */
export function installerNeeds(extension: ClusterExtension, objects: readonly KubernetesObject[], { isOpenShift }: Cluster): Request[] {
  return [...installRequests(objects), ...(isOpenShift ? [finalizers(extension)] : [])];
}

export const installerLacksPermissions = rule(
  'installer-lacks-permissions',
  'error',
  'The ServiceAccount of a ClusterExtension cannot install it',
  {
    meaning:
      "Up to v1.10, OLM v1 installs with the ServiceAccount of the ClusterExtension. The account lacks verbs on the operator's objects, or permissions of the operator's roles. The API server refuses the objects, and OLM retries forever. It is a warning if only the feature gate PreflightPermissions requires the permissions, or if the account is bound to a role that is not in the input.",
    fix: 'Give the account the missing permissions: `cdk8s-olm render --installers` writes a sufficient role for an administrator.',
  },
);

export const installerNotFound = rule('installer-not-found', 'error', 'The ServiceAccount of a ClusterExtension is not in the input', {
  meaning:
    "Up to v1.10, OLM v1 installs with a ClusterExtension's ServiceAccount, and installs nothing without it. It is a warning if the input also lacks the namespace of the account.",
  fix: 'Add the ServiceAccount to the input.',
});

/**
 * Findings about the account.
 *
 * @param objects the objects of the ClusterExtension; none if its bundle is not known
 */
export function installerFindings(
  extension: ClusterExtension,
  objects: readonly KubernetesObject[],
  { behaviours, name: release }: OlmV1Release,
  cluster: Cluster,
  known: () => KnownRbac,
): Finding[] {
  const { serviceAccount: account, namespace } = extension;
  if (account === undefined || !behaviours.has('needsServiceAccount')) return [];
  const owner = { kind: 'ClusterExtension', name: extension.name };
  const isSynthetic = account === SYNTHETIC && behaviours.has('syntheticPermissions');
  const isThere = cluster.serviceAccounts.some((other) => other.namespace === namespace && other.name === account);
  const reference = { kind: 'ServiceAccount', namespace, name: account };
  if (!isSynthetic && !isThere && !(account === 'default' && cluster.namespaces.some(({ name }) => name === namespace))) {
    const severity = isAccountKnown(cluster, namespace) ? 'error' : 'warning';
    const message = `OLM ${release} installs nothing while the ServiceAccount is not there, and it is not in the input: ${notFound(account, namespace, behaviours)}`;
    return [installFinding(installerNotFound, severity, owner, message, `add the ServiceAccount ${namespace}/${account}`, [reference])];
  }
  const { rbac, isOpen } = known();
  const by: Identity = isSynthetic
    ? { user: `olm:clusterextension:${extension.name}`, groups: ['olm:clusterextensions'] }
    : serviceAccount({ namespace, name: account });
  const requests = installerNeeds(extension, objects, cluster);
  const missing = missingToWrite(rbac, { by, requests, objects });
  // The feature gate checks the account without its groups, and `escalate` without a namespace.
  const asked = behaviours.has('preflightPermissions')
    ? missingToWrite(rbac, {
        by: { ...by, groups: [] },
        requests: [...installRequests(objects), finalizers(extension)],
        objects,
        escalatesInCluster: true,
      })
    : [];
  const gates = isSynthetic ? featureGates(owner, ['SyntheticPermissions']) : [];
  if (objects.length === 0 || missing.length + asked.length === 0) return gates;
  const isRefused = missing.length > 0;
  const who = isSynthetic ? `the user ${by.user}` : `the ServiceAccount ${namespace}/${account}`;
  const lacks = `${PREFLIGHT}: ${(isRefused ? missing : asked).flatMap(ruleTexts).sort().join('; ')}`;
  const message = isRefused
    ? `${who} cannot install it, and OLM ${release} installs with its permissions: the ${lacks}`
    : `with the feature gate PreflightPermissions, OLM ${release} refuses to install it: pre-authorization failed: ${lacks}`;
  const perhaps = isOpen(by) ? '; it is bound to a role that is not in the input, which may give them' : '';
  return [
    ...gates,
    installFinding(
      installerLacksPermissions,
      isRefused && perhaps === '' ? 'error' : 'warning',
      owner,
      `${message}${perhaps}`,
      `give ${who} the missing permissions, which render --installers writes`,
      isSynthetic ? [] : [reference],
    ),
  ];
}

/** OLM's message (formatPreAuthorizerOutput). */
const PREFLIGHT = 'service account requires the following permissions to manage cluster extension';

/** OLM's message, by release: the API server's answer, then its own error, then a check before anything else. */
function notFound(account: string, namespace: string, behaviours: OlmV1Release['behaviours']): string {
  const text = `service account "${account}" not found in namespace "${namespace}"`;
  if (behaviours.has('validatesAccount')) return `operation cannot proceed due to the following validation error(s): ${text}`;
  return behaviours.has('namesMissingAccount')
    ? `${text}: unable to authenticate with the Kubernetes cluster.`
    : `serviceaccounts "${account}" not found`;
}
