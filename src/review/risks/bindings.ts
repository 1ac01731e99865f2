/** Bindings of one side: those that differ by nothing but their namespace are one, so that copies are not multiplied. */
import { compareText, type KubernetesObject } from '../../model/kubernetes-object.js';
import type { GrantSubject, SideObjects } from '../review.js';
import { namespacesOf, objectIn, objectsOrCopies } from '../side-objects.js';

/** A ClusterRoleBinding, or a RoleBinding as it stands in one or many namespaces. */
export interface BindingInNamespaces {
  /** The first by namespace. */
  readonly binding: KubernetesObject;
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects: readonly GrantSubject[];
  /** Sorted; absent for a ClusterRoleBinding. */
  readonly namespaces?: readonly string[];
}

/** The bindings of a side, by name; those that Kubernetes itself brings along are left out. */
export function bindingsOf(side: SideObjects): BindingInNamespaces[] {
  const alike = new Map<string, { binding: KubernetesObject; subjects: GrantSubject[]; namespaces: string[] }>();
  for (const item of objectsOrCopies(side)) {
    const { object } = item;
    if ((object.kind !== 'RoleBinding' && object.kind !== 'ClusterRoleBinding') || isKubernetesOwn(object)) continue;
    const namespaces = object.kind === 'RoleBinding' ? namespacesOf(item) : [];
    const subjects = subjectsOf(object, item.copies ? undefined : namespaces[0]);
    const { kind, name } = roleRefOf(object);
    const key = JSON.stringify([object.kind, object.metadata.name, kind, name, subjects]);
    const known = alike.get(key) ?? { binding: objectIn(item, namespaces[0] ?? ''), subjects, namespaces: [] };
    for (const namespace of namespaces) known.namespaces.push(namespace);
    alike.set(key, known);
  }
  return [...alike.values()]
    .map(({ binding, subjects, namespaces }): BindingInNamespaces => {
      const base = { binding, subjects, roleRef: roleRefOf(binding) };
      return binding.kind === 'RoleBinding' ? { ...base, namespaces: [...new Set(namespaces)].sort(compareText) } : base;
    })
    .sort((a, b) => compareText(a.binding.metadata.name, b.binding.metadata.name) || compareText(a.binding.kind, b.binding.kind));
}

/** The role that a binding gives. */
function roleRefOf({ roleRef }: KubernetesObject): { kind: string; name: string } {
  return roleRef as { kind: string; name: string };
}

interface RawSubject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | null;
}

const ACCOUNT_USER = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** The subjects of a binding; a user name that stands for a ServiceAccount is that account. */
function subjectsOf({ subjects }: KubernetesObject, bindingNamespace: string | undefined): GrantSubject[] {
  return ((subjects ?? []) as RawSubject[]).flatMap(({ kind, name, namespace }): GrantSubject[] => {
    if (kind === 'ServiceAccount') {
      const home = namespace || bindingNamespace;
      return home === undefined ? [] : [{ kind, name, namespace: home }];
    }
    const [, home, account] = (kind === 'User' && ACCOUNT_USER.exec(name)) || [];
    if (home !== undefined && account !== undefined) return [{ kind: 'ServiceAccount', name: account, namespace: home }];
    return kind === 'User' || kind === 'Group' ? [{ kind, name }] : [];
  });
}

/**
 * Whether a binding is of those that every cluster has: named as its role, and for nobody but Kubernetes' own parts.
 * A snapshot holds them all.
 */
function isKubernetesOwn(binding: KubernetesObject): boolean {
  const { name } = binding.metadata;
  if (roleRefOf(binding).name !== name) return false;
  const subjects = (binding.subjects ?? []) as RawSubject[];
  if (name === 'cluster-admin') return subjects.every((subject) => subject.kind === 'Group' && subject.name === 'system:masters');
  if (name === 'system:public-info-viewer' || name === 'system:discovery' || name === 'system:basic-user') {
    return subjects.every((subject) => subject.kind === 'Group' && DISCOVERY_GROUPS.has(subject.name));
  }
  return name.startsWith('system:') && subjects.every(isControlPlane);
}

const DISCOVERY_GROUPS: ReadonlySet<string> = new Set(['system:authenticated', 'system:unauthenticated']);
const CONTROL_PLANE: ReadonlySet<string> = new Set([
  'system:kube-controller-manager',
  'system:kube-proxy',
  'system:kube-scheduler',
  'system:monitoring',
  'system:nodes',
]);

function isControlPlane({ kind, name, namespace }: RawSubject): boolean {
  return kind === 'ServiceAccount' ? namespace === 'kube-system' : CONTROL_PLANE.has(name);
}
