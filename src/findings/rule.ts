/** Risk rules as plain declarative objects: what each looks for, and its text in docs/findings.md. */

import type { PolicyRule } from '../kubernetes/policy-rule.js';
import type { Discovery as AnyDiscovery, Rule, RuleDocumentation, Severity } from '../model/finding.js';
import type { Step } from '../rbac/step.js';
import type { Access, Power } from './access/access.js';

/** A risk without what its rule has for all of them. */
export interface Discovery extends AnyDiscovery {
  readonly severity: Severity;
  /** How it is possible. */
  readonly path: readonly Step[];
  /** What, besides rule and subject, identifies the risk: nothing that changes when lines, versions or words do. */
  readonly identity: readonly string[];
}

/** One rule. It looks at one state, or at the change from BASE to HEAD. */
export interface RiskRule extends Rule<[access: Access]> {
  readonly documentation: Required<RuleDocumentation>;
  /** Of a risk that a change brings. @default as it is found */
  readonly severityWhenNew?: Severity;
  /**
   * Of a risk that comes with a new operator: with the permission, cluster-admin is more than one step away, and nearly every
   * operator of a whole cluster has it. Gained by one that was there, it is as bad as it is found. @default as it is found
   */
  readonly severityWhenInstalled?: Severity;
  /** What of held permissions is an error: whoever holds it is powerful. @default nothing */
  readonly powers?: readonly Power[];
  /** Permissions from which cluster-admin is one step away, where they are held in all namespaces. @default none */
  readonly escalates?: readonly PolicyRule[];
  readonly find?: (access: Access) => readonly Discovery[];
  readonly compare?: (base: Access, head: Access) => readonly Discovery[];
}

/** Names of controls that several rules refer to. */
export const NSA_RBAC = 'NSA/CISA Kubernetes Hardening Guide, Authentication and authorization: Role-based access control';
export const NSA_TOKENS = 'NSA/CISA Kubernetes Hardening Guide, Kubernetes Pod security: Protecting Pod service account tokens';
export const NSA_NAMESPACES = 'NSA/CISA Kubernetes Hardening Guide, Network separation and hardening: Namespaces';
export const NSA_SECRETS = 'NSA/CISA Kubernetes Hardening Guide, Network separation and hardening: Secrets';
