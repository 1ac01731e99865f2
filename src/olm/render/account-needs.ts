/** The types about the ServiceAccounts of OperatorGroups: see group-accounts.ts. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { Rbac } from '../../base/rbac/bound.js';
import type { Identity } from '../../base/rbac/subject.js';
import type { Request } from '../../base/rbac/writing.js';
import type { Refusals } from '../rules/installation-rule.js';
import type { ResolvedCsv } from '../rules/resolution.js';

/** The objects that OLM writes with the permissions of the account, and its requests. */
export interface AccountNeeds {
  readonly requests: readonly Request[];
  /** Roles and bindings, which require the permissions that they give. */
  readonly objects: readonly KubernetesObject[];
  /** Requests for all created objects, for later upgrades. */
  readonly written: readonly Request[];
}

/** What the ServiceAccounts of OperatorGroups may not do. */
export interface GroupAccounts {
  /** The installations that the API server refuses. */
  readonly refused: Refusals;
  /** The CSV with what its account lacks, and as OLM leaves it where the account refuses the InstallPlan. */
  judge(resolved: ResolvedCsv): ResolvedCsv;
}

/** The roles and bindings of the input. */
export interface KnownRbac {
  readonly rbac: Rbac;
  /** Whether a role outside of the input is bound to the account: it may grant the missing permissions. */
  isOpen(identity: Identity): boolean;
}
