/**
 * The meaning of an unquoted YAML scalar to Kubernetes.
 *
 * kubectl, Argo CD and Flux read YAML with go-yaml v2, whose rules are between YAML 1.1 and 1.2:
 * `on`, `yes` and `y` are booleans, `012` is octal, `1e3` is a float, but dates stay strings and `1:30`
 * is not a base-60 number. Reading by these rules keeps the meaning that the cluster sees.
 */

/** A scalar in JSON; integers that a double cannot represent exactly are bigint. */
export type Scalar = string | number | bigint | boolean | null;

const WORDS = new Map<string, Scalar>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word): [string, Scalar] => [word, null]),
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word): [string, Scalar] => [word, true]),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word): [string, Scalar] => [word, false]),
  ...['.nan', '.NaN', '.NAN'].map((word): [string, Scalar] => [word, Number.NaN]),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word): [string, Scalar] => [word, Number.POSITIVE_INFINITY]),
  ...['-.inf', '-.Inf', '-.INF'].map((word): [string, Scalar] => [word, Number.NEGATIVE_INFINITY]),
]);

const LONGEST_WORD = 5;
const NUMBER_START = /^[-+.0-9]/;
/** After a leading dot, go-yaml allows an underscore only between digits. Elsewhere it ignores underscores. */
const MISPLACED_UNDERSCORE = /^\.(?:.*[^0-9])?_|^\..*_(?:[^0-9]|$)/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const INTEGER = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
const LARGEST_UNSIGNED = 2n ** 64n - 1n;
const SMALLEST_SIGNED = -(2n ** 63n);

/**
 * The value Kubernetes gives to a plain (unquoted) scalar.
 *
 * @example
 * resolvePlainScalar('012')        // 10
 * resolvePlainScalar('on')         // true
 * resolvePlainScalar('2024-01-01') // '2024-01-01'
 */
export function resolvePlainScalar(text: string): Scalar {
  if (text.length <= LONGEST_WORD) {
    const word = WORDS.get(text);
    if (word !== undefined) return word;
  }
  if (!NUMBER_START.test(text) || MISPLACED_UNDERSCORE.test(text)) return text;
  const digits = text.replaceAll('_', '');
  return resolveInteger(digits) ?? resolveFloat(digits) ?? text;
}

function resolveFloat(digits: string): number | undefined {
  if (!FLOAT.test(digits)) return undefined;
  const value = Number(digits);
  // Go rejects a float out of range, and the scalar stays text.
  return Number.isFinite(value) ? value : undefined;
}

/** Undefined for an integer over 64 bits: go-yaml then tries a decimal float. */
function resolveInteger(digits: string): number | bigint | undefined {
  const match = INTEGER.exec(digits);
  if (!match) return undefined;
  const [, sign, hexadecimal, binary, octal, decimal] = match;
  const magnitude = BigInt(
    hexadecimal !== undefined
      ? `0x${hexadecimal}`
      : binary !== undefined
        ? `0b${binary}`
        : octal !== undefined
          ? `0o${octal}`
          : (decimal ?? '0'),
  );
  const value = sign === '-' ? -magnitude : magnitude;
  if (value > LARGEST_UNSIGNED || value < SMALLEST_SIGNED) return undefined;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Whether a plain scalar is an integer that fits into 64 bits. */
export function isIntegerText(text: string): boolean {
  return resolveInteger(text.replaceAll('_', '')) !== undefined;
}

/** Go writes a float with an exponent from the first power of ten on, and below the second. */
const [LARGEST_EXPONENT, SMALLEST_EXPONENT] = [6, -4];

/**
 * A float as a key: sigs.k8s.io/yaml rounds it to 32 bits and writes it in Go's format `g`.
 *
 * @example
 * floatKey(1.5)  // '1.5'
 * floatKey(1e6)  // '1e+06'
 */
export function floatKey(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return '.nan';
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  if (single === 0) return Object.is(single, -0) ? '-0' : '0';
  const shortest = [...Array(9).keys()].map((digits) => single.toExponential(digits)).find((text) => Math.fround(Number(text)) === single);
  const [, digits = '', exponent = ''] = /^(.*)e(.*)$/.exec(shortest ?? single.toExponential()) ?? [];
  const power = Number(exponent);
  if (power >= SMALLEST_EXPONENT && power < LARGEST_EXPONENT) return String(Number(shortest));
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
