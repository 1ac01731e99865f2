/** Objects of other kinds that name cluster-admin or a group that has it: their controllers bind it, or sign a login for it. */

import { groupOf } from '../../kubernetes/kinds.js';
import { formatReference, groupBy, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { bindingOf, roleOf } from '../../kubernetes/rbac.js';
import { type FieldPath, formatFieldPath, walk } from '../../manifest/field-path.js';
import { sortedText } from '../../manifest/plain-data.js';
import type { State } from '../../state/state.js';
import { type Discovery, NSA_RBAC, type RiskRule } from '../rule.js';
import { settingOf } from './cluster-setting.js';
import { WRITTEN } from './kind-effects.js';

/** Of Kubernetes, kubeadm, OpenShift and Rancher. */
const NAMES: ReadonlySet<string> = new Set([
  'cluster-admin',
  'cluster-owner',
  'kubeadm:cluster-admins',
  'system:cluster-admins',
  'system:kube-controller-manager',
  'system:masters',
]);
/** What only describes, and what is told of by its members. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['ClusterServiceVersion', 'CustomResourceDefinition', 'Group']);

export const adminNamed: RiskRule = {
  id: 'admin-named',
  severity: 'error',
  title: 'An object of another kind names cluster-admin',
  references: ['CIS Kubernetes 5.1.1', NSA_RBAC],
  documentation: {
    meaning:
      'The change adds `cluster-admin`, `system:masters` or the like to an object that is not a role or binding. Objects of Capsule, Rancher and rbac-manager create bindings, charts do so from values, and a Certificate is a login; the effect is not reviewed. Admission policies that only refuse do not count.',
    attack: 'A Capsule Tenant lists cluster-admin in its additional role bindings. Its controller creates the binding.',
    fix: 'Name a role with the permissions that are needed, or accept the object in the baseline.',
  },
  compare: ({ state: base }, { state: head }) => {
    const known = new Set(mentionsIn(base).map(mentionKey));
    const brought = mentionsIn(head).filter((mention) => !known.has(mentionKey(mention)));
    return [...groupBy(brought, ({ object }) => object).values()].flatMap((found) =>
      found.slice(0, 1).map((first) => discovery(first, head)),
    );
  },
};

interface Mention {
  readonly object: KubernetesObject;
  readonly name: string;
  readonly at: FieldPath;
  /** The mapping that it stands in, such as a binding with its subjects. */
  readonly within: unknown;
}

function discovery({ object, name, at, within }: Mention, head: State): Discovery {
  const subject = referenceTo(object);
  return {
    severity: 'error',
    subject,
    message: `${formatReference(subject)} names ${name} in ${formatFieldPath(at)}; what its controller makes of that was not reviewed`,
    path: [],
    fix: 'name a role with the permissions that are needed, or accept the object in the baseline',
    place: head.placeOf(subject, at) ?? head.placeOf(subject),
    identity: [name, ...fieldsOnly(at), sortedText(within)],
    covers: [at],
  };
}

function mentionsIn({ given }: State): Mention[] {
  return given.filter((object) => !isOfOthers(object)).flatMap(mentionsOf);
}

/** Whether it makes nothing of the name, or another rule tells what: a policy that only refuses names whom it stops or spares. */
function isOfOthers(object: KubernetesObject): boolean {
  return OTHER_KINDS.has(object.kind) || roleOf(object) !== undefined || bindingOf(object) !== undefined || settingOf(object) === WRITTEN;
}

function mentionsOf(object: KubernetesObject): Mention[] {
  const found: Mention[] = [];
  const { metadata: _, status: __, ...fields } = object;
  walk(fields, (part, at, within) => {
    if (typeof part === 'string' && NAMES.has(part)) found.push({ object, name: part, at, within });
    return false;
  });
  return found;
}

/** The order of a list says nothing. */
function mentionKey({ object, name, at, within }: Mention): string {
  return sortedText([groupOf(String(object.apiVersion)), formatReference(referenceTo(object)), name, fieldsOnly(at), within]);
}

function fieldsOnly(at: FieldPath): string[] {
  return at.filter((step) => typeof step === 'string');
}
