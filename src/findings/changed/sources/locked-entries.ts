/** Entries of a lock that come or change: what the review says of their operators holds if the bundles are what the lock says. */
import type { Bundle, LockedEntry } from '../../../model/bundle.js';
import type { State } from '../../../state/state.js';
import { type ChangeFinder, changeRule, type FindChanges, type FoundChange } from '../change.js';

const MISMATCH = changeRule('lock-mismatch', 'error', 'The lock says something else than the bundle', {
  meaning:
    'The change brings or edits an entry of `olm-lock.yaml`, and the bundle with that digest, which is in the cache of this machine, has other permissions or other content. What the review says of the operator is what the lock says, and not what will be installed.',
  attack:
    'Whoever edits the lock by hand removes the permission to read Secrets from an entry: the review shows an upgrade that grants nothing.',
  fix: 'write the lock again with cdk8s-olm lock --update, and ask who edited it',
  references: ['CWE-345: Insufficient Verification of Data Authenticity'],
});

/** What came from its bundle in this run needs no such word. */
export const LOCK_NOT_VERIFIED = 'lock-not-verified';

const NOT_VERIFIED = changeRule(LOCK_NOT_VERIFIED, 'warning', 'An entry of the lock was not compared with its bundle', {
  meaning:
    'The change brings or edits an entry of `olm-lock.yaml`, and its bundle is neither in the input nor in the cache of this machine. The review says of the operator what the lock says: that holds if the lock was written by `cdk8s-olm lock`, and not by hand.',
  fix: 'run cdk8s-olm lock --verify where the registry can be reached, or accept the bundle in the baseline',
  references: ['CWE-345: Insufficient Verification of Data Authenticity'],
});

/** Finds them: of the bundles that something installs, those that the lock gives, and not the input. */
const find: FindChanges = (base, head) => {
  const before = new Set(lockedIn(base).map(({ locked }) => locked.fingerprint));
  const seen = new Set(before);
  return lockedIn(head).flatMap(({ name, locked, source }): FoundChange[] => {
    const { fingerprint, compared, image } = locked;
    if (seen.has(fingerprint) || compared === 'same') return [];
    seen.add(fingerprint);
    const [rule, message] =
      compared === 'not-at-hand'
        ? ([NOT_VERIFIED, `the lock says what ${name} may do; ${absence(image)}`] as const)
        : ([
            MISMATCH,
            `the lock does not say of ${name} what its bundle says: another ${compared.differs} than ${image ?? 'the bundle'} has`,
          ] as const);
    return [
      {
        rule,
        severity: rule.severity,
        subject: { kind: 'Bundle', name },
        message,
        identity: [fingerprint],
        ...(source ? { place: head.placeOf({ kind: 'Bundle', name }) ?? { file: source.file } } : {}),
      },
    ];
  });
};

export const lockedEntries: ChangeFinder = { rules: [MISMATCH, NOT_VERIFIED], find };

function absence(image: string | undefined): string {
  return image === undefined ? 'nobody can verify that, as it has no image' : `not verified, as ${image} is not at hand`;
}

function lockedIn({ cluster }: State): (Bundle & { readonly locked: LockedEntry })[] {
  return [...cluster.clusterServiceVersions, ...cluster.clusterExtensions].flatMap(({ bundle }) =>
    bundle?.locked ? [{ ...bundle, locked: bundle.locked }] : [],
  );
}
