/** The parts of Pod specs that a review reads. They are unchecked, so any value can have any type. */
import type { FieldPath } from '../manifest/field-path.js';

/** A mapping of unknown content. */
export type Fields = Readonly<Record<string, unknown>>;

/** A Pod spec and its path in the object. */
export interface PodSpec {
  readonly fields: Fields;
  readonly at: FieldPath;
}

/** The lists of containers of a Pod spec. */
export const CONTAINER_LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** A value as a mapping; anything else is empty. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** A value as a list of mappings; anything else is empty. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** A value as text; anything else is absent. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The ServiceAccount of a Pod spec: the deprecated field counts if the other one is empty (core/v1's conversion of PodSpec). */
export function namedAccount({ serviceAccountName, serviceAccount }: Fields): string | undefined {
  return textOf(serviceAccountName) || textOf(serviceAccount) || undefined;
}
