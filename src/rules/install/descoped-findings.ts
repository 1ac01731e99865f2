/** What administrators should know of a descoped operator: which roles it needs bound, and what it cannot report. */

import type { ObjectReference } from '../../kubernetes/object.js';
import type { Finding } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import { listed } from '../../wording/phrases.js';

/** A role that is bound where a group says. */
export interface BoundRole {
  readonly account: string;
  readonly role: string;
  readonly isRequired: boolean;
}

/** @param withoutStatus owned CRDs that have no status */
export function descopedFindings(csv: ObjectReference, roles: readonly BoundRole[], withoutStatus: readonly string[]): Finding[] {
  return [
    ...roles.map(({ account, role, isRequired }) =>
      installFinding(
        'descoped-permissions',
        'info',
        csv,
        isRequired
          ? `the ServiceAccount ${account} needs the ClusterRole ${role} in every namespace that the operator is to work in`
          : `the ServiceAccount ${account} can be given the ClusterRole ${role} where it is wanted: it has several, and needs none of them everywhere`,
        'name the namespaces in an OperatorGroup, or bind the ClusterRole yourself',
        [{ kind: 'ClusterRole', name: role }],
      ),
    ),
    ...(withoutStatus.length === 0
      ? []
      : [
          installFinding(
            'status-not-granted',
            'info',
            csv,
            `${listed(withoutStatus)} ${withoutStatus.length === 1 ? 'has' : 'have'} no status, so the operator can only read ${withoutStatus.length === 1 ? 'it' : 'them'} everywhere`,
            'nothing, unless the operator writes its status elsewhere',
            withoutStatus.map((name) => ({ kind: 'CustomResourceDefinition', name })),
          ),
        ]),
  ];
}
