/** A review as plain data: how the meaning changes between two states of a cluster. Reports only print it. */

import type { Accepted } from '../findings/baseline/apply.js';
import type { ObjectReference } from '../kubernetes/object.js';
import type { Finding } from '../model/finding.js';
import type { UnreadFile } from '../model/unread-file.js';
import type { Grant } from '../rbac/grant.js';
import type { Rename } from './renames.js';

/** What a new operator holds. */
export interface OperatorProfile {
  readonly operator: ObjectReference;
  /** Its risks, as they are among the new ones; worst first. */
  readonly risks: readonly Finding[];
}

/** What a pull request grants. */
export interface Review {
  readonly base: string;
  readonly head: string;
  /** Changes of targets, operators and verdicts. */
  readonly scopeChanges: readonly Finding[];
  /** Permissions of HEAD that BASE does not cover, and the reverse; compared by meaning. */
  readonly gained: readonly Grant[];
  readonly lost: readonly Grant[];
  /** Accounts of operators that are called otherwise; gained, lost and risks compare each with what it was. */
  readonly renames: readonly Rename[];
  /** Operators that only HEAD has; their risks are among the new ones. */
  readonly profiles: readonly OperatorProfile[];
  readonly risks: {
    readonly new: readonly Finding[];
    /** The same rule, subject and scope; permissions came, and perhaps some went. */
    readonly grown: readonly Finding[];
    readonly unchanged: readonly Finding[];
    /** Permissions or namespaces went, and none came. */
    readonly smaller: readonly Finding[];
    readonly fixed: readonly Finding[];
    readonly accepted: readonly Accepted[];
  };
  /** Findings of `check`: those that only HEAD has, those that only BASE had, and those that stay. */
  readonly findings: {
    readonly new: readonly Finding[];
    readonly fixed: readonly Finding[];
    readonly unchanged: readonly Finding[];
  };
  /** What changes besides permissions, reach and verdicts. */
  readonly changes: readonly Finding[];
  /** Objects that are added, removed or changed in any way. */
  readonly objects: { readonly added: number; readonly removed: number; readonly changed: number };
  /** Files of HEAD that are not read, and are as they were in BASE; those that are new or changed are risks. */
  readonly unread: readonly UnreadFile[];
}
