/** What the rules make of a cluster: its groups and CSVs as OLM leaves them. */
import { compareText, namespacedName, type ObjectReference } from '../../base/kubernetes/object.js';
import type { ScopedRules } from '../../base/kubernetes/policy-rule.js';
import type { ApiKey, ClusterServiceVersion, ProvidedApi } from '../model/cluster-service-version.js';
import type { OperatorGroup } from '../model/operator-group.js';
import type { NamespaceSet } from './namespace-set.js';
import type { UnmetRequirement } from './requirements.js';
import type { Phase, Reason, Verdict } from './verdict.js';

/** A group as OLM leaves it. */
export interface ResolvedGroup {
  readonly group: OperatorGroup;
  /** `status.namespaces`; absent when OLM never writes it. */
  readonly namespaces?: NamespaceSet;
  readonly providedApis: ReadonlySet<ApiKey>;
  /** The text of `olm.providedAPIs`; absent when there is nothing to write. */
  readonly annotation?: string;
  /** Why OLM never syncs the group. */
  readonly blocked?: 'TargetsContainAllNamespaces' | 'InvalidSelector' | 'ServiceAccountNotFound';
}

/** How sure a verdict is. */
export type Certainty = 'certain' | 'ambiguous' | 'unstable';

/** A CSV as OLM leaves it. */
export interface ResolvedCsv {
  readonly csv: ClusterServiceVersion;
  /** The one group of its namespace, whether or not the CSV is a member. */
  readonly group?: ResolvedGroup;
  /** The namespaces that it is to watch; absent where nothing says so. */
  readonly targets?: NamespaceSet;
  /** The group whose annotations it carries: of several in its namespace, the one that OLM synced last. */
  readonly annotatedBy?: ResolvedGroup;
  /** The target namespaces in these annotations: a group that selects nothing leaves those of the one before. */
  readonly annotatedTargets?: NamespaceSet;
  readonly verdict: Verdict;
  /** Whether it needs no group to run, where operators are installed without OLM; see descoped.ts. */
  readonly isDescoped?: true;
  /** `ambiguous`: another order would give another verdict. `unstable`: OLM itself never comes to rest. */
  readonly certainty: Certainty;
  /** The CSVs that an uncertain verdict depends on. */
  readonly rivals: readonly ClusterServiceVersion[];
  readonly providedApis: readonly ProvidedApi[];
  readonly unmet: readonly UnmetRequirement[];
  /** What the ServiceAccount of its group lacks to install it; absent where it lacks nothing. */
  readonly lacking?: LackingAccount;
  /** The packages of operators that are not known, where they may bring all that is missing: then it perhaps runs. */
  readonly mayProvide?: readonly string[];
}

/** The ServiceAccount of a group, with which OLM installs the operators of its namespace. */
export interface LackingAccount {
  readonly account: ObjectReference;
  readonly rules: readonly ScopedRules[];
  /** What OLM says of the first request that is refused, and of what. */
  readonly message: string;
  readonly of: 'InstallPlan' | 'installation';
  /** Whether it is bound to a role that is not in the input, which may give it what it lacks. */
  readonly isPerhaps?: true;
}

/** A CSV that is gone. */
export interface ReplacedCsv {
  readonly csv: ClusterServiceVersion;
  /** The CSV that replaced it. */
  readonly by: ClusterServiceVersion;
  /** `ambiguous`: in another order, it would still be there. */
  readonly certainty: Certainty;
  readonly rivals: readonly ClusterServiceVersion[];
}

/** What OLM makes of a cluster. @jsii ignore */
export interface Resolution {
  readonly groups: readonly ResolvedGroup[];
  /** CSVs that another one has replaced are not among them. */
  readonly csvs: readonly ResolvedCsv[];
  /** The CSVs that are gone, each with the CSV that replaced it. */
  readonly replaced: readonly ReplacedCsv[];
  /** CSVs of either list that come further in another order: as they are left there. @default none */
  readonly otherwise?: readonly ResolvedCsv[];
}

/** What OLM decides about one CSV, as programs read it. */
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

/** Whether a CSV has a certain verdict, or the like. */
export type CsvPredicate = (csv: ResolvedCsv) => boolean;
