/** Reports changes of a lock: new entries, and the steps of an upgrade between two locked versions. */

import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { RBAC_KINDS } from '../../../../base/kubernetes/rbac.js';
import { jsonText } from '../../../../base/manifest/format.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import type { Right } from '../../../../base/rbac/grant.js';
import { permissionTexts } from '../../../../base/wording/permissions.js';
import { joined, listed } from '../../../../base/wording/phrases.js';
import { requestOf } from '../../../../olm/lock/extension-request.js';
import { LOCK_FILE } from '../../../../olm/lock/lock-name.js';
import type { Bundle, LockedEntry } from '../../../../olm/model/bundle.js';
import type { ClusterExtension } from '../../../../olm/model/cluster-extension.js';
import { catalogAsked } from '../../../../olm/model/find-catalog.js';
import { rule } from '../../../../olm/model/finding.js';
import type { Subscription } from '../../../../olm/model/subscription.js';
import type { State } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';

/** The rule for entries whose bundles were not available in this run. */
export const LOCK_NOT_VERIFIED = rule('lock-not-verified', 'warning', 'An entry of the lock was not compared with its bundle', {
  class: 'unread',
  effect: 'unknown',
  short: 'lock not verified',
  meaning:
    "An entry of `olm-lock.yaml` is new or edited, and its bundle is neither in the input nor in this machine's cache, so the review trusts the lock.",
  fix: 'Give the catalog with --catalog if it is a folder; else run cdk8s-olm lock --verify on a machine that reaches the registry, or accept the bundle in the baseline.',
  references: ['CWE-345: Insufficient Verification of Data Authenticity'],
});

/** The rule for channels of changed Subscriptions whose bundle only the lock names. */
export const LOCKED_CHANNEL = rule('lock-channel-not-verified', 'warning', 'Only the lock shows what another channel installs', {
  class: 'unread',
  effect: 'unknown',
  short: 'channel of the lock not verified',
  meaning:
    'A Subscription or ClusterExtension asks for another package, catalog, channel or version, and `olm-lock.yaml` names the bundle that it installs. The lock is part of the change; the catalog, which is not in the input, can name another bundle.',
  attack: 'The change selects a channel whose operator has more permissions, and the lock still names the bundle of the old channel.',
  fix: 'Run cdk8s-olm lock --verify on a machine that reaches the registry, or give the catalog with --catalog.',
  references: ['CWE-345: Insufficient Verification of Data Authenticity'],
});

const AHEAD = rule('lock-behind-cluster', 'info', 'A cluster can be ahead of the lock', {
  class: 'cluster',
  meaning:
    'Subscriptions with Automatic approval install from a new or edited entry of `olm-lock.yaml`, so a cluster can run a newer version. `cdk8s-olm drift` compares a cluster with the lock.',
  fix: 'Set the approval to Manual, or renew the lock often.',
});

const PLATFORMS = rule('catalog-platforms-not-read', 'info', 'A lock was made without some platforms of a catalog', {
  class: 'cluster',
  meaning:
    'An entry of `olm-lock.yaml` is new or edited, and its catalog image is an index of several platforms. The lock was made from one of them; the image of another platform can offer other bundles.',
  fix: 'Check that all images of the index have the same catalog, or run the catalog on the platform that was read.',
});

/** Finds new entries: installed bundles whose content is from the lock and not from the input. */
const findEntries: FindChanges = (base, head) => {
  const before = new Set(lockedIn(base).map(({ locked }) => locked.fingerprint));
  const seen = new Set(before);
  const entries = lockedIn(head);
  const isNew = entries.some(({ locked }) => !before.has(locked.fingerprint));
  const catalogs = new Map(
    entries.flatMap(({ locked: { fingerprint, catalog } }) =>
      before.has(fingerprint) || catalog.notRead.length === 0 ? [] : [[catalog.name, catalog.notRead] as const],
    ),
  );
  const platforms = [...catalogs].map(
    ([name, notRead]): FoundChange => ({
      rule: PLATFORMS,
      severity: PLATFORMS.severity,
      subject: { kind: 'Catalog', name },
      message: `the lock was made without the catalog's images for ${joined(notRead)}, which can offer other bundles`,
      identity: [sortedText(notRead)],
    }),
  );
  const verdicts = entries.flatMap(({ name, locked, source }): FoundChange[] => {
    const { fingerprint, compared, image } = locked;
    if (seen.has(fingerprint) || compared !== 'not-at-hand') return [];
    seen.add(fingerprint);
    return [
      {
        rule: LOCK_NOT_VERIFIED,
        severity: LOCK_NOT_VERIFIED.severity,
        subject: { kind: 'Bundle', name },
        message: `only the lock says what ${name} can do; ${absence(image)}`,
        identity: [fingerprint],
        ...(source ? { place: head.placeOf({ kind: 'Bundle', name }) ?? { file: source.file } } : {}),
      },
    ];
  });
  return [
    ...verdicts,
    ...channelsOf(base, head),
    ...requestsOf(base, head),
    ...platforms,
    ...(isNew && upgradesByItself(head) ? [AHEAD_FOUND] : []),
  ];
};

/**
 * Finds installed packages that HEAD takes from another channel or catalog, whose bundle the lock names. The fingerprint of a bundle has no
 * channel, so an entry with the bundle of the old channel is not new.
 */
function channelsOf(base: State, head: State): FoundChange[] {
  const asked = ({ packageName, channel, ...one }: Subscription): string => jsonText([catalogAsked(one), packageName, channel ?? null]);
  const known = new Set(base.cluster.subscriptions.flatMap(({ namespace, name, packageName }) => [packageName, `${namespace}/${name}`]));
  const before = new Set(base.cluster.subscriptions.map(asked));
  const locked = lockedCsvs(head);
  return head.cluster.subscriptions.flatMap((one): FoundChange[] => {
    const { namespace, name, packageName, csv, channel } = one;
    const isNew = !known.has(packageName) && !known.has(`${namespace}/${name}`);
    if (csv === undefined || isNew || before.has(asked(one)) || !locked.has(`${namespace}/${csv}`)) return [];
    const subject = { kind: 'Subscription', namespace, name };
    return [
      {
        rule: LOCKED_CHANNEL,
        severity: LOCKED_CHANNEL.severity,
        subject,
        message: `only the lock says that ${channel === undefined ? 'the default channel' : `the channel ${channel}`} of ${packageName} in ${catalogAsked(one)} installs ${csv}`,
        identity: [asked(one), csv],
        place: head.placeOf(subject) ?? { file: one.source.file },
      },
    ];
  });
}

/** The same for ClusterExtensions, whose bundle is the first that fits their request. */
function requestsOf(base: State, head: State): FoundChange[] {
  const asked = ({ packageName, ...one }: ClusterExtension): string => sortedText({ packageName, ...requestOf(one) });
  const before = new Map(base.cluster.clusterExtensions.map((one) => [one.name, asked(one)]));
  return head.cluster.clusterExtensions.flatMap((one): FoundChange[] => {
    const { name, packageName, bundle, stale } = one;
    const was = before.get(name);
    if (!bundle?.locked || stale || was === undefined || was === asked(one)) return [];
    const subject = { kind: 'ClusterExtension', name };
    const place = head.placeOf(subject) ?? { file: one.source.file };
    const message = `only the lock says that OLM v1 chooses ${bundle.name} of ${packageName} for the changed request`;
    return [{ rule: LOCKED_CHANNEL, severity: LOCKED_CHANNEL.severity, subject, message, identity: [asked(one), bundle.name], place }];
  });
}

function lockedCsvs({ cluster }: State): ReadonlySet<string> {
  return new Set(cluster.clusterServiceVersions.flatMap(({ namespace, name, bundle }) => (bundle?.locked ? [`${namespace}/${name}`] : [])));
}

/** One finding for all Subscriptions, the same in all units. */
const AHEAD_FOUND: FoundChange = {
  rule: AHEAD,
  severity: 'info',
  subject: { kind: 'Lock', name: LOCK_FILE },
  message: 'Subscriptions with Automatic approval follow their catalog and not the lock: a cluster can already be ahead of it',
  identity: [],
};

function upgradesByItself(state: State): boolean {
  const locked = lockedCsvs(state);
  return state.cluster.subscriptions.some(
    ({ namespace, csv, installPlanApproval }) => installPlanApproval !== 'Manual' && csv !== undefined && locked.has(`${namespace}/${csv}`),
  );
}

export const lockedEntries = ofStates([LOCK_NOT_VERIFIED, LOCKED_CHANNEL, PLATFORMS, AHEAD], findEntries);

function absence(image: string | undefined): string {
  return image === undefined
    ? 'the bundle has no image: give its catalog with --catalog NAME=FOLDER, and it is compared'
    : `${image} is not available, so nothing was compared`;
}

function lockedIn({ cluster }: State): (Bundle & { readonly locked: LockedEntry })[] {
  return [...cluster.clusterServiceVersions, ...cluster.clusterExtensions].flatMap(({ bundle }) =>
    bundle?.locked ? [bundle, ...(bundle.locked.via ?? [])].flatMap((one) => (one.locked ? [{ ...one, locked: one.locked }] : [])) : [],
  );
}

// The steps between two locked versions.

const STEP = rule('locked-step', 'warning', 'A version on the way asks for more', {
  effect: 'more',
  meaning:
    'The lock lists versions that OLM installs on the way to the locked one (`via`). One of them asks for permissions that neither the old nor the new version has. The operator keeps them until the next step is complete.',
  attack: 'A version that nobody reviews runs for a minute with more permissions.',
  fix: 'Choose a channel whose upgrades skip the version, or accept the step in the baseline.',
});

const findSteps: FindChanges = (base, head) => {
  const before = bundlesOf(base);
  const known = new Set(
    before.flatMap(({ locked }) => [locked, ...(locked?.via ?? []).map((one) => one.locked)].map((one) => one?.fingerprint)),
  );
  return bundlesOf(head).flatMap((end) =>
    (end.locked?.via ?? []).flatMap((step): FoundChange[] => {
      if (known.has(step.locked?.fingerprint)) return [];
      const others = [end, ...before.filter(({ packageName }) => packageName === end.packageName)];
      const reviewed = others.flatMap(atomsOf);
      const more = atomsOf(step).filter((atom) => !reviewed.some((other) => claims(other, atom)));
      const objects = granting(step).filter((text) => !others.some((other) => granting(other).includes(text)));
      const asked = [
        ...permissionTexts(more.map(({ right }) => right)),
        ...step.others.filter((object) => objects.includes(jsonText(object))).map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      ];
      if (asked.length === 0) return [];
      return [
        {
          rule: STEP,
          severity: STEP.severity,
          subject: { kind: 'Bundle', name: step.name },
          message: `on the way to ${end.name}, OLM installs ${step.name}, which asks for more: ${listed(asked, 'permissions')}`,
          identity: [step.locked?.fingerprint ?? '', end.name],
          ...(step.source ? { place: head.placeOf({ kind: 'Bundle', name: step.name }) ?? { file: step.source.file } } : {}),
        },
      ];
    }),
  );
};

export const lockedSteps = ofStates([STEP], findSteps);

function bundlesOf({ cluster }: State): Bundle[] {
  const all = cluster.clusterServiceVersions.flatMap(({ bundle }) => bundle ?? []);
  return [...new Map(all.map((one) => [`${one.name} ${one.locked?.fingerprint}`, one])).values()];
}

/** One verb on one resource for one account, in the whole cluster or in the watched namespaces. */
interface Atom {
  readonly account: string;
  readonly isClusterWide: boolean;
  readonly right: Right & { readonly verb: string };
}

function atomsOf({ csv }: Bundle): Atom[] {
  const install = fieldsOf(fieldsOf(csv.spec).install);
  const strategy = fieldsOf(install.spec);
  return ['permissions', 'clusterPermissions'].flatMap((field) =>
    listOf(strategy[field]).flatMap((entry) =>
      listOf(fieldsOf(entry).rules).flatMap((rule): Atom[] => {
        const { apiGroups, resources, verbs, resourceNames, nonResourceURLs } = fieldsOf(rule);
        const names = textsOf(resourceNames);
        const objects: Right[] = [
          ...textsOf(apiGroups).flatMap((apiGroup) =>
            textsOf(resources).map((resource) => ({
              verbs: [],
              apiGroup,
              resource,
              ...(names.length === 0 ? {} : { resourceNames: names }),
            })),
          ),
          ...textsOf(nonResourceURLs).map((nonResourceURL) => ({ verbs: [], nonResourceURL })),
        ];
        return textsOf(verbs).flatMap((verb) =>
          objects.map((object) => ({
            account: String(fieldsOf(entry).serviceAccountName),
            isClusterWide: field === 'clusterPermissions',
            right: { ...object, verbs: [verb], verb },
          })),
        );
      }),
    ),
  );
}

function claims(a: Atom, b: Atom): boolean {
  const isIn = (one: string | undefined, other: string | undefined): boolean => one === other || one === '*';
  const [x, y] = [a.right, b.right];
  if (a.account !== b.account || (b.isClusterWide && !a.isClusterWide) || !isIn(x.verb, y.verb)) return false;
  if (x.nonResourceURL !== undefined || y.nonResourceURL !== undefined) return x.nonResourceURL === y.nonResourceURL;
  const hasNames =
    x.resourceNames === undefined || (y.resourceNames ?? [undefined]).every((name) => name && x.resourceNames?.includes(name));
  return isIn(x.apiGroup, y.apiGroup) && isIn(x.resource, y.resource) && hasNames;
}

function granting({ others }: Bundle): string[] {
  return others.filter(({ kind }) => RBAC_KINDS.has(kind)).map(jsonText);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: unknown): string[] {
  return listOf(value).map(String);
}
