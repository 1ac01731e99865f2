/** The verdict on a CSV, for programs. */
import { compareText, namespacedName } from '../../base/kubernetes/object.js';
import type { OperatorVerdict, ResolvedCsv } from './resolution.js';

/** The verdict on a CSV. */
export function verdictOf({ csv, group, verdict, certainty, rivals }: ResolvedCsv): OperatorVerdict {
  const { phase, reason, message } = verdict;
  return {
    namespace: csv.namespace,
    name: csv.name,
    ...(group ? { operatorGroup: group.group.name } : {}),
    ...(group?.namespaces ? { targetNamespaces: [...group.namespaces] } : {}),
    phase,
    reason,
    message,
    certainty,
    rivals: rivals.map(namespacedName).sort(compareText),
  };
}
