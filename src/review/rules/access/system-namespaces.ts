/**
 * Namespaces that lead to the whole cluster, whatever the input says of them: the controllers there have every permission as they are
 * installed, so whoever can run Pods or read Secrets beside them has, too.
 */
import type { GrantSubject } from '../../../base/rbac/grant.js';

const KUBE_SYSTEM = 'kube-system';

/** Of Kubernetes, and of what applies and installs everything: Argo CD, Flux, OLM, Crossplane, Rancher, kapp, Config Sync, Velero, ACM. */
const NAMES: ReadonlySet<string> = new Set([
  KUBE_SYSTEM,
  'argocd',
  'cattle-fleet-local-system',
  'cattle-fleet-system',
  'cattle-system',
  'config-management-system',
  'crossplane-system',
  'flux-system',
  'kapp-controller',
  'olm',
  'olmv1-system',
  'open-cluster-management-agent',
  'upbound-system',
  'velero',
]);
/** Nearly every operator of OpenShift itself is bound to cluster-admin. */
const OF_OPENSHIFT = 'openshift-';

/**
 * The first such namespace among some, as far as it gives more to a subject than it has: an operator that is installed in one, other
 * than kube-system, does in its own namespace what is expected.
 */
export function systemNamespaceOf(namespaces: readonly string[], subject?: GrantSubject): string | undefined {
  const own = subject?.kind === 'ServiceAccount' ? subject.namespace : undefined;
  return namespaces.find((name) => name === KUBE_SYSTEM || ((NAMES.has(name) || name.startsWith(OF_OPENSHIFT)) && name !== own));
}

/** Whether what is there belongs to the control plane whatever its name, and not to a subject that is installed elsewhere. */
export function isOfControlPlane(namespace: string, subject: GrantSubject): boolean {
  return namespace === KUBE_SYSTEM && !(subject.kind === 'ServiceAccount' && subject.namespace === KUBE_SYSTEM);
}

/** Of the control plane of OpenShift: its Secrets are client certificates of system:masters, of etcd, and keys that sign tokens. */
const WITH_CLUSTER_KEYS = /^openshift-(?:config|config-managed|(?:etcd|kube-(?:apiserver|controller-manager|scheduler))(?:-operator)?)$/;

/** Whether whoever reads Secrets of a namespace has the cluster, though no workload of anybody else belongs there. */
export function hasClusterKeys(namespace: string): boolean {
  return WITH_CLUSTER_KEYS.test(namespace);
}

/** As their tools install them, with the powers of `powers.ts`. */
const ACCOUNTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    argocd: ['argocd-application-controller', 'argocd-applicationset-controller', 'argocd-server'],
    'cattle-fleet-local-system': ['fleet-agent'],
    'cattle-fleet-system': ['fleet-agent', 'fleet-controller'],
    'cattle-system': ['cattle', 'rancher', 'rancher-webhook'],
    'config-management-system': ['root-reconciler', 'reconciler-manager'],
    'crossplane-system': ['crossplane', 'rbac-manager'],
    'flux-system': [
      'flux-operator',
      'helm-controller',
      'image-automation-controller',
      'image-reflector-controller',
      'kustomize-controller',
      'notification-controller',
      'source-controller',
    ],
    'kapp-controller': ['kapp-controller-sa'],
    olm: ['olm-operator-serviceaccount'],
    'olmv1-system': ['operator-controller-controller-manager'],
    'openshift-gitops': ['openshift-gitops-argocd-application-controller', 'openshift-gitops-argocd-server'],
    'openshift-operator-lifecycle-manager': ['olm-operator-serviceaccount'],
  }),
);

/** Their workloads that are called otherwise than their accounts. */
const WORKLOADS: ReadonlySet<string> = new Set([...[...ACCOUNTS.values()].flat(), 'catalog-operator', 'olm-operator']);

/** Whether a workload of this name is, as its tool installs it, one of the controllers there. */
export function isSystemWorkload(name: string): boolean {
  return WORKLOADS.has(name);
}

/** Whether an account is one of the controllers there, which are powerful without a binding in the input. */
export function isSystemAccount({ kind, namespace = '', name }: GrantSubject): boolean {
  return kind === 'ServiceAccount' && (ACCOUNTS.get(namespace)?.includes(name) ?? false);
}
