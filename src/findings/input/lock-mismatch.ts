/** Entries of a lock that say something else than their bundle, which is in the input, or was got earlier on this machine. */
import type { ObjectReference } from '../../kubernetes/object.js';
import type { Bundle } from '../../model/bundle.js';
import type { Discovery } from '../../model/finding.js';
import { csvReference } from '../../model/references.js';
import type { ClusterRule } from './rule.js';

/** Told once for each bundle, whoever installs it. */
export const lockMismatch: ClusterRule = {
  id: 'lock-mismatch',
  severity: 'error',
  title: 'The lock says something else than the bundle',
  references: ['CWE-345: Insufficient Verification of Data Authenticity'],
  documentation: {
    meaning:
      'An entry of `olm-lock.yaml` has other permissions or other content than its bundle, which is in the input, or in the cache of this machine under the digest that the entry names. A bundle in the input is judged in place of the entry. Otherwise, what is said of the operator is what the lock says, and not what will be installed.',
    attack:
      'Whoever edits the lock by hand removes the permission to read Secrets from an entry: the review shows an upgrade that grants nothing.',
    fix: 'Write the lock again with `cdk8s-olm lock --update`, and ask who edited it.',
  },
  find: ({ clusterServiceVersions, clusterExtensions }) => {
    const all = [
      ...clusterServiceVersions.map((csv) => [csvReference(csv), csv.bundle] as const),
      ...clusterExtensions.map(({ name, bundle }) => [{ kind: 'ClusterExtension', name }, bundle] as const),
    ];
    const told = new Map<string, Discovery>();
    for (const [subject, bundle] of all) {
      const message = bundle && messageOf(bundle);
      if (!message) continue;
      const earlier = told.get(message);
      told.set(message, earlier ? { ...earlier, related: [...(earlier.related ?? []), subject] } : discovery(subject, message));
    }
    return [...told.values()];
  },
};

function discovery(subject: ObjectReference, message: string): Discovery {
  return { subject, message, fix: 'write the lock again with cdk8s-olm lock --update, and ask who edited it' };
}

function messageOf({ name, lockDiffers, locked }: Bundle): string | undefined {
  const begin = `the lock does not say of ${name} what its bundle says:`;
  if (lockDiffers !== undefined) return `${begin} another ${lockDiffers} than the bundle in the input has, which is judged here`;
  const { compared, image = 'the bundle' } = locked ?? {};
  return typeof compared === 'object' ? `${begin} another ${compared.differs} than ${image} has` : undefined;
}
