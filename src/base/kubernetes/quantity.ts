/** Quantities such as `500m` and `1Gi`, in the canonical form of Kubernetes (apimachinery's resource.Quantity). */

const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const DECIMAL: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }),
);
const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+)|(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E)?)$/;

/** Parts smaller than a billionth are rounded up. */
const SMALLEST = -9;
/** More digits than any quantity has: a longer exponent is not computed. */
const MAX_EXPONENT = 30;

/**
 * A quantity as the API server returns it, so that applied and stored objects are equal.
 *
 * @returns undefined if the value is no quantity
 * @example
 * canonicalQuantity('1024Mi') // '1Gi'
 * canonicalQuantity(0.5) // '500m'
 */
export function canonicalQuantity(quantity: string | number | bigint): string | undefined {
  const read = readQuantity(quantity);
  if (!read) return undefined;
  const { billionths, isNegative, isBinary, withExponent } = read;
  const prefix = isNegative && billionths !== 0n ? '-' : '';
  // The binary form is used only for whole numbers from 1024 on.
  if (isBinary && billionths % UNIT === 0n && billionths >= 1024n * UNIT) return prefix + inPowersOfTwo(billionths / UNIT);
  return prefix + inPowersOfTen(billionths, withExponent);
}

interface ReadQuantity {
  /** The amount without the sign. */
  readonly billionths: bigint;
  readonly isNegative: boolean;
  readonly isBinary: boolean;
  readonly withExponent: boolean;
}

/** The parts of a quantity. @returns undefined if the value is no quantity */
export function readQuantity(quantity: string | number | bigint): ReadQuantity | undefined {
  const text = String(quantity).trim();
  const match = PATTERN.exec(text);
  const [, sign = '', whole = '', fraction = '', exponent, suffix = ''] = match ?? [];
  if (!match || whole + fraction === '' || Math.abs(Number(exponent ?? 0)) > MAX_EXPONENT) return undefined;
  const power = BINARY.indexOf(suffix);
  const isBinary = power > 0;
  const scale = exponent === undefined ? (isBinary ? 0 : (DECIMAL.get(suffix) ?? 0)) : Number(exponent);
  const billionths = inBillionths(BigInt(whole + fraction) * (isBinary ? 1024n ** BigInt(power) : 1n), scale - fraction.length);
  return { billionths, isNegative: sign === '-', isBinary, withExponent: exponent !== undefined };
}

const UNIT = 10n ** 9n;

/** A number times a power of ten, in billionths, rounded up. */
function inBillionths(digits: bigint, power: number): bigint {
  if (power >= SMALLEST) return digits * 10n ** BigInt(power - SMALLEST);
  const divisor = 10n ** BigInt(SMALLEST - power);
  return (digits + divisor - 1n) / divisor;
}

function inPowersOfTwo(units: bigint): string {
  let rest = units;
  let power = 0;
  for (; rest % 1024n === 0n && power < BINARY.length - 1; power += 1) rest /= 1024n;
  return `${rest}${BINARY[power]}`;
}

function inPowersOfTen(billionths: bigint, withExponent: boolean): string {
  if (billionths === 0n) return '0';
  let rest = billionths;
  let power = SMALLEST;
  for (; rest % 1000n === 0n && power < 18; power += 3) rest /= 1000n;
  if (withExponent) return power === 0 ? `${rest}` : `${rest}e${power}`;
  return `${rest}${[...DECIMAL.keys()].find((suffix) => DECIMAL.get(suffix) === power) ?? ''}`;
}
