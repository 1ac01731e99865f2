/** What the resolver tells a person of a namespace, besides what it installs; findings/input/colocation.ts makes findings of it. */
import type { ObjectReference } from '../kubernetes/object.js';
import type { SourceReference } from '../manifest/problem.js';
import type { Severity } from './finding.js';

/** Every note, by its stable id. */
export type NoteId =
  | 'approval-shared'
  | 'subscription-blocks-others'
  | 'package-subscribed-twice'
  | 'csv-without-subscription'
  | 'operators-share-namespace'
  | 'starting-csv-no-pin'
  | 'older-version-chosen'
  | 'graph-not-in-folders'
  | 'outcome-left-to-chance'
  | 'catalog-not-at-hand'
  | 'catalog-not-healthy'
  | 'catalog-image-not-resolved'
  | 'namespace-not-resolved';

/** One note. */
export interface ResolverNote {
  readonly id: NoteId;
  readonly severity: Severity;
  readonly namespace: string;
  readonly subject: ObjectReference;
  /** One sentence. */
  readonly message: string;
  readonly fix: string;
  readonly source?: SourceReference;
}
