/** The types of risk rules: plain declarative objects with the discoveries of each, and its text in docs/findings.md. */

import type { PolicyRule } from '../../base/kubernetes/policy-rule.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { Claim, Differs } from '../../olm/model/claim.js';
import type { Discovery as AnyDiscovery, FindingRule, Rule, Severity, Tier } from '../../olm/model/finding.js';
import type { Access, Power } from './access/access.js';

/** A discovery of a rule, without the fields that its rule has for all discoveries. */
export interface Discovery extends Omit<AnyDiscovery, 'at' | 'fix' | 'message' | 'claims' | 'differs'> {
  /**
   * The rule, for a finder of several rules.
   * @default the only one
   */
  readonly rule?: FindingRule;
  /** The end of the sentence; its beginning is the subject. */
  readonly says?: string;
  /** The whole sentence, if its beginning is not the subject. */
  readonly message?: string;
  /**
   * The field of the subject; used if `place` is absent.
   * @default the subject as a whole
   */
  readonly at?: FieldPath | undefined;
  /**
   * A clause without a full stop.
   * @default that of the rule
   */
  readonly fix?: string;
  /**
   * The values that identify it in addition to rule and subject: only values that stay when lines, versions or words change.
   *
   * @default for a change, the values before and after
   */
  readonly identity?: readonly string[];
  /**
   * The fields of the subject in HEAD that it explains; other findings about the object stay visible.
   * @default none
   */
  readonly claims?: readonly FieldPath[];
  /**
   * The same for other objects.
   * @default none
   */
  readonly claimsOfOthers?: readonly Claim[];
  /** Only for a change without a meaning of its own: the fields that differ. */
  readonly differs?: Omit<Differs, 'identity'> | undefined;
}

/** A discovery with the fields of its rule, and its place in the input. */
export interface Completed extends Omit<Discovery, 'at' | 'says'> {
  readonly severity: Severity;
  readonly message: string;
}

/** The part of Access that rules about objects alone read. */
export type Side = Pick<Access, 'state'>;

/** Finds the changes from BASE to HEAD. */
export type Compare<Needs extends Side = Access, Found extends Discovery = Discovery> = (base: Needs, head: Needs) => readonly Found[];

/** The columns of the inventory, by topic. Rules about held permissions without a column are in the last one. */
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

/** One risk rule. It reads one state, or compares BASE with HEAD. */
export interface RiskRule<Id extends string = string> extends Omit<Rule<[access: Access], Id>, 'find'> {
  /**
   * Its column of the inventory.
   * @default Other
   */
  readonly column?: InventoryColumn;
  /**
   * The tier of the permissions that it reports as an error.
   * @default no tier
   */
  readonly tier?: Exclude<Tier, 'none' | 'somewhere'>;
  /**
   * The severity of a risk that a change adds.
   * @default as found
   */
  readonly severityWhenNew?: Severity;
  /**
   * The severity of a risk that a new operator brings: the permission is more than one step away from cluster-admin, and nearly every
   * cluster-wide operator has it. If an existing operator gains it, the severity stays.
   * @default as found
   */
  readonly severityWhenInstalled?: Severity;
  /**
   * The permissions that it looks for.
   * @default those of `powers` and `escalates`
   */
  readonly wants?: readonly PolicyRule[];
  /**
   * The permissions that it reports as an error: their holders are powerful.
   * @default none
   */
  readonly powers?: readonly Power[];
  /**
   * Permissions that are one step away from cluster-admin, if they are held in all namespaces.
   * @default none
   */
  readonly escalates?: readonly PolicyRule[];
  readonly find?: (access: Access) => readonly Completed[];
  readonly compare?: Compare<Access, Completed>;
}

/** A list of rules, whose type names their ids. */
export function riskRules<const Id extends string>(rules: readonly RiskRule<Id>[]): readonly RiskRule<Id>[] {
  return rules;
}

/** Names of controls that several rules cite. */
export const NSA_RBAC = 'NSA/CISA Kubernetes Hardening Guide, Authentication and authorization: Role-based access control';
export const NSA_TOKENS = 'NSA/CISA Kubernetes Hardening Guide, Kubernetes Pod security: Protecting Pod service account tokens';
export const NSA_NAMESPACES = 'NSA/CISA Kubernetes Hardening Guide, Network separation and hardening: Namespaces';
export const NSA_SECRETS = 'NSA/CISA Kubernetes Hardening Guide, Network separation and hardening: Secrets';
