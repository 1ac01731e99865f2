/** A change of the targets of an OperatorGroup, of its copied CSVs, or of the verdict on a CSV. */
import type { ObjectReference } from '../../../kubernetes/object.js';
import type { SourcePlace } from '../../../manifest/source-place.js';
import type { Severity } from '../../../model/finding.js';

/** One change. */
export interface ScopeChange {
  readonly subject: ObjectReference;
  readonly kind:
    | 'group-added'
    | 'group-removed'
    | 'targets-widened'
    | 'targets-narrowed'
    | 'targets-moved'
    | 'member-added'
    | 'member-removed'
    | 'member-upgraded'
    | 'verdict-changed'
    | 'copies-changed'
    | 'left-behind';
  /** One sentence: what changes. */
  readonly message: string;
  /** Before and after, such as `team-a` and `all namespaces`. */
  readonly before?: string;
  readonly after?: string;
  readonly severity: Severity;
  readonly place?: SourcePlace;
}
