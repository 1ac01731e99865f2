/**
 * Namespaces that lead to the whole cluster: controllers there have every permission by default, so anyone who can run Pods or read Secrets
 * there has, too.
 */
import type { GrantSubject } from '../../../base/rbac/grant.js';

const KUBE_SYSTEM = 'kube-system';

/**
 * Namespaces of Kubernetes, and of tools that apply or install everything: Argo CD, Flux, OLM, Crossplane, Rancher, kapp, Config Sync,
 * Velero, ACM.
 */
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
 * The first system namespace that gives a subject more than it has: permissions of an operator in its own namespace are expected, except in
 * kube-system.
 */
export function systemNamespaceOf(namespaces: readonly string[], subject?: GrantSubject): string | undefined {
  const own = subject?.kind === 'ServiceAccount' ? subject.namespace : undefined;
  return namespaces.find((name) => name === KUBE_SYSTEM || ((NAMES.has(name) || name.startsWith(OF_OPENSHIFT)) && name !== own));
}

/** Whether objects of a namespace belong to the control plane, and not to a subject from another namespace. */
export function isOfControlPlane(namespace: string, subject: GrantSubject): boolean {
  return namespace === KUBE_SYSTEM && !(subject.kind === 'ServiceAccount' && subject.namespace === KUBE_SYSTEM);
}

/**
 * Namespaces of the OpenShift control plane: their Secrets are client certificates of system:masters and etcd, and keys that sign tokens.
 */
const WITH_CLUSTER_KEYS = /^openshift-(?:config|config-managed|(?:etcd|kube-(?:apiserver|controller-manager|scheduler))(?:-operator)?)$/;

/** Whether reading the Secrets of a namespace gives access to the cluster. */
export function hasClusterKeys(namespace: string): boolean {
  return WITH_CLUSTER_KEYS.test(namespace);
}

/** Controllers with the powers of `powers.ts`, as their tools install them. */
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

/** The accounts, and workloads with names other than their accounts. */
const WORKLOADS: ReadonlySet<string> = new Set([...[...ACCOUNTS.values()].flat(), 'catalog-operator', 'olm-operator']);

/** Whether a workload has the name of one of these controllers. */
export function isSystemWorkload(name: string): boolean {
  return WORKLOADS.has(name);
}

/** Whether an account belongs to one of these controllers, which are powerful without a binding in the input. */
export function isSystemAccount({ kind, namespace = '', name }: GrantSubject): boolean {
  return kind === 'ServiceAccount' && (ACCOUNTS.get(namespace)?.includes(name) ?? false);
}
