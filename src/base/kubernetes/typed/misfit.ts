/** A field that does not fit its type; apart from the types, so that published declarations do not have them. */
import type { FieldPath } from '../../manifest/field-path.js';

export interface Misfit {
  readonly at: FieldPath;
  /** The expected type; absent for a field that the type lacks. */
  readonly expected?: string;
  readonly found: unknown;
}
