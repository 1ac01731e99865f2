/** Why a plan is left, in words. */
import { joined } from '../wording/phrases.js';
import type { Reason } from './decide.js';

/** One sentence. */
export function reasonText(reason: Reason): string {
  switch (reason.code) {
    case 'not-understood':
      return `${reason.found} is not as OLM writes it`;
    case 'deleted':
      return 'the plan is being deleted';
    case 'not-pointed-to':
      return 'no Subscription points to the plan';
    case 'empty':
      return 'the plan has no steps yet';
    case 'outdated':
      return `the plan is outdated: ${reason.plan} is newer`;
    case 'same-generation':
      return `${reason.plan} has the same generation, so nobody knows which plan counts`;
    case 'points-elsewhere':
      return `Subscription ${reason.subscription} points to the plan, and to another version or generation`;
    case 'other-csvs':
      return `the steps of the plan install ${named(reason.found)}, and its spec names ${named(reason.expected)}`;
    case 'not-locked':
      return `${reason.csv} is not locked for this namespace${reason.subscription === undefined ? '' : ` (Subscription ${reason.subscription})`}`;
    case 'not-asked':
      return `no Subscription that waits for the plan asks for ${reason.csv}`;
    case 'other-package':
      return `${reason.csv} comes from ${reason.found}; the lock has ${reason.expected}`;
    case 'catalog-ahead':
      return `the catalog is ahead of the lock: the plan has ${reason.csv}, the lock has ${reason.expected}; cdk8s-olm lock --update proposes what the catalog has`;
    case 'not-on-path':
      return `${reason.csv} is not on the locked path to ${reason.expected}; cdk8s-olm lock --update writes the versions between`;
    case 'behind':
      return `${reason.csv} is below the installed version; the lock has ${reason.expected}`;
    case 'no-image':
      return `the plan does not say which image ${reason.csv} comes from`;
    case 'not-unpacked':
      return `OLM has not unpacked the bundle ${reason.csv} yet`;
    case 'unpack-failed':
      return `OLM cannot unpack the bundle ${reason.csv}`;
    case 'no-locked-digest':
      return `the lock has no digest of ${reason.csv}`;
    case 'other-catalog':
      return `${reason.csv} comes from the catalog ${reason.found}; the lock has ${reason.expected}`;
    case 'other-digest':
      return `the image of ${reason.csv} is ${reason.found}; the lock has ${reason.expected}`;
    case 'replaces-other':
      return `${reason.csv} replaces ${reason.found}, which is another operator; it may replace ${reason.expected}`;
    case 'foreign-step':
      return `the step ${reason.found} is not from a locked bundle`;
  }
}

function named(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : joined(names);
}
