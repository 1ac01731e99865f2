/** The verdict about one operator, as users of the constructs and reports get it. */
import { compareText, namespacedName } from '../../base/kubernetes/object.js';
import type { Certainty, ResolvedCsv } from '../rules/resolution.js';
import type { Phase, Reason } from '../rules/verdict.js';

/** OLM's decision about one CSV, for programs. */
export interface OperatorVerdict {
  /** The namespace of the CSV. */
  readonly namespace: string;
  /** The name of the CSV. */
  readonly name: string;
  /** The one OperatorGroup of the namespace. @default the namespace has none or several */
  readonly operatorGroup?: string;
  /** The target namespaces of the group; the empty string stands for all namespaces. @default OLM never writes them */
  readonly targetNamespaces?: string[];
  /** `status.phase`, such as `Succeeded` or `Failed`; empty if OLM never gives the CSV one. */
  readonly phase: Phase;
  /** `status.reason`. */
  readonly reason: Reason;
  /** `status.message`. */
  readonly message: string;
  /** `certain`; `ambiguous` if another order would give another verdict; `unstable` if OLM itself never settles. */
  readonly certainty: Certainty;
  /** The CSVs that an uncertain verdict depends on, as `namespace/name`. */
  readonly rivals: string[];
}

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
