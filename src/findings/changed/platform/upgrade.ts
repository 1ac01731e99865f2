/** An upgrade of OLM, OpenShift or Kubernetes: what it calls otherwise, what it no longer accepts, and what holds it up. */
import { formatReference, type KubernetesObject, namespacedName, referenceTo } from '../../../kubernetes/object.js';
import type { OlmBehaviour } from '../../../model/olm-version.js';
import { csvReference, groupReference } from '../../../model/references.js';
import { type Versions, versionsOf, versionsText } from '../../../model/versions.js';
import type { State } from '../../../state/state.js';
import type { FindChanges, FoundChange } from '../change.js';
import { allowsOpenShift, maxOpenShiftOf } from './max-openshift.js';
import { removedApi } from './removed-apis.js';
import { type RenamedRole, renamedRoles } from './renamed-roles.js';

/** Nothing where both states are of the same versions. */
export const platformUpgrade: FindChanges = (base, head) => {
  const [before, after] = [base, head].map(({ cluster }) => versionsOf(cluster.versions)) as [Versions, Versions];
  const [was, becomes] = [versionsText(before), versionsText(after)];
  if (was === becomes) return [];
  const subject = { kind: 'Platform', name: becomes };
  return [
    { kind: 'platform-upgraded', severity: 'info', subject, message: `it was ${was}`, before: was, after: becomes },
    ...heldUp(before, after, base, head),
    ...noLongerServed(before, after, head),
    ...named(becomes, renamedRoles(base, head), head),
    ...begun(before, after, head),
  ];
};

/** Operators that OpenShift is not upgraded beyond. */
function heldUp({ openshift: from }: Versions, { openshift: to }: Versions, base: State, head: State): FoundChange[] {
  if (from === undefined || to === undefined || from === to || !isNewer(to, from)) return [];
  const staying = new Set(head.cluster.clusterServiceVersions.map(namespacedName));
  return base.cluster.clusterServiceVersions.flatMap((csv): FoundChange[] => {
    const max = maxOpenShiftOf(csv);
    if (max === undefined || allowsOpenShift(max, to)) return [];
    const stays = staying.has(namespacedName(csv));
    const what = `OpenShift is not upgraded to ${to} while it is installed (olm.maxOpenShiftVersion ${max})`;
    return [
      {
        kind: 'upgrade-blocked',
        severity: stays ? 'error' : 'warning',
        subject: csvReference(csv),
        message: `${what}; ${stays ? 'before the upgrade, install a version of it that allows more, or remove it' : 'apply HEAD, which has it no more, before the upgrade'}`,
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

/** Objects of the input and of bundles whose API is gone. */
function noLongerServed(before: Versions, after: Versions, head: State): FoundChange[] {
  return head.given.flatMap((object): FoundChange[] => {
    const removed = removedApi(object, before.kubernetes, after.kubernetes);
    if (!removed) return [];
    const { since, instead } = removed;
    const subject = referenceTo(object);
    const fix = instead === undefined ? 'nothing replaces it: remove it before the upgrade' : `write ${instead} before the upgrade`;
    return [
      {
        kind: 'api-removed',
        severity: 'error',
        subject,
        message: `${object.apiVersion} is not served from Kubernetes ${since} on; ${fix}`,
        ...placed(head, subject),
      },
    ];
  });
}

/** What OLM calls otherwise, and who names it as it was. */
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
        kind: 'role-renamed',
        severity: 'warning',
        subject: referenceTo(object),
        message: `after the upgrade, OLM calls the ${role} that it binds ${to.metadata.name}; bind that name, too, before the upgrade`,
        ...placed(head, referenceTo(object)),
      },
    ];
  });
  const example = `${formatReference(referenceTo(first.from))} becomes ${first.to.metadata.name}`;
  return [
    {
      kind: 'role-renamed',
      severity: 'info',
      subject: { kind: 'Platform', name: becomes },
      message: `OLM calls ${renamed.length} roles and bindings otherwise: ${example}`,
    },
    ...bound,
  ];
}

/** The role that a binding gives, as a reference in text. */
function roleOf({ kind, metadata, roleRef }: KubernetesObject): string | undefined {
  if (kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') return undefined;
  const { kind: role = '', name = '' } = (roleRef ?? {}) as { kind?: string; name?: string };
  return formatReference({ kind: role, ...(role === 'Role' && metadata.namespace ? { namespace: metadata.namespace } : {}), name });
}

/** What the input says already, and OLM heeds from the new release on. */
function begun({ olm: before }: Versions, { olm: after }: Versions, head: State): FoundChange[] {
  const comes = (behaviour: OlmBehaviour): boolean => after.behaviours.has(behaviour) && !before.behaviours.has(behaviour);
  const { subscriptions, operatorGroups } = head.cluster;
  const configured = (field: string) => subscriptions.filter(({ config }) => config?.[field] !== undefined);
  const told = (owner: Parameters<typeof referenceTo>[0], message: string): FoundChange => ({
    kind: 'platform-upgraded',
    severity: 'info',
    subject: referenceTo(owner),
    message,
    ...placed(head, referenceTo(owner)),
  });
  return [
    ...(comes('subscriptionConfigAnnotations') ? configured('annotations') : []).map(({ manifest }) =>
      told(manifest, 'spec.config.annotations, which OLM ignored, come to the Deployments and Pods of the operator'),
    ),
    ...(comes('subscriptionConfigEnvFrom') ? configured('envFrom') : []).map(({ manifest }) =>
      told(manifest, 'spec.config.envFrom, which OLM ignored, comes to the containers of the operator'),
    ),
    ...(comes('tokenRequest') ? operatorGroups.filter(({ serviceAccountName }) => serviceAccountName !== undefined) : []).map((group) => ({
      kind: 'platform-upgraded' as const,
      severity: 'info' as const,
      subject: groupReference(group),
      message: `OLM requests the token of the ServiceAccount ${group.serviceAccountName}: no Secret with one is needed any more`,
      ...placed(head, groupReference(group)),
    })),
  ];
}

function placed({ placeOf }: State, subject: FoundChange['subject']): Pick<FoundChange, 'place'> {
  const place = placeOf(subject);
  return place ? { place } : {};
}
