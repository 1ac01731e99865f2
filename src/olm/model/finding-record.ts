/** The types of a rule, of its discoveries, and of findings. */

import type { ObjectReference } from '../../base/kubernetes/object.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import type { GrantScope } from '../../base/rbac/grant.js';
import type { Step } from '../../base/rbac/step.js';
import type { Claim, Differs, FieldOfInput, Presence } from './claim.js';
import type { RuleFacts } from './rule-facts.js';
import type { Severity, Tier } from './severity.js';

/** The record of a rule: the fields that all findings with its id share, for reports, baselines and pages. */
export interface FindingRule<Id extends string = string> extends RuleFacts {
  /** A stable id for reports, SARIF and baselines. Code refers to it through the `id` of the rule's constant. */
  readonly id: Id;
  /** The highest severity of its findings. */
  readonly severity: Severity;
  /** A few words, without a full stop. */
  readonly title: string;
  /** Names of controls, such as `CIS Kubernetes 5.1.2`. */
  readonly references: readonly string[];
  readonly documentation: RuleDocumentation;
}

/** The sections of docs/findings.md, each a paragraph. */
export interface RuleDocumentation {
  readonly meaning: string;
  /** For a risk: how an attacker uses it. */
  readonly attack?: string;
  readonly fix: string;
}

/** The texts of a rule: the sections of its page, the names of controls, and facts for reports. */
export interface RuleText extends RuleDocumentation, RuleFacts {
  /** @default none */
  readonly references?: readonly string[];
}

/** The varying part of a finding: its rule sets the rest. */
export interface Discovery {
  /** @default the severity of the rule */
  readonly severity?: Severity;
  readonly subject: ObjectReference;
  /** The object that it concerns, if the subject only contains it: a Deployment of a CSV. */
  readonly object?: ObjectReference | undefined;
  readonly message: string;
  /** The values before and after a change. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Whether a change adds or removes the whole subject. */
  readonly presence?: Presence | undefined;
  readonly path?: readonly Step[];
  /** The permissions of a risk. */
  readonly permissions?: readonly string[];
  /** The scope of the permissions. */
  readonly scope?: GrantScope;
  readonly fix: string;
  /** @default none */
  readonly related?: readonly ObjectReference[];
  readonly place?: SourcePlace | undefined;
  /** The field of the input that it concerns. @default the subject as a whole */
  readonly at?: FieldOfInput;
  /** @default false */
  readonly verdict?: boolean;
  /** @default nothing */
  readonly claims?: readonly Claim[];
  readonly differs?: Differs | undefined;
  /** Its effect on permissions. @default that of the rule */
  readonly effect?: 'more' | 'unknown' | 'none' | 'breaks' | undefined;
}

/** One finding. */
export interface Finding {
  /** The id of its rule, such as `secrets-read`. */
  readonly id: string;
  readonly severity: Severity;
  /** The object that it concerns. */
  readonly subject: ObjectReference;
  /** The object that it concerns more precisely, if the subject only contains it: a Deployment of a CSV. */
  readonly object?: ObjectReference;
  /** The finding in one sentence. */
  readonly message: string;
  /** The value before a change, such as `team-a`. */
  readonly before?: string;
  /** The value after a change, such as `all namespaces`. */
  readonly after?: string;
  /** Whether a change adds or removes the whole subject. */
  readonly presence?: Presence;
  /** For a risk: the path that grants the permission, step by step. @jsii ignore */
  readonly path?: readonly Step[];
  /** For a risk about permissions: the permissions as text, such as `create deployments.apps`, sorted. */
  readonly permissions?: string[];
  /** For a risk that a change adds: the power of the permissions. */
  readonly tier?: Tier;
  /** The permissions that the same risk of BASE does not cover. */
  readonly added?: string[];
  /** Those of the same risk of BASE that it does not cover. */
  readonly removed?: string[];
  /** Where they apply. @jsii ignore */
  readonly scope?: GrantScope;
  /** The fix. */
  readonly fix: string;
  /** Other objects that it mentions. */
  readonly related: ObjectReference[];
  /** Names of controls, such as `CIS Kubernetes 5.1.2`. */
  readonly references: string[];
  /** Whether it reports a verdict that prevents a CSV from running, or an uncertain one. */
  readonly verdict: boolean;
  /** The place to change, if it is in the input. */
  readonly place?: SourcePlace;
  /** The field of the input that it concerns; a caller that knows the files turns it into `place`. @jsii ignore */
  readonly at?: FieldOfInput;
  /** The fields of objects that the finding explains. @jsii ignore */
  readonly claims?: readonly Claim[];
  /** The differing fields in a change that no rule reviews. @jsii ignore */
  readonly differs?: Differs;
  /** Its effect on permissions, if it is not that of the rule. @jsii ignore */
  readonly effect?: 'more' | 'unknown' | 'none' | 'breaks';
  /** Identifies the same finding on both sides of a review. It does not change when lines move. */
  readonly fingerprint: string;
}
