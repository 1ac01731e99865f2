/** Objects of other kinds that name cluster-admin or a group that has it: their controllers bind it, or sign a login for it. */

import type { KubernetesObject } from '../../kubernetes/object.js';
import { bindingOf, roleOf } from '../../kubernetes/rbac.js';
import { type FieldPath, formatFieldPath, walk } from '../../manifest/field-path.js';
import { sortedText } from '../../manifest/plain-data.js';
import { riskRule } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';
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

export const adminNamed = riskRule({
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
  looksAt: (object) => !isOfOthers(object),
  pair: ({ before, after }) => {
    const known = new Set(before && !isOfOthers(before) ? mentionsOf(before).map(({ key }) => key) : []);
    return mentionsOf(after)
      .filter(({ key }) => !known.has(key))
      .slice(0, 1)
      .map(({ name, at, within }) => ({
        says: `names ${name} in ${formatFieldPath(at)}; what its controller makes of that was not reviewed`,
        at,
        identity: [name, ...fieldsOnly(at), sortedText(within)],
        covers: [at],
      }));
  },
});

interface Mention {
  readonly name: string;
  readonly at: FieldPath;
  /** The mapping that it stands in, such as a binding with its subjects. */
  readonly within: unknown;
  /** The same in whatever order a list is. */
  readonly key: string;
}

/** Whether it makes nothing of the name, or another rule tells what: a policy that only refuses names whom it stops or spares. */
function isOfOthers(object: KubernetesObject): boolean {
  return OTHER_KINDS.has(object.kind) || roleOf(object) !== undefined || bindingOf(object) !== undefined || settingOf(object) === WRITTEN;
}

function mentionsOf({ metadata: _, status: __, ...fields }: KubernetesObject): Mention[] {
  const found: Mention[] = [];
  walk(fields, (part, at, within) => {
    if (typeof part === 'string' && NAMES.has(part))
      found.push({ name: part, at, within, key: sortedText([part, fieldsOnly(at), within]) });
    return false;
  });
  return found;
}

function fieldsOnly(at: FieldPath): string[] {
  return at.filter((step) => typeof step === 'string');
}
