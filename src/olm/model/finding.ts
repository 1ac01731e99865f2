/** Findings: results about valid input that a person should know. The rules of OLM, rendering, risks and baselines report them. */

import { formatReference, type ObjectReference } from '../../base/kubernetes/object.js';
import { oncePerObject } from '../../base/manifest/once.js';
import type { Discovery, Finding, FindingRule, RuleText } from './finding-record.js';
import type { RuleFacts } from './rule-facts.js';
import { SEVERITIES, type Severity, type Tier } from './severity.js';

export type { Discovery, Finding, FindingRule, RuleDocumentation, RuleText } from './finding-record.js';
export { SEVERITIES, type Severity, TIERS, type Tier } from './severity.js';

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
    ...(permissions === undefined ? {} : { permissions: permissions as string[] }),
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
    fingerprint: ownFingerprint(id, subject, related),
  };
}

const TOLD_WHEN_READ = new WeakMap<Finding, readonly [Finding, () => string]>();

// Each of a thousand owners of an API names all others.
export function toldWhenRead(finding: Finding, message: () => string): Finding {
  const { id, subject, related } = finding;
  const fingerprint = (): string => ownFingerprint(id, subject, related);
  const fields = { message: { get: message, enumerable: true }, fingerprint: { get: fingerprint, enumerable: true } };
  const told = Object.defineProperties({ ...finding }, fields);
  TOLD_WHEN_READ.set(told, [{ ...finding, fingerprint: '' }, message]);
  return told;
}

export function changed(finding: Finding, change: (finding: Finding) => Finding): Finding {
  const [own, message] = TOLD_WHEN_READ.get(finding) ?? [finding];
  return message ? toldWhenRead(change(own), message) : change(own);
}

function ownFingerprint(id: string, subject: ObjectReference, related: readonly ObjectReference[]): string {
  return `${id}:${[subject, ...related].map(formatReference).join('\n')}`;
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

/** The reference to a CSV; one object, because thousands of findings can relate to thousands of CSVs. */
export const csvReference = oncePerObject(
  ({ namespace, name }: Named): ObjectReference => ({ kind: 'ClusterServiceVersion', namespace, name }),
);

/** The reference to a Subscription. */
export function subscriptionReference({ namespace, name }: Named): ObjectReference {
  return { kind: 'Subscription', namespace, name };
}

/** The reference to an OperatorGroup. */
export function groupReference({ namespace, name }: Named): ObjectReference {
  return { kind: 'OperatorGroup', namespace, name };
}
