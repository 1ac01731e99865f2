/** Makes risk rules from declarations: the permissions that a rule looks for, and its findings about a state, an object or a change. */
import { formatReference, type KubernetesObject, referenceTo } from '../../base/kubernetes/object.js';
import type { PolicyRule } from '../../base/kubernetes/policy-rule.js';
import { type RuleDocumentation, type RuleText, ruleWith, type Severity } from '../../olm/model/finding.js';
import type { RuleFacts } from '../../olm/model/rule-facts.js';
import { changedObjects, type ObjectPair } from '../state/objects.js';
import type { Access, Power } from './access/access.js';
import { heldBy, type RightsOfSubject, type RightsOptions } from './access/held.js';
import { heldRisk, type SeverityByScope } from './access/held-risk.js';
import { completed } from './finding-of.js';
import type { Compare, Completed, Discovery, RiskRule } from './rule.js';

/** Permissions that a rule looks for. */
export interface Held extends RightsOptions {
  /** Any of the verbs on any of the resources. */
  readonly wants: readonly PolicyRule[];
  readonly severities: SeverityByScope;
  /** Reported only for subjects without a finding from the declarations before it. */
  readonly isMilder?: true;
  /**
   * Edits the risk.
   * @default the risk as found
   */
  readonly as?: (risk: Discovery, held: RightsOfSubject) => Discovery;
}

/** A finding about an object. */
export type Told = Omit<Discovery, 'subject'>;

/** The fields that only risk rules have. */
type RiskFacts = Pick<RiskRule, 'column' | 'tier' | 'severityWhenNew' | 'severityWhenInstalled' | 'powers' | 'escalates'>;

const risk = ruleWith<RiskFacts>();

/** The declaration of a rule. */
export interface DeclaredRule extends Required<RuleDocumentation>, RuleFacts, Pick<RuleText, 'references'>, RiskFacts {
  readonly held?: Held | readonly Held[];
  /**
   * The objects that `pair` reads.
   * @default all
   */
  readonly looksAt?: (object: KubernetesObject) => boolean;
  /** The findings about an object that a change adds or edits. */
  readonly pair?: (pair: ObjectPair, head: Access, base: Access) => readonly Told[];
  /** The findings about a state. */
  readonly find?: (access: Access) => readonly Discovery[];
  /** The findings about a change as a whole. */
  readonly compare?: Compare;
}

/** Makes the rule. A discovery contains only fields that its rule does not have. */
export function riskRule<const Id extends string>(id: Id, severity: Severity, title: string, declared: DeclaredRule): RiskRule<Id> {
  const { looksAt, pair, find, compare, held: some = [], ...about } = declared;
  const held = [some].flat();
  const made = risk(id, severity, title, about);
  const looked = { wants: held.flatMap(({ wants }) => wants), powers: about.powers ?? held.flatMap(powerOf) };
  const ofPairs: Compare = (base, head) =>
    pairsOf(base, head, looksAt).flatMap((each) =>
      (pair?.(each, head, base) ?? []).map((found) => ({ subject: referenceTo(each.after), ...found })),
    );
  const told = (discoveries: readonly Discovery[], ...sides: readonly Access[]): Completed[] =>
    discoveries.map(completed(made, ...sides.map(({ state }) => state))).map((found) => ({ path: [], ...found }));
  return {
    ...made,
    ...(held.length > 0 ? looked : {}),
    ...(held.length > 0 || find ? { find: (access) => told([...heldRisks(access, held), ...(find?.(access) ?? [])], access) } : {}),
    ...(pair || compare ? { compare: (base, head) => told([...ofPairs(base, head), ...(compare?.(base, head) ?? [])], head, base) } : {}),
  };
}

function pairsOf(base: Access, head: Access, looksAt?: DeclaredRule['looksAt']): readonly ObjectPair[] {
  const pairs = changedObjects(base.state, head.state);
  return looksAt ? pairs.filter(({ after }) => looksAt(after)) : pairs;
}

function powerOf({ wants, severities, countsName, ownApis }: Held): Power[] {
  if (severities.cluster !== 'error') return [];
  return [{ wants, ...(countsName && { countsName }), ...(ownApis === undefined ? {} : { ownApis }) }];
}

function heldRisks(access: Access, all: readonly Held[]): Discovery[] {
  const found: Discovery[] = [];
  for (const { wants, severities, isMilder, as = (risk: Discovery) => risk, ...options } of all) {
    const told = new Set(isMilder ? found.map(({ subject }) => formatReference(subject)) : []);
    const risks = heldBy(access, wants, options).map((held) => as(heldRisk(access, held, severities), held));
    found.push(...risks.filter(({ subject }) => !told.has(formatReference(subject))));
  }
  return found;
}

/** The verbs for creating and changing objects. */
export const WRITE: readonly string[] = ['create', 'update', 'patch'];
export const DELETE: readonly string[] = ['delete', 'deletecollection'];
