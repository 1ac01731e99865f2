/** The resolution of a cluster: the final state of its groups and CSVs. */
import type { ObjectReference } from '../../base/kubernetes/object.js';
import type { ScopedRules } from '../../base/kubernetes/policy-rule.js';
import type { ApiKey, ClusterServiceVersion, ProvidedApi } from '../model/cluster-service-version.js';
import type { OperatorGroup } from '../model/operator-group.js';
import type { PlanFailure } from './install-plan/plan-failure.js';
import type { NamespaceSet } from './namespace-set.js';
import type { UnmetRequirement } from './requirements.js';
import type { Phase, Reason, Verdict } from './verdict.js';

/** The final state of a group. */
export interface ResolvedGroup {
  readonly group: OperatorGroup;
  /** `status.namespaces`; absent if OLM never writes it. */
  readonly namespaces?: NamespaceSet;
  readonly providedApis: ReadonlySet<ApiKey>;
  /** The text of `olm.providedAPIs`; absent if OLM writes none. */
  readonly annotation?: string;
  /** The reason why OLM never syncs the group. */
  readonly blocked?: 'TargetsContainAllNamespaces' | 'InvalidSelector' | 'ServiceAccountNotFound';
}

/** The certainty of a verdict. */
export type Certainty = 'certain' | 'ambiguous' | 'unstable';

/** The final state of a CSV. */
export interface ResolvedCsv {
  readonly csv: ClusterServiceVersion;
  /** The only group of its namespace, whether or not the CSV is a member. */
  readonly group?: ResolvedGroup;
  /** The namespaces that it should watch; absent if nothing defines them. */
  readonly targets?: NamespaceSet;
  /** The group whose annotations it has: among several in its namespace, the one that OLM synced last. */
  readonly annotatedBy?: ResolvedGroup;
  /** The target namespaces in these annotations: a group that selects nothing leaves those of the previous one. */
  readonly annotatedTargets?: NamespaceSet;
  readonly verdict: Verdict;
  /** Whether it runs without a group, if operators are installed without OLM; see descoped.ts. */
  readonly isDescoped?: true;
  /** `ambiguous`: another order leads to another verdict. `unstable`: OLM itself never settles. */
  readonly certainty: Certainty;
  /** The CSVs that an uncertain verdict depends on. */
  readonly rivals: readonly ClusterServiceVersion[];
  readonly providedApis: readonly ProvidedApi[];
  readonly unmet: readonly UnmetRequirement[];
  /** The permissions that the ServiceAccount of its group lacks for the installation; absent if it lacks none. */
  readonly lacking?: LackingAccount;
  /** The steps of its InstallPlan that fail; absent if none does. */
  readonly planFailures?: readonly PlanFailure[];
  /** The unknown packages that may provide all missing requirements: then the CSV perhaps runs. */
  readonly mayProvide?: readonly string[];
}

/** The ServiceAccount of a group, with which OLM installs the operators of its namespace. */
export interface LackingAccount {
  readonly account: ObjectReference;
  readonly rules: readonly ScopedRules[];
  /** OLM's message about the first refused request, and the step that is refused. */
  readonly message: string;
  readonly of: 'InstallPlan' | 'installation';
  /** Whether OLM begins again for ever. */
  readonly isRetried?: true;
  /** Whether the account is bound to a role outside of the input, which may grant the missing permissions. */
  readonly isPerhaps?: true;
}

/** A CSV that was replaced and deleted. */
export interface ReplacedCsv {
  readonly csv: ClusterServiceVersion;
  /** The CSV that replaced it. */
  readonly by: ClusterServiceVersion;
  /** `ambiguous`: in another order, it still exists. */
  readonly certainty: Certainty;
  readonly rivals: readonly ClusterServiceVersion[];
}

/** The result of the rules for a cluster. @jsii ignore */
export interface Resolution {
  readonly groups: readonly ResolvedGroup[];
  /** The CSVs that were not replaced. */
  readonly csvs: readonly ResolvedCsv[];
  /** The replaced CSVs, each with its replacement. */
  readonly replaced: readonly ReplacedCsv[];
  /** CSVs of either list that reach a later stage in another order, in that stage. @default none */
  readonly otherwise?: readonly ResolvedCsv[];
}

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

/** Whether a CSV meets a condition, such as a certain verdict. */
export type CsvPredicate = (csv: ResolvedCsv) => boolean;
