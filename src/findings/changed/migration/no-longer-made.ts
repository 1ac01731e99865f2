/** What OLM makes besides what runs an operator, and nobody makes after the move: copied CSVs, and roles for the users of its APIs. */
import { formatReference } from '../../../kubernetes/object.js';
import type { Severity } from '../../../model/finding.js';
import { csvReference } from '../../../model/references.js';
import { originFinder } from '../../../state/role-origin.js';
import type { State } from '../../../state/state.js';
import { counted, listed } from '../../../wording/phrases.js';
import { changeRule, type FoundChange } from '../change.js';
import type { MovedOperator } from './moved-operators.js';

export const NO_LONGER_MADE = changeRule('no-longer-made', 'warning', 'What OLM made for an operator is made no more', {
  meaning:
    'An operator leaves OLM. OLM made copies of its CSV and ClusterRoles for the users of its APIs; nobody makes them after the move.',
  fix: 'write the ClusterRoles that users need into the input',
});

/** One change for each operator and kind of object. */
export function noLongerMade(moved: readonly MovedOperator[], base: State, head: State): FoundChange[] {
  return moved.flatMap(({ before: { csv } }) => {
    const subject = csvReference(csv);
    const place = base.placeOf(subject);
    const said = (severity: Severity, message: string, ...identity: readonly string[]): FoundChange => ({
      rule: NO_LONGER_MADE,
      severity,
      subject,
      message,
      place,
      identity,
    });
    const copies = base.copiedCsvs?.find((item) => formatReference(item.csv) === formatReference(subject))?.copies ?? 0;
    const roles = apiRolesLeft(formatReference(subject), base, head);
    return [
      ...(copies === 0
        ? []
        : [
            said(
              'info',
              `${counted(copies, 'copied CSV')} ${copies === 1 ? 'is' : 'are'} no longer made: users of the target namespaces no longer find the operator there`,
              'copies',
            ),
          ]),
      ...(roles.length === 0
        ? []
        : [
            said(
              'warning',
              `nobody makes the ClusterRoles of its APIs, ${listed(roles)}: once they are gone, admin, edit and view no longer include these APIs`,
              ...roles,
            ),
          ]),
    ];
  });
}

/** ClusterRoles that OLM makes for the APIs of a CSV, and HEAD has not. */
export function apiRolesLeft(owner: string, base: State, head: State): string[] {
  const kept = new Set(head.objects.filter(({ kind }) => kind === 'ClusterRole').map(({ metadata }) => metadata.name));
  const originOf = originFinder(base);
  return base.objects
    .filter(({ kind, metadata }) => kind === 'ClusterRole' && !kept.has(metadata.name))
    .filter((role) => {
      const origin = originOf(role);
      return origin?.field?.includes('owned') === true && formatReference(origin.owner) === owner;
    })
    .map(({ metadata }) => metadata.name)
    .sort();
}
