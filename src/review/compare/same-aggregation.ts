/**
 * Finds unknown roles that a change does not make unknown: a ClusterRole collects other roles on the cluster by the same selectors as
 * before, for the same subjects. That it no longer collects one of the input only takes permissions away.
 */

import { isDeepStrictEqual } from 'node:util';
import { formatReference } from '../../base/kubernetes/object.js';
import type { BoundSubjects, Rbac } from '../../base/rbac/bound.js';
import type { Finding } from '../../olm/model/finding.js';
import { subjectReference } from '../rules/access/paths.js';
import { unknownRole } from '../rules/held/uncertain-roles.js';
import type { ComparedRisks } from './compare-risks.js';

/** The risks, of which such new ones count as unchanged. */
export function withSameAggregations(risks: ComparedRisks, base: Rbac, head: Rbac): ComparedRisks {
  const same = new Set(risks.new.filter((risk) => risk.id === unknownRole.id && isAsBefore(risk, base, head)));
  if (same.size === 0) return risks;
  return {
    ...risks,
    new: risks.new.filter((risk) => !same.has(risk)),
    unchanged: [...risks.unchanged, ...[...same].map((risk): Finding => ({ ...risk, severity: 'warning' }))],
  };
}

function isAsBefore({ subject, path = [] }: Finding, base: Rbac, head: Rbac): boolean {
  const roles = path.flatMap((step) => (step.kind === 'role' && step.object.kind === 'ClusterRole' ? step.object.name : []));
  const [name] = roles;
  const [was, is] = [base, head].map(({ clusterRoles }) => clusterRoles.get(name ?? '')?.aggregationRule);
  if (!was || !isDeepStrictEqual(was, is)) return false;
  const who = formatReference(subject);
  const [before, after] = [base, head].map(({ bindings }) =>
    bindings.filter(
      ({ binding: { roleRef }, subjects }) =>
        roleRef.kind === 'ClusterRole' && roleRef.name === name && subjects.some((one) => formatReference(subjectReference(one)) === who),
    ),
  ) as [BoundSubjects[], BoundSubjects[]];
  return after.every((bound) => before.some((old) => reaches(old, bound)));
}

/** Whether a binding has an effect wherever another one has. */
function reaches({ namespaces: own }: BoundSubjects, { namespaces: other }: BoundSubjects): boolean {
  return own === undefined || other?.every((namespace) => own.includes(namespace)) === true;
}
