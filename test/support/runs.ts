/** How often a property is tried: as often as its test says, times FAST_CHECK_RUNS. A run at night has it high, and another seed. */

const TIMES = Number(process.env.FAST_CHECK_RUNS ?? 1);

/** @example fc.assert(property, runs(50)) */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: count * TIMES };
}
