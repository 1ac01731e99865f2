/** Entries of a lock that come or change: what the review says of their operators holds if the bundles are what the lock says. */
import { LOCK_FILE } from '../../../lock/lock-file.js';
import { sortedText } from '../../../manifest/plain-data.js';
import type { Bundle, LockedEntry } from '../../../model/bundle.js';
import type { State } from '../../../state/state.js';
import { joined } from '../../../wording/phrases.js';
import { changeRule, type FindChanges, type FoundChange, ofStates } from '../change.js';

/** What came from its bundle in this run needs no such word. */
export const LOCK_NOT_VERIFIED = 'lock-not-verified';

const NOT_VERIFIED = changeRule(LOCK_NOT_VERIFIED, 'warning', 'An entry of the lock was not compared with its bundle', {
  meaning:
    "An entry of `olm-lock.yaml` is new or edited, and its bundle is neither in the input nor in this machine's cache, so the review trusts the lock.",
  fix: 'run cdk8s-olm lock --verify where the registry can be reached, or accept the bundle in the baseline',
  references: ['CWE-345: Insufficient Verification of Data Authenticity'],
});

const AHEAD = changeRule('lock-behind-cluster', 'info', 'A cluster can be ahead of the lock', {
  meaning:
    'Subscriptions with Automatic approval install from a new or edited entry of `olm-lock.yaml`, so a cluster can run a newer version. `cdk8s-olm drift` compares a cluster with the lock.',
  fix: 'set the approval to Manual, or renew the lock often',
});

const PLATFORMS = changeRule('catalog-platforms-not-read', 'info', 'A catalog has platforms that the lock did not read', {
  meaning:
    "An entry of `olm-lock.yaml` is new or edited, and its catalog image is an index of several platforms, of which the lock read one. Another platform's image can offer other bundles.",
  fix: 'check that all images of the index have the same catalog, or run the catalog on the platform that was read',
});

/** Finds them: of the bundles that something installs, those that the lock gives, and not the input. */
const find: FindChanges = (base, head) => {
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
      message: `the lock has not read the images of the catalog for ${joined(notRead)}, which can offer other bundles`,
      identity: [sortedText(notRead)],
    }),
  );
  const verdicts = entries.flatMap(({ name, locked, source }): FoundChange[] => {
    const { fingerprint, compared, image } = locked;
    if (seen.has(fingerprint) || compared !== 'not-at-hand') return [];
    seen.add(fingerprint);
    return [
      {
        rule: NOT_VERIFIED,
        severity: NOT_VERIFIED.severity,
        subject: { kind: 'Bundle', name },
        message: `only the lock lists what ${name} can do; ${absence(image)}`,
        identity: [fingerprint],
        ...(source ? { place: head.placeOf({ kind: 'Bundle', name }) ?? { file: source.file } } : {}),
      },
    ];
  });
  return [...verdicts, ...platforms, ...(isNew && upgradesByItself(head) ? [AHEAD_FOUND] : [])];
};

/** Of all Subscriptions once, and the same in all units. */
const AHEAD_FOUND: FoundChange = {
  rule: AHEAD,
  severity: 'info',
  subject: { kind: 'Lock', name: LOCK_FILE },
  message: 'Subscriptions with Automatic approval follow their catalog and not the lock: a cluster can already be ahead of it',
  identity: [],
};

function upgradesByItself({ cluster }: State): boolean {
  const locked = new Set(
    cluster.clusterServiceVersions.flatMap(({ namespace, name, bundle }) => (bundle?.locked ? [`${namespace}/${name}`] : [])),
  );
  return cluster.subscriptions.some(
    ({ namespace, csv, installPlanApproval }) => installPlanApproval !== 'Manual' && csv !== undefined && locked.has(`${namespace}/${csv}`),
  );
}

export const lockedEntries = ofStates([NOT_VERIFIED, PLATFORMS, AHEAD], find);

function absence(image: string | undefined): string {
  return image === undefined ? 'it cannot be verified, because it has no image' : `not verified, because ${image} is not available`;
}

function lockedIn({ cluster }: State): (Bundle & { readonly locked: LockedEntry })[] {
  return [...cluster.clusterServiceVersions, ...cluster.clusterExtensions].flatMap(({ bundle }) =>
    bundle?.locked ? [bundle, ...(bundle.locked.via ?? [])].flatMap((one) => (one.locked ? [{ ...one, locked: one.locked }] : [])) : [],
  );
}
