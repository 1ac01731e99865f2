/**
 * Reports effects of an upgrade of OLM, OpenShift or Kubernetes: renamed roles, removed APIs, refused Pods, and operators that block it.
 */

import semver from 'semver';
import { expand } from '../../../../base/kubernetes/copies.js';
import { formatReference, type KubernetesObject, namespacedName, referenceTo } from '../../../../base/kubernetes/object.js';
import { RBAC_KINDS } from '../../../../base/kubernetes/rbac.js';
import { removalOf } from '../../../../base/kubernetes/removed-apis.js';
import { formatFieldPath } from '../../../../base/manifest/field-path.js';
import { csvReference, rule } from '../../../../olm/model/finding.js';
import { type Versions, versionsOf, versionsText } from '../../../../olm/model/versions.js';
import type { State } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { begunBetween } from './begun.js';
import { allowsOpenShift, maxOpenShiftOf } from './max-openshift.js';
import { refusedFields } from './pod-security-levels.js';

const UPGRADED = rule('platform-upgraded', 'info', 'OLM, OpenShift or Kubernetes has another version', {
  class: 'cluster',
  meaning:
    'The two states describe clusters with different versions (`--head-platform`, `--head-olm-version`, `--head-kube-version`, or the input). Settings that only have an effect from the new version on are also reported.',
  fix: 'Read the rest of the review before you upgrade.',
});

const BLOCKED = rule('upgrade-blocked', 'error', 'An operator blocks an upgrade of OpenShift', {
  class: 'breaks',
  meaning: "An installed operator's `olm.maxOpenShiftVersion` is below the new OpenShift. OLM then reports the cluster as not upgradeable.",
  fix: 'Before the upgrade, install an operator version that allows it, or remove the operator.',
});

const API_REMOVED = rule('api-removed', 'error', 'Kubernetes no longer serves the API of an object', {
  class: 'breaks',
  meaning:
    "An object's `apiVersion` does not exist in the new Kubernetes (deprecated API migration guide), so it can no longer be applied.",
  fix: 'Write the new apiVersion before the upgrade.',
});

const PODS_REFUSED = rule('upgrade-refuses-pods', 'error', 'Pod Security of the new Kubernetes refuses Pods', {
  class: 'breaks',
  meaning:
    'A Namespace enforces a Pod Security level that the new Kubernetes checks more strictly: 1.34 refuses `host` in probes and lifecycle hooks. Pods run until they are replaced.',
  fix: "Remove the field before the upgrade, or set the Namespace's label pod-security.kubernetes.io/enforce-version to the old version.",
  references: ['Kubernetes Pod Security Standards'],
});

const ROLE_RENAMED = rule('role-renamed', 'info', 'OLM gives roles other names', {
  class: 'breaks',
  isRoutine: true,
  meaning:
    'In the new version, OLM gives a role or binding another name. It is a warning for a binding of the input that uses the old name.',
  fix: 'Also bind the new name before the upgrade.',
});

const INSTALLER = rule('installer-changed', 'warning', 'OLM v1 installs with other permissions', {
  effect: 'unknown',
  meaning:
    "From v1.11 on, OLM v1 ignores a ClusterExtension's `spec.serviceAccount` and installs as cluster-admin. OLM now also installs objects that the account could not create, and anyone who can write a ClusterExtension can install any bundle with all its permissions. It is a note for a change in the other direction.",
  fix: 'Before the upgrade, check who can create or change ClusterExtensions and ClusterCatalogs: `cdk8s-olm who-can create clusterextensions.olm.operatorframework.io`.',
});

/** The changes of an upgrade; none if both states have the same versions. */
const find: FindChanges = (base, head) => {
  const [before, after] = [base, head].map(({ cluster }) => versionsOf(cluster.versions)) as [Versions, Versions];
  const isOlmV1 = before.olmV1.name !== after.olmV1.name && before.olm.name === after.olm.name;
  const [was, becomes] = [versionsText(before, isOlmV1), versionsText(after, isOlmV1)];
  if (was === becomes) return [];
  const subject = { kind: 'Platform', name: becomes };
  return [
    { rule: UPGRADED, severity: 'info', subject, message: `it was ${was}`, before: was, after: becomes },
    ...heldUp(before, after, base, head),
    ...noLongerServed(before, after, head),
    ...noLongerLetIn(before, after, head),
    ...named(becomes, renamedRoles(base, head), head),
    ...begunBetween(before.olm, after.olm, head).map(([owner, message]) => ({
      rule: UPGRADED,
      severity: 'info' as const,
      subject: owner,
      message,
      ...placed(head, owner),
    })),
    ...installsOtherwise(before, after, base, head),
  ];
};

/** OLM v1 installs as the account of a ClusterExtension up to v1.10, and as cluster-admin from v1.11 on. */
function installsOtherwise(before: Versions, after: Versions, base: State, head: State): FoundChange[] {
  const [was, isBounded] = [before, after].map(({ olmV1 }) => olmV1.behaviours.has('needsServiceAccount'));
  if (was === isBounded) return [];
  // The state with OLM v1.10 or earlier names the account.
  const accounts = new Map((isBounded ? head : base).cluster.clusterExtensions.map(({ name, serviceAccount }) => [name, serviceAccount]));
  const there = new Set(base.cluster.clusterExtensions.map(({ name }) => name));
  return head.cluster.clusterExtensions.flatMap(({ name, namespace }): FoundChange[] => {
    const account = accounts.get(name);
    if (!there.has(name) || account === undefined) return [];
    const who = `the ServiceAccount ${namespace}/${account}`;
    const [from, to] = isBounded ? ['cluster-admin', who] : [who, 'cluster-admin'];
    const message = isBounded
      ? `OLM v1 installs it with the permissions of ${who}, and no longer as cluster-admin`
      : `OLM v1 ignores ${who} and installs it as cluster-admin: nothing limits the operator any more, or anyone who can write ClusterExtensions`;
    const subject = { kind: 'ClusterExtension', name };
    return [
      { rule: INSTALLER, severity: isBounded ? 'info' : 'warning', subject, before: from, after: to, message, ...placed(head, subject) },
    ];
  });
}

/** Operators that block an upgrade of OpenShift. */
function heldUp({ openshift: from, olm }: Versions, { openshift: to }: Versions, base: State, head: State): FoundChange[] {
  if (from === undefined || to === undefined || from === to || !isNewer(to, from)) return [];
  const staying = new Set(head.cluster.clusterServiceVersions.map(namespacedName));
  return base.cluster.clusterServiceVersions.flatMap((csv): FoundChange[] => {
    const max = maxOpenShiftOf(csv);
    if (max === undefined || allowsOpenShift(max, to, olm)) return [];
    const stays = staying.has(namespacedName(csv));
    const what = `OpenShift is not upgraded to ${to} while it is installed (olm.maxOpenShiftVersion ${max})`;
    return [
      {
        rule: BLOCKED,
        severity: stays ? 'error' : 'warning',
        subject: csvReference(csv),
        message: stays ? what : `${what}; HEAD has it no more: apply HEAD before the upgrade`,
        ...placed(base, csvReference(csv)),
      },
    ];
  });
}

function isNewer(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

/** Objects of the input and of bundles whose API is removed. */
function noLongerServed(before: Versions, after: Versions, head: State): FoundChange[] {
  return head.given.flatMap((object): FoundChange[] => {
    const removed = removedApi(object, before.kubernetes, after.kubernetes);
    if (!removed) return [];
    const { since, instead } = removed;
    const subject = referenceTo(object);
    const left = instead === undefined ? 'nothing replaces it' : `${instead} replaces it`;
    return [
      {
        rule: API_REMOVED,
        severity: 'error',
        subject,
        message: `${object.apiVersion} is not served from Kubernetes ${since} on; ${left}`,
        ...placed(head, subject),
      },
    ];
  });
}

/** Pods that their namespace no longer accepts. */
function noLongerLetIn(before: Versions, after: Versions, head: State): FoundChange[] {
  return refusedFields(head, before.kubernetes, after.kubernetes).map(({ workload, level, container, field, at }): FoundChange => {
    const { reference, source } = workload;
    return {
      rule: PODS_REFUSED,
      severity: 'error',
      subject: source,
      object: reference,
      identity: [formatReference(reference), formatFieldPath(at)],
      message: `Namespace ${reference.namespace ?? 'default'} enforces ${level}, which takes no ${formatFieldPath(field)} of the container ${container} from Kubernetes 1.34 on: new Pods of ${formatReference(reference)} are refused`,
      place: head.placeOf(source, at),
    };
  });
}

/** Roles and bindings that OLM renames, and bindings of the input to the old names. */
function named(becomes: string, renamed: readonly RenamedRole[], head: State): FoundChange[] {
  const [first] = renamed;
  if (!first) return [];
  const names = new Map(renamed.map(({ from, to }) => [formatReference(referenceTo(from)), to]));
  const made = new Set((head.made ?? []).map(({ object }) => object));
  const bound = head.objects.flatMap((object): FoundChange[] => {
    if (made.has(object)) return [];
    const role = roleOf(object);
    const to = role && names.get(role);
    if (!to) return [];
    return [
      {
        rule: ROLE_RENAMED,
        severity: 'warning',
        subject: referenceTo(object),
        message: `after the upgrade, OLM calls the ${role} that it binds ${to.metadata.name}`,
        ...placed(head, referenceTo(object)),
      },
    ];
  });
  const example = `${formatReference(referenceTo(first.from))} becomes ${first.to.metadata.name}`;
  return [
    {
      rule: ROLE_RENAMED,
      severity: 'info',
      subject: { kind: 'Platform', name: becomes },
      message: `OLM calls ${renamed.length} roles and bindings otherwise: ${example}`,
    },
    ...bound,
  ];
}

/** The role of a binding, as a reference in text. */
function roleOf({ kind, metadata, roleRef }: KubernetesObject): string | undefined {
  if (kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') return undefined;
  const { kind: role = '', name = '' } = (roleRef ?? {}) as { kind?: string; name?: string };
  return formatReference({ kind: role, ...(role === 'Role' && metadata.namespace ? { namespace: metadata.namespace } : {}), name });
}

function placed({ placeOf }: State, subject: FoundChange['subject']): Pick<FoundChange, 'place'> {
  const place = placeOf(subject);
  return place ? { place } : {};
}

/** Finds the effects of a cluster upgrade. */
export const platformUpgrade = ofStates([UPGRADED, INSTALLER, BLOCKED, API_REMOVED, PODS_REFUSED, ROLE_RENAMED], find);

// APIs that the new version of Kubernetes no longer serves.

/** A removed API. */
export interface RemovedApi {
  /** The first version without it, such as `1.25`. */
  readonly since: string;
  /** The apiVersion that replaces it; absent if the kind is removed. */
  readonly instead?: string;
}

/**
 * The removed API of an object; undefined if the API is still served, or was not served before.
 * @param base @param head versions of Kubernetes
 */
export function removedApi({ apiVersion, kind }: KubernetesObject, base: string, head: string): RemovedApi | undefined {
  const { minor, instead } = removalOf({ apiVersion, kind }) ?? {};
  const [before, after] = [base, head].map((version) => semver.coerce(version)?.minor ?? 0) as [number, number];
  if (minor === undefined || before >= minor || after < minor) return undefined;
  return { since: `1.${minor}`, ...(instead === undefined ? {} : { instead }) };
}

// Roles and bindings that OLM renames in another release, matched by their origin.

/** One object under its two names. */
export interface RenamedRole {
  readonly from: KubernetesObject;
  readonly to: KubernetesObject;
}

/** All renamed objects, in the order of BASE. */
function renamedRoles(base: State, head: State): RenamedRole[] {
  const [before, after] = [madeBy(base), madeBy(head)];
  return [...before].flatMap(([key, from]) => {
    const to = after.get(key);
    return to && to.metadata.name !== from.metadata.name ? [{ from, to }] : [];
  });
}

/** Created roles and bindings by kind, namespace, owner, field and their order, which do not depend on names. */
function madeBy({ made = [] }: State): Map<string, KubernetesObject> {
  const found = new Map<string, KubernetesObject>();
  const count = new Map<string, number>();
  for (const item of made) {
    for (const object of expand([item])) {
      if (!RBAC_KINDS.has(object.kind)) continue;
      const key = [object.kind, object.metadata.namespace ?? '', formatReference(item.owner), formatFieldPath(item.field ?? [])].join(' ');
      const index = count.get(key) ?? 0;
      count.set(key, index + 1);
      found.set(`${key} ${index}`, object);
    }
  }
  return found;
}
