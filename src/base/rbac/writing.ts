/**
 * The permissions that writing objects requires, and those of them that the writer lacks: the requests themselves, and for roles and
 * bindings the permissions that these give, as nobody can give more than they have (Kubernetes' pkg/registry/rbac: ConfirmNoEscalation,
 * RoleEscalationAuthorized and BindingAuthorized).
 */

import { compareText, groupBy, type KubernetesObject } from '../kubernetes/object.js';
import type { PolicyRule, ScopedRules } from '../kubernetes/policy-rule.js';
import { type Binding, bindingOf, RBAC_GROUP, type Role, roleOf } from '../kubernetes/rbac.js';
import { resourceOf } from '../tools/kinds.js';
import { type Atom, atomSet, atomsOf, isCovered } from './atoms.js';
import { isAllowed, rulesFor } from './authorizer.js';
import type { Rbac } from './bound.js';
import type { Identity } from './subject.js';

/** A verb on a resource in a namespace; an empty namespace means the whole cluster. */
export interface Request {
  readonly namespace: string;
  readonly verb: string;
  readonly apiGroup: string;
  readonly resource: string;
  readonly name?: string;
}

/** A writer and the written objects. */
export interface Writing {
  readonly by: Identity;
  readonly requests: readonly Request[];
  /** The written objects; only roles and bindings matter. */
  readonly objects: readonly KubernetesObject[];
  /** Whether `escalate` counts only if it is granted in the whole cluster. @default false */
  readonly escalatesInCluster?: boolean;
}

/** The request for a verb on objects of this kind. @param isNamed whether a permission for the object's name suffices */
export function requestFor(object: KubernetesObject, verb: string, isNamed: boolean): Request {
  const { name, namespace = '' } = object.metadata;
  return { namespace, verb, ...resourceOf(object), ...(isNamed ? { name } : {}) };
}

/** The missing permissions by namespace; one rule for each resource and name, with all its verbs (validation.CompactRules). */
export function missingToWrite(rbac: Rbac, writing: Writing): ScopedRules[] {
  const { by, requests, objects } = writing;
  const refused = requests.filter(({ namespace, ...request }) => !isAllowed(rbac, by, namespace || undefined, request));
  const asked = refused.map(({ namespace, ...atom }) => ({ namespace, atom }) as const);
  const beyond = objects.flatMap((object) => {
    const namespace = object.metadata.namespace ?? '';
    return beyondOwn(rbac, writing, object).map((atom) => ({ namespace, atom }));
  });
  return [...groupBy<string, { namespace: string; atom: Atom }>([...asked, ...beyond], ({ namespace }) => namespace)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([namespace, missing]) => ({ namespace, rules: compact(missing.map(({ atom }) => atom)) }));
}

/** The permissions that a role or binding gives and its writer lacks. */
function beyondOwn(rbac: Rbac, writing: Writing, object: KubernetesObject): Atom[] {
  const role = roleOf(object);
  const binding = bindingOf(object);
  const namespace = object.metadata.namespace;
  const may = (verb: string, resource: string, where: string | undefined, name?: string): boolean =>
    isAllowed(rbac, writing.by, where, { verb, apiGroup: RBAC_GROUP, resource, ...(name === undefined ? {} : { name }) });
  if (role) {
    // A create request has no name, so `escalate` by name does not count.
    if (may('escalate', role.kind === 'Role' ? 'roles' : 'clusterroles', writing.escalatesInCluster ? undefined : namespace)) return [];
    return uncovered(rbac, writing.by, namespace, rulesOf(role));
  }
  if (!binding) return [];
  const { kind, name } = binding.roleRef;
  if (may('bind', kind === 'Role' ? 'roles' : 'clusterroles', namespace, name)) return [];
  return uncovered(rbac, writing.by, namespace, boundRules(rbac, writing.objects, binding, namespace));
}

/** The rules of a role; with an aggregationRule, a role can get any rule. */
function rulesOf({ rules, aggregationRule }: Role): readonly PolicyRule[] {
  const all: PolicyRule[] = [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ];
  return (aggregationRule?.clusterRoleSelectors ?? []).length > 0 ? all : rules;
}

/** The rules of the bound role: of the existing one and of the written one. */
function boundRules(
  rbac: Rbac,
  objects: readonly KubernetesObject[],
  binding: Binding,
  namespace: string | undefined,
): readonly PolicyRule[] {
  const { kind, name } = binding.roleRef;
  const there = rbac.rolesOf({
    binding,
    subjects: [],
    items: [],
    isDefault: false,
    ...(namespace === undefined ? {} : { namespaces: [namespace] }),
  });
  const written = objects.filter(
    (object) =>
      object.kind === kind && object.metadata.name === name && (kind === 'ClusterRole' || object.metadata.namespace === namespace),
  );
  return [
    ...there.flatMap(({ role }) => rbac.rulesOf(role.object).rules.map(({ rule }) => rule)),
    ...written.flatMap((object) => roleOf(object)?.rules ?? []),
  ];
}

/** Rights that the writer lacks. A Role with URLs does not grant them, but still only a writer with these URLs can write it. */
function uncovered(rbac: Rbac, by: Identity, namespace: string | undefined, rules: readonly PolicyRule[]): Atom[] {
  const own = atomSet([...rulesFor(rbac, by, namespace)].flatMap((rule) => [...atomsOf(rule, true)]));
  return rules.flatMap((rule) => [...atomsOf(rule, true)]).filter((atom) => !isCovered(atom, own));
}

function compact(atoms: readonly Atom[]): PolicyRule[] {
  const keyOf = (atom: Atom): string =>
    'url' in atom ? JSON.stringify([atom.url]) : JSON.stringify([atom.apiGroup, atom.resource, atom.name ?? null]);
  return [...groupBy(atoms, keyOf).entries()]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, alike]): PolicyRule => {
      const [first] = alike;
      const verbs = [...new Set(alike.map(({ verb }) => verb))].sort(compareText);
      const all = { verbs: verbs.includes('*') ? ['*'] : verbs };
      if ('url' in first) return { ...all, nonResourceURLs: [first.url] };
      const { apiGroup, resource, name } = first;
      return { ...all, apiGroups: [apiGroup], resources: [resource], ...(name === undefined ? {} : { resourceNames: [name] }) };
    });
}
