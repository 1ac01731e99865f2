/** Lazy values and tokens: placeholders for values that are known only when the app is synthesised. */
import { type ApiObject, App, resolve } from 'cdk8s';
import type { Construct } from 'constructs';
import { plainData } from '../base/manifest/plain-data.js';

/** The number of resolvers that every App has. */
const OWN_RESOLVERS = 3;

/** Whether a value is a token: a Lazy, or an object with `resolve()`. */
export function isToken(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { produce, resolve: resolved } = value as { produce?: unknown; resolve?: unknown };
  return typeof produce === 'function' || typeof resolved === 'function';
}

let timesResolved = 0;

/** The number of resolutions so far: if it increases, the result can differ the next time. */
export function resolutions(): number {
  return timesResolved;
}

/** The value with all tokens in it replaced, as cdk8s does for the fields of an ApiObject. */
export function resolveTokens<T>(value: T, construct: Construct): T {
  const { resolvers = [] } = App.of(construct) as Partial<App>;
  // Custom resolvers of the app decide themselves which values are tokens.
  if (resolvers.length <= OWN_RESOLVERS && !containsToken(value)) return value;
  timesResolved += 1;
  // cdk8s finds the app through this construct, and passes it to resolvers as the place of the value.
  return resolve([], value, construct as unknown as ApiObject) as T;
}

/** Whether plain data contains a token. */
export function containsToken(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isToken(value) || Object.values(value).some(containsToken);
}

/** A copy of plain data, so that later changes do not count. Tokens stay tokens. */
export function snapshot(value: unknown): unknown {
  if (!containsToken(value)) return plainData(value);
  if (isToken(value)) return value;
  if (Array.isArray(value)) return value.map(snapshot);
  return Object.fromEntries(Object.entries(value as object).map(([key, entry]) => [key, snapshot(entry)]));
}
