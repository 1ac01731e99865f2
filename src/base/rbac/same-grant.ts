/** Compares what two roles or bindings of the same name grant. */

import { isDeepStrictEqual } from 'node:util';
import { compareText, type KubernetesObject } from '../kubernetes/object.js';
import { bindingOf, roleOf } from '../kubernetes/rbac.js';
import { sortedText } from '../manifest/plain-data.js';

/** Labels that OLM uses only for its own records. Any other label can make a ClusterRole part of another one. */
const BOOKKEEPING = /^(?:olm\.(?:managed|owner(?:\.kind|\.namespace)?|permissions\.hash|copiedFrom)|operators\.coreos\.com\/.*)$/;

/** Whether two objects grant the same. Other kinds grant none. Rules and subjects count in any order, an aggregated ClusterRole's not. */
export function grantsTheSame(a: KubernetesObject, b: KubernetesObject): boolean {
  return isDeepStrictEqual(meaningOf(a), meaningOf(b));
}

function meaningOf(object: KubernetesObject): unknown {
  const role = roleOf(object);
  if (role) return { labels: labelsOf(object), ...(role.aggregationRule ? { by: role.aggregationRule } : { rules: sorted(role.rules) }) };
  const binding = bindingOf(object);
  if (!binding) return undefined;
  const { roleRef, subjects } = binding;
  const named = subjects.map(({ kind, name, namespace }) => [kind, name, namespace ?? '']);
  return { role: [roleRef?.kind, roleRef?.name], subjects: sorted(named) };
}

function labelsOf({ metadata }: KubernetesObject): unknown {
  return Object.fromEntries(Object.entries(metadata.labels ?? {}).filter(([name]) => !BOOKKEEPING.test(name)));
}

function sorted(values: readonly unknown[]): string[] {
  return values.map(sortedText).sort(compareText);
}
