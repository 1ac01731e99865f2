/** Names by which guards are known. */

import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';

/** The usual names of programs that refuse requests, in charts and folders. */
export const GUARD_PROGRAMS =
  /kyverno|gatekeeper|kubewarden|opa\b|open-?policy|falco|tetragon|neuvector|polic(?:y|ies)|admission|security/i;

/** Whether a delivery, by its name or that of its chart, path or repository, is one of a guard, whatever its values contain. */
export function isOfGuard({ metadata: { name }, spec }: KubernetesObject): boolean {
  const { source, sources, template, chart, chartRef, path } = fieldsOf(spec);
  const inner = fieldsOf(fieldsOf(template).spec);
  const all = [source, ...listOf(sources), inner.source, ...listOf(inner.sources), fieldsOf(chart).spec, chartRef].map(fieldsOf);
  const names = all.flatMap((each) => [each.chart, each.path, each.repoURL, each.name]);
  return [name, path, ...names].some((one) => typeof one === 'string' && GUARD_PROGRAMS.test(one));
}
