/** Reports permissions that OLM grants only in some orders of events: rendered manifests do not contain them, but a cluster may. */

import { groupBy, namespacedName } from '../../../base/kubernetes/object.js';
import { uncoveredGrants } from '../../../base/rbac/compare-grants.js';
import { rbacOf } from '../../../base/rbac/rbac.js';
import { effect, permissionsStep } from '../../../base/rbac/step.js';
import { subjectKey } from '../../../base/rbac/subject.js';
import { permissionTexts, subjectText, whereText } from '../../../base/wording/permissions.js';
import { listed } from '../../../base/wording/phrases.js';
import { withoutVersion } from '../../../olm/model/csv-version.js';
import { csvReference } from '../../../olm/model/finding.js';
import { pathTeller } from '../../state/grant-path.js';
import { furthestState } from '../../state/perhaps.js';
import { subjectReference } from '../access/paths.js';
import { riskRule } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';

/** The most permissions in a message. */
const SHOWN = 3;

export const orderDependentPermission = riskRule('order-dependent-permission', 'warning', 'OLM creates a permission only in some orders', {
  effect: 'unknown',
  references: [NSA_RBAC],
  meaning:
    'The result depends on the order in which OLM processes objects: which CSV runs or stays, or, if a target namespace does not exist, which targets of a group get Roles. In another order, OLM also creates these roles and bindings. A review counts them as gained.',
  attack: 'The rendered manifests do not contain the permission, but a cluster that got the CSVs in another order has it.',
  fix: 'Fix the finding about the CSV; then every order has the same result.',
  find: ({ state }) => {
    const furthest = furthestState(state);
    if (!furthest) return [];
    const { tell } = pathTeller(furthest.state);
    const open = uncoveredGrants(rbacOf(furthest.state), rbacOf(state), tell).flatMap((grant) => {
      const csv = grant.paths.map(furthest.causeOf).find((found) => found !== undefined);
      return csv ? [{ grant, csv }] : [];
    });
    const alike = groupBy(open, ({ grant: { subject, scope }, csv }) =>
      JSON.stringify([subjectKey(subject), scope, namespacedName(csv.csv)]),
    );
    return [...alike.values()].map((grants) => {
      const [{ grant, csv }] = grants as [(typeof grants)[number]];
      const { subject, scope, paths } = grant;
      const texts = permissionTexts(grants.map((other) => other.grant.right));
      const shown = listed(texts, undefined, SHOWN);
      const rivals = listed(csv.rivals.map(namespacedName), 'CSVs');
      const [path] = paths;
      // The CSV ends the same way in any order; OLM stops at a target that is missing or taken.
      const isByTarget = csv.certainty === 'certain' && typeof scope !== 'string';
      const dependsOn = isByTarget
        ? `the order in which OLM processes the target namespaces of ${namespacedName(csv.csv)}`
        : `whether OLM processes ${namespacedName(csv.csv)}${rivals === '' ? '' : ` or ${rivals}`} first`;
      return {
        subject: subjectReference(subject),
        message: `${subjectText(subject)} perhaps can ${shown} ${whereText(scope)}: it depends on ${dependsOn}`,
        path: [
          { kind: 'subject' as const, subject },
          ...(path?.binding ? [{ kind: 'binding' as const, object: path.binding }] : []),
          ...(path?.roles ?? []).map((object) => ({ kind: 'role' as const, object })),
          permissionsStep(shown),
          effect(
            isByTarget
              ? 'only if OLM processes this namespace before one that stops it'
              : `only if OLM leaves ${namespacedName(csv.csv)} in phase ${csv.verdict.phase}`,
          ),
        ],
        fix: `follow the finding about ${namespacedName(csv.csv)}`,
        place: state.placeOf(csvReference(csv.csv)),
        identity: [csv.csv.namespace, withoutVersion(csv.csv.name), ...(typeof scope === 'string' ? [scope] : scope), ...texts],
      };
    });
  },
});
