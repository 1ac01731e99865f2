/** Values as Go prints them in crdify's messages. */
import { jsonText } from '../../manifest/format.js';

/** A number (`%v`): large and small ones with an exponent. */
export function goNumber(value: number | bigint, isFloat: boolean): string {
  if (!isFloat || value === 0) return String(value);
  const [mantissa = '', exponent = '0'] = Number(value).toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  const sign = power < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** A text in quotes (`%q`); of what should be one, whatever it is. */
export function goQuoted(text: unknown): string {
  return typeof text === 'string' ? JSON.stringify(text) : jsonText(text);
}

/** A list (`%v`). */
export function goList(texts: readonly string[]): string {
  return `[${texts.join(' ')}]`;
}

/** A value of a schema as JSON, by which crdify compares defaults. */
export function json(value: unknown): string {
  return JSON.stringify(value, (_key, entry) => (typeof entry === 'bigint' ? Number(entry) : entry)) ?? 'null';
}
