/** A change besides permissions: what runs, what intercepts requests, where operators come from. */
import type { ObjectReference } from '../../kubernetes/object.js';
import type { FieldPath } from '../../manifest/field-path.js';
import type { SourcePlace } from '../../manifest/source-place.js';
import type { Severity } from '../../model/finding.js';
import type { State } from '../../state/state.js';
import type { DifferingField } from './documents/differing-fields.js';

/** The kinds of changes; stable, for programs. */
export const CHANGE_KINDS = [
  'workload-added',
  'workload-removed',
  'image-added',
  'image-changed',
  'command-changed',
  'pod-security',
  'account-changed',
  'webhook-added',
  'webhook-removed',
  'webhook-widened',
  'webhook-changed',
  'api-service-added',
  'api-service-changed',
  'api-service-removed',
  'source-added',
  'source-changed',
  'head-moved',
  'crd-changed',
  'crd-added',
  'crd-removed',
  'crd-compatible',
  'crd-not-compared',
  'baseline-changed',
  'no-longer-made',
  'migration-step',
  'fields-not-reviewed',
  'object-not-reviewed',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One change. */
export interface Change {
  readonly kind: ChangeKind;
  readonly severity: Severity;
  readonly subject: ObjectReference;
  /** One sentence. */
  readonly message: string;
  readonly before?: string;
  readonly after?: string;
  readonly place?: SourcePlace;
}

/** A change with the fields that it is about: what one change tells of an object hides nothing else in it. */
export interface FoundChange extends Change {
  /** The fields of the subject, as it is in HEAD, that the sentence tells. @default none */
  readonly covers?: readonly FieldPath[];
  /** Whether what other changes tell of an object of this kind and name can be about one of another API group. */
  readonly isAmbiguous?: boolean;
  /** Of a change that says no more than that fields differ: these, and which part of the subject has them if not itself. */
  readonly differs?: { readonly fields: readonly DifferingField[]; readonly of?: string };
}

/** Finds changes of one kind between two states. */
export type FindChanges = (base: State, head: State) => readonly FoundChange[];
