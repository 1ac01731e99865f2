/** What OLM makes besides what runs an operator, and nobody makes after the move: copied CSVs, and roles for the users of its APIs. */
import { formatReference } from '../../../kubernetes/object.js';
import { csvReference } from '../../../model/references.js';
import { originFinder } from '../../../state/role-origin.js';
import type { State } from '../../../state/state.js';
import { counted, listed } from '../../../wording/phrases.js';
import type { Change } from '../change.js';
import type { MovedOperator } from './moved-operators.js';

/** One change for each operator and kind of object. */
export function noLongerMade(moved: readonly MovedOperator[], base: State, head: State): Change[] {
  return moved.flatMap(({ before: { csv } }) => {
    const subject = csvReference(csv);
    const place = base.placeOf(subject);
    const said = (severity: Change['severity'], message: string): Change => ({
      kind: 'no-longer-made',
      severity,
      subject,
      message,
      ...(place ? { place } : {}),
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
            ),
          ]),
      ...(roles.length === 0
        ? []
        : [
            said(
              'warning',
              `nobody makes the ClusterRoles of its APIs, ${listed(roles)}: once they are gone, admin, edit and view no longer include these APIs`,
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
