/** Quantities such as `500m` and `1Gi` as numbers. */
import { readQuantity } from './quantity.js';

/**
 * A quantity as a number.
 *
 * @returns undefined if the value is no quantity
 * @example
 * billionthsOf('500m') // 500000000n
 */
export function billionthsOf(quantity: string | number | bigint): bigint | undefined {
  const read = readQuantity(quantity);
  return read && (read.isNegative ? -read.billionths : read.billionths);
}
