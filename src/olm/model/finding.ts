/** Findings: results about valid input that a person should know. The rules of OLM, rendering, risks and baselines report them. */
import { formatReference, type ObjectReference } from '../../base/kubernetes/object.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import type { GrantScope } from '../../base/rbac/grant.js';
import type { Step } from '../../base/rbac/step.js';
import type { Claim, Differs, FieldOfInput, Presence } from './claim.js';
import type { RuleFacts } from './rule-facts.js';

/** Severities from highest to lowest. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * Powers, from the lowest. `somewhere`: reads Secrets, runs Pods or gets into them in some namespaces. `everywhere`: does the same in
 * all namespaces, or in one of the control plane. `escalates`: becomes another user, or changes roles, nodes, admission, or the objects
 * that OLM and GitOps tools apply.
 */
export const TIERS = ['none', 'somewhere', 'everywhere', 'escalates'] as const;
export type Tier = (typeof TIERS)[number];

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

/**
 * Makes a rule. All rules are made here.
 *
 * @param severity the highest severity of its findings
 * @param text its documentation, and facts for reports
 *
 * @example
 * rule('group-removed', 'info', 'An OperatorGroup is removed', { meaning: 'The input no longer has an OperatorGroup.', fix: 'Nothing.' });
 */
export function rule<const Id extends string>(id: Id, severity: Severity, title: string, text: RuleText): FindingRule<Id> {
  return ruleWith()(id, severity, title, text);
}

/** Makes rules with further fields, such as a function that finds the findings. */
export function ruleWith<Behaviour extends object>(): RuleMaker<Behaviour> {
  return (id, severity, title, { meaning, attack, fix, references = [], ...more }) => {
    const documentation = { meaning, ...(attack === undefined ? {} : { attack }), fix };
    return { id, severity, title, references, documentation, ...(more as RuleFacts & Omit<Behaviour, keyof RuleText>) };
  };
}

type RuleMaker<Behaviour extends object> = <const Id extends string>(
  id: Id,
  severity: Severity,
  title: string,
  text: RuleText & Behaviour,
) => FindingRule<Id> & Omit<Behaviour, keyof RuleText>;

/** A list of rules, whose type names their ids. */
export function rulesOf<const Id extends string>(rules: readonly FindingRule<Id>[]): readonly FindingRule<Id>[] {
  return rules;
}

/** A rule that finds its own findings. One without `find` and `compare` belongs to a function that reports several ids. */
export interface Rule<Input extends readonly unknown[], Id extends string = string> extends FindingRule<Id> {
  readonly find?: (...input: Input) => readonly Discovery[];
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
  readonly effect?: 'more' | 'unknown' | 'none' | undefined;
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
  readonly effect?: 'more' | 'unknown' | 'none';
  /** Identifies the same finding on both sides of a review. It does not change when lines move. */
  readonly fingerprint: string;
}

/** Builds a finding from a rule and its discovery. */
export function toFinding({ id, references, severity: worst }: FindingRule, discovery: Discovery): Finding {
  const { severity = worst, subject, object, message, before, after, presence, path, permissions, scope, fix } = discovery;
  const { related = [], place, at, verdict = false, claims = [], differs, effect } = discovery;
  return {
    id,
    severity,
    subject,
    ...(object === undefined ? {} : { object }),
    message,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(presence === undefined ? {} : { presence }),
    ...(path === undefined ? {} : { path }),
    ...(permissions === undefined ? {} : { permissions: [...permissions] }),
    ...(scope === undefined ? {} : { scope }),
    fix,
    related: [...related],
    references: [...references],
    verdict,
    ...(place ? { place } : {}),
    ...(at ? { at } : {}),
    ...(claims.length > 0 ? { claims } : {}),
    ...(differs ? { differs } : {}),
    ...(effect ? { effect } : {}),
    fingerprint: `${id}:${[subject, ...related].map(formatReference).join('\n')}`,
  };
}

/** All findings of a rule. */
export function report<Input extends readonly unknown[]>(rule: Rule<Input>, ...input: Input): Finding[] {
  return (rule.find?.(...input) ?? []).map((discovery) => toFinding(rule, discovery));
}

/** Whether a severity is at or above a threshold. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold);
}

/** The lowest severity that makes a run fail. */
export type FailOn = Severity | 'never';

/** The conditions that make a run fail: a severity, and ids of rules whatever their severity. */
export interface FailOnRules {
  readonly severity: FailOn;
  readonly ids: readonly string[];
  /** For a review: fail if it grants more: any permission, or a power of this tier. */
  readonly grantsMore?: Tier | undefined;
}

/** Whether a finding makes a run fail. A problem has no id. */
export function failsOn({ id, severity }: { readonly id?: string; readonly severity: Severity }, failOn: FailOn | FailOnRules): boolean {
  const { severity: threshold, ids } = typeof failOn === 'string' ? { severity: failOn, ids: [] } : failOn;
  return (threshold !== 'never' && isAtLeast(severity, threshold)) || (id !== undefined && ids.includes(id));
}

/** The findings that make a run fail; `allowFailed` accepts findings about verdicts. */
export function failing(findings: readonly Finding[], failOn: FailOn | FailOnRules, allowFailed: boolean): Finding[] {
  return findings.filter((finding) => failsOn(finding, failOn) && !(allowFailed && finding.verdict));
}

/** References to the objects in findings. */
interface Named {
  readonly namespace: string;
  readonly name: string;
}

/** The reference to a CSV. */
export function csvReference({ namespace, name }: Named): ObjectReference {
  return { kind: 'ClusterServiceVersion', namespace, name };
}

/** The reference to a Subscription. */
export function subscriptionReference({ namespace, name }: Named): ObjectReference {
  return { kind: 'Subscription', namespace, name };
}

/** The reference to an OperatorGroup. */
export function groupReference({ namespace, name }: Named): ObjectReference {
  return { kind: 'OperatorGroup', namespace, name };
}
