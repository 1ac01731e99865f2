/** Rules as plain declarative objects: what each looks for in a state or in a change, and its text in docs/findings.md. */

import type { PolicyRule } from '../../base/kubernetes/policy-rule.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { Discovery as AnyDiscovery, Claim, Differs, FindingRule, Rule, Severity, Tier } from '../../olm/model/finding.js';
import type { Access, Power } from './access/access.js';

/** What a rule found: what its rule does not say for all of them. */
export interface Discovery extends Omit<AnyDiscovery, 'at' | 'fix' | 'message' | 'claims' | 'differs'> {
  /** Of a finder of several rules, the one that tells it. @default the only one */
  readonly rule?: FindingRule;
  /** The end of a sentence that begins with the subject. */
  readonly says?: string;
  /** The sentence, where it begins otherwise. */
  readonly message?: string;
  /** The field of the subject that it is about, where `place` does not say more. @default the subject as a whole */
  readonly at?: FieldPath | undefined;
  /** A clause without a full stop. @default that of the rule */
  readonly fix?: string;
  /**
   * What, besides rule and subject, identifies it: nothing that changes when lines, versions or words do.
   *
   * @default of a change, what it was and what it becomes
   */
  readonly identity?: readonly string[];
  /** The fields of the subject, as it is in HEAD, that it explains: it hides nothing else in an object. @default none */
  readonly claims?: readonly FieldPath[];
  /** The same of other objects. @default none */
  readonly claimsOfOthers?: readonly Claim[];
  /** Of a change that says no more than that fields differ. */
  readonly differs?: Omit<Differs, 'identity'> | undefined;
}

/** The same with what its rule says, at its place in the input. */
export interface Completed extends Omit<Discovery, 'at' | 'says'> {
  readonly severity: Severity;
  readonly message: string;
}

/** What a rule about objects alone needs of a state. */
export type Side = Pick<Access, 'state'>;

/** Finds what changes from BASE to HEAD. */
export type Compare<Needs extends Side = Access, Found extends Discovery = Discovery> = (base: Needs, head: Needs) => readonly Found[];

/** The columns of the inventory, by what risks have in common. Every other rule about held permissions is in the last one. */
export const INVENTORY_COLUMNS = [
  'Everything, wildcards',
  'RBAC',
  'Identities, tokens',
  'Secrets',
  'Pods',
  'Nodes',
  'Pod security',
  'Webhooks, policies, APIs',
  'OLM, GitOps',
  'Other',
] as const;
export type InventoryColumn = (typeof INVENTORY_COLUMNS)[number];

/** One rule. It looks at one state, or at the change from BASE to HEAD. */
export interface RiskRule<Id extends string = string> extends Omit<Rule<[access: Access], Id>, 'find'> {
  /** Its column of the inventory. @default Other */
  readonly column?: InventoryColumn;
  /** How far the permissions lead where it reports an error. @default no tier */
  readonly tier?: Exclude<Tier, 'none' | 'somewhere'>;
  /** Of a risk that a change brings. @default as it is found */
  readonly severityWhenNew?: Severity;
  /**
   * Of a risk that comes with a new operator: with the permission, cluster-admin is more than one step away, and nearly every
   * operator of a whole cluster has it. Gained by one that was there, it is as bad as it is found. @default as it is found
   */
  readonly severityWhenInstalled?: Severity;
  /** The permissions that it looks for. @default those of `powers` and `escalates` */
  readonly wants?: readonly PolicyRule[];
  /** What of held permissions is an error: whoever holds it is powerful. @default nothing */
  readonly powers?: readonly Power[];
  /** Permissions from which cluster-admin is one step away, where they are held in all namespaces. @default none */
  readonly escalates?: readonly PolicyRule[];
  readonly find?: (access: Access) => readonly Completed[];
  readonly compare?: Compare<Access, Completed>;
}

/** A list of rules, whose type names their ids. */
export function riskRules<const Id extends string>(rules: readonly RiskRule<Id>[]): readonly RiskRule<Id>[] {
  return rules;
}

/** Names of controls that several rules refer to. */
export const NSA_RBAC = 'NSA/CISA Kubernetes Hardening Guide, Authentication and authorization: Role-based access control';
export const NSA_TOKENS = 'NSA/CISA Kubernetes Hardening Guide, Kubernetes Pod security: Protecting Pod service account tokens';
export const NSA_NAMESPACES = 'NSA/CISA Kubernetes Hardening Guide, Network separation and hardening: Namespaces';
export const NSA_SECRETS = 'NSA/CISA Kubernetes Hardening Guide, Network separation and hardening: Secrets';
