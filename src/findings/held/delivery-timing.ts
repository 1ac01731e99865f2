/** When GitOps tools apply something, and what they wait for: no part of what they apply. */
import { type Fields, fieldsOf } from '../../kubernetes/pod-spec.js';

/** The same fields in Flux and in what works like it. */
const TIMING: ReadonlySet<string> = new Set(['dependsOn', 'healthChecks', 'interval', 'retryInterval', 'timeout', 'wait']);

/** The fields of a `spec` that decide what is applied, from where and how. */
export function withoutTiming(spec: unknown): Fields {
  return Object.fromEntries(Object.entries(fieldsOf(spec)).filter(([field]) => !TIMING.has(field)));
}
