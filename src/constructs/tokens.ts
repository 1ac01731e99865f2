/** Lazy values and tokens: what stands for a value that is known only when the app is synthesised. */
import { type ApiObject, App, resolve } from 'cdk8s';
import type { Construct } from 'constructs';
import { plainData } from '../base/manifest/plain-data.js';

/** The resolvers that every App has. */
const OWN_RESOLVERS = 3;

/** Whether something stands for a value: a Lazy, or an object with `resolve()`. */
export function isToken(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { produce, resolve: resolved } = value as { produce?: unknown; resolve?: unknown };
  return typeof produce === 'function' || typeof resolved === 'function';
}

let timesResolved = 0;

/** How often there was something to resolve: what is made meanwhile can be another thing the next time. */
export function resolutions(): number {
  return timesResolved;
}

/** The value with all tokens in it replaced, as cdk8s does for the fields of an ApiObject. */
export function resolveTokens<T>(value: T, construct: Construct): T {
  const { resolvers = [] } = App.of(construct) as Partial<App>;
  // Resolvers of the app's own decide themselves what is a token.
  if (resolvers.length <= OWN_RESOLVERS && !containsToken(value)) return value;
  timesResolved += 1;
  // cdk8s finds the app from here, and hands it to resolvers as the place that is resolved.
  return resolve([], value, construct as unknown as ApiObject) as T;
}

/** Whether there is a token in plain data. */
export function containsToken(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isToken(value) || Object.values(value).some(containsToken);
}

/** A copy of plain data, so that later changes of it do not count. Tokens in it stay what they are. */
export function snapshot(value: unknown): unknown {
  if (!containsToken(value)) return plainData(value);
  if (isToken(value)) return value;
  if (Array.isArray(value)) return value.map(snapshot);
  return Object.fromEntries(Object.entries(value as object).map(([key, entry]) => [key, snapshot(entry)]));
}
