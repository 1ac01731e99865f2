/** Leaves out what is secret: one way for all lines of a report. What is told is that it differs, never what it is. */

import { isMapping } from '../../../../base/manifest/plain-data.js';

const WORDS = '(?:password|passwd|token|secret|(?:private|api|access)-?key|credentials?)';
/** Values of Secrets, and of fields with such names in other objects, are not printed. */
const SECRET_KEY = new RegExp(`${WORDS}$`, 'i');
/** The value of an entry with such a name, such as a variable. */
const SECRET_ENTRY = new RegExp(`${WORDS}["'\\]]*\\.value$`, 'i');

/** Stands for a secret. */
export const HIDDEN = '…';

/** Kinds that name secrets of a store, and hold none. */
const REFERRING = /^(?:Cluster)?(?:External|Push)Secret$|SecretStore$|^SecretProviderClass$/;

/** Whether the values of a kind are not printed. */
export function holdsSecrets(kind: string): boolean {
  return /secret/i.test(kind) && !REFERRING.test(kind);
}

/** Whether the value of a field, or of a variable, with this name is not printed. */
export function isSecretField(name: string): boolean {
  return SECRET_KEY.test(name);
}

/** Whether the field at a path is secret: by its name, or as the value of an entry with such a name. */
export function isSecretPath(path: string): boolean {
  return SECRET_ENTRY.test(path) || isSecretField(path.replace(/(?<!["'\]])["'\]]+$/, ''));
}

const QUOTE = `(?:\\\\*["'])?`;
/** What is no secret: a reference to one, or a switch. */
const PLAIN = `(?!\\{\\{|[$<{[…]|ENC\\[|(?:true|false|null)\\b)`;
const SECRETS: readonly RegExp[] = [
  // `password: a`, `"token":"a"`, `--secret=a`
  new RegExp(`(${WORDS}${QUOTE}[ \\t]*[:=][ \\t]*${QUOTE})${PLAIN}[^\\s"'\\\\,;&}]+()`, 'gi'),
  // `--password a`, `"--password","a"`
  new RegExp(`(--[\\w-]{0,250}${WORDS}(?:[ \\t]+${QUOTE}|${QUOTE},[ \\t]*${QUOTE}))${PLAIN}[^\\s"'\\\\,-][^\\s"'\\\\,]*()`, 'gi'),
  /(\b(?:Bearer|Authorization\\*["']?[ \t]*[:=][ \t]*\\*["']?Basic)[ \t]+)(?![$<{…])[\w.~+/=-]{4,}()/g,
  // `https://user:password@host`
  /(:\/\/[^\s/:@"'\\]*:)(?![$<{…])[^\s/@"'\\]+(@)/g,
];

/** A text without the secrets that it gives values to. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((rest, secret) => rest.replace(secret, `$1${HIDDEN}$2`), text);
}

/** A value without what fields and variables with such names contain. */
export function redacted(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return isSecretField(key) ? HIDDEN : withoutSecrets(value);
  if (Array.isArray(value)) return value.map((one) => redacted(one, key));
  if (!isMapping(value)) return value;
  const name = typeof value.name === 'string' && isSecretField(value.name) ? value.name : undefined;
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, redacted(one, field === 'value' && name ? name : field)]));
}
