/** What a change does besides what accounts can do: its rules, and what finds it. */
import type { ObjectReference } from '../../kubernetes/object.js';
import type { FieldPath } from '../../manifest/field-path.js';
import type { SourcePlace } from '../../manifest/source-place.js';
import { type Discovery, type Finding, type FindingRule, type Presence, type Severity, toFinding } from '../../model/finding.js';
import type { State } from '../../state/state.js';
import { fingerprintOf } from '../fingerprint.js';
import type { DifferingField } from './documents/differing-fields.js';

/** A rule of which a finding says no more about its fix than the rule does. */
export interface ChangeRule extends FindingRule {
  /** As findings have it: a clause without a full stop. */
  readonly fix: string;
}

/** Makes a rule. @param about its meaning, how an attacker uses it, and the fix as a clause */
export function changeRule(
  id: string,
  severity: Severity,
  title: string,
  { fix, meaning, attack, references = [] }: { meaning: string; attack?: string; fix: string; references?: readonly string[] },
): ChangeRule {
  const sentence = `${fix.charAt(0).toUpperCase()}${fix.slice(1)}.`;
  return { id, severity, title, references, fix, documentation: { meaning, ...(attack === undefined ? {} : { attack }), fix: sentence } };
}

/** One change, as it is found. */
export interface FoundChange extends Pick<Discovery, 'object' | 'before' | 'after'> {
  readonly rule: ChangeRule;
  readonly severity: Severity;
  readonly subject: ObjectReference;
  /** One sentence. */
  readonly message: string;
  readonly place?: SourcePlace | undefined;
  /** Whether the subject comes or goes with the change. @default it is in both states, or is not what changes */
  readonly presence?: Presence;
  /** What tells it from other changes of its rule and subject. @default what it was and what it becomes */
  readonly identity?: readonly string[];
  /** The fields of the subject, as it is in HEAD, that the sentence tells: one change hides nothing else in an object. @default none */
  readonly covers?: readonly FieldPath[];
  /** Whether what other changes tell of an object of this kind and name can be about one of another API group. */
  readonly isAmbiguous?: boolean;
  /** Of a change that says no more than that fields differ: these, and which part of the subject has them if not itself. */
  readonly differs?: {
    readonly fields: readonly DifferingField[];
    readonly of?: string;
    /** Of a kind whose fields are known: what changes. */
    readonly inWords?: (fields: readonly DifferingField[]) => string;
  };
}

/** Finds changes between two states. */
export type FindChanges = (base: State, head: State) => readonly FoundChange[];

/** An entry of the list of changes: what finds them, and the rules that it reports. */
export interface ChangeFinder {
  readonly rules: readonly ChangeRule[];
  readonly find: FindChanges;
}

/** The finding that reports tell, and that a baseline can accept. */
export function changeFinding(change: FoundChange): Finding {
  const { rule, severity, subject, object, message, before, after, place, presence } = change;
  const identity = change.identity ?? [before ?? '', after ?? ''];
  const finding = toFinding(rule, { severity, subject, object, message, before, after, place, presence, fix: rule.fix });
  return { ...finding, fingerprint: fingerprintOf(rule.id, severity, subject, identity) };
}
