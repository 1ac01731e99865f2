/** Reports unchanged Subscriptions that OLM would upgrade because a catalog changes. */

import { namespacedName } from '../../../../base/kubernetes/object.js';
import type { Catalog } from '../../../../olm/model/catalog.js';
import { rule, subscriptionReference } from '../../../../olm/model/finding.js';
import { type HeadMove, headMoves } from '../../../../olm/resolver/upgrade-path.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';

const HEAD_MOVED = rule('head-moved', 'warning', 'A catalog leads a Subscription to another version', {
  class: 'cluster',
  effect: 'unknown',
  meaning:
    'A changed catalog leads an unchanged Subscription to another version. If the approval is Automatic, OLM upgrades by itself (a warning, unless the review compares the manifests of that version); otherwise, it upgrades after an approval.',
  fix: 'Review that version, or set startingCSV and Manual approval.',
});

/** Finds Subscriptions of BASE that resolve to another version with the catalogs of HEAD. Bundle folders are no catalogs of a cluster. */
const find: FindChanges = (base, head) => {
  const [before, after] = [base.cluster, head.cluster];
  if (offers(before.catalogs) === offers(after.catalogs)) return [];
  const staying = new Set(after.subscriptions.map(namespacedName));
  // Where the manifests of the new version are known, its permissions are compared.
  const isCompared = ({ namespace, after: name }: HeadMove): boolean =>
    head.resolution.csvs.some(({ csv }) => csv.namespace === namespace && csv.name === name);
  return headMoves(before, after.catalogs)
    .filter(({ namespace, subscription }) => staying.has(`${namespace}/${subscription}`))
    .map((move): FoundChange => {
      const { namespace, subscription: name, before: was, after: is, approval } = move;
      const subject = subscriptionReference({ namespace, name });
      const how = approval === 'Manual' ? 'once a person approves it' : 'by itself: its approval is Automatic';
      return {
        rule: HEAD_MOVED,
        severity: approval === 'Manual' || isCompared(move) ? 'info' : 'warning',
        subject,
        message: `the catalog leads to ${is}${was === undefined ? '' : ` and no longer to ${was}`}; where OLM runs, it is upgraded ${how}`,
        before: was ?? 'nothing',
        after: is,
        place: head.placeOf(subject),
      };
    });
};

export const headMoved = ofStates([HEAD_MOVED], find);

/** The content of catalogs, without source places. */
function offers(catalogs: readonly Catalog[]): string {
  return JSON.stringify(catalogs, (key, value: unknown) => (key === 'source' ? undefined : value));
}
