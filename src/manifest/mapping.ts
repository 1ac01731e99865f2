/** Which plain data is a mapping. */

/** Neither a list nor a scalar. The fields may hold anything. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
