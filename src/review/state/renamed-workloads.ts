/** Finds workloads that only get another name: nothing runs that did not run before, and nobody gains the rights of their account. */

import { keyWithGroup } from '../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { type Fields, fieldsOf } from '../../base/kubernetes/pod-spec.js';
import { walk } from '../../base/manifest/field-path.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { fileSteps, nearestPairs } from './object-files.js';
import type { State } from './state.js';
import { workloadOf } from './workloads.js';

const RENAMED = new WeakMap<State['given'], readonly [base: unknown, found: ReadonlyMap<KubernetesObject, KubernetesObject>]>();

/**
 * The new workloads of HEAD, each with a workload of BASE that is gone, and that differs from it in nothing but the name and labels. Both
 * are in one folder: another folder can be for another cluster. A Job of another name runs again.
 */
export function renamedWorkloads(base: Pick<State, 'given'>, head: Pick<State, 'given'>): ReadonlyMap<KubernetesObject, KubernetesObject> {
  const [known, found] = RENAMED.get(head.given) ?? [];
  if (found && known === base.given) return found;
  const [before, after] = [base.given, head.given].map((given) => given.filter((object) => workloadOf(object).length > 0)) as [
    KubernetesObject[],
    KubernetesObject[],
  ];
  const [was, is] = [before, after].map((objects) => new Set(objects.map(keyWithGroup))) as [Set<string>, Set<string>];
  const pairs = nearestPairs(
    before.filter((object) => !is.has(keyWithGroup(object)) && object.kind !== 'Job'),
    after.filter((object) => !was.has(keyWithGroup(object))),
    withoutName,
    (object) => object,
  );
  const others = pairs.size === 0 ? [] : [...base.given, ...head.given].filter((object) => workloadOf(object).length === 0);
  const only = new Map(
    [...pairs].filter(([object, old]) => !others.some((other) => names(other, [object.metadata.name, old.metadata.name]))),
  );
  RENAMED.set(head.given, [base.given, only]);
  return only;
}

/** Fields of roles, policies and autoscalers that name objects. */
const NAMING = /^(?:resourceNames|names|scaleTargetRef|targetRef|match|exclude)$/;

/** Whether an object names a workload, or its Pods, by which somebody can write it or a guard leaves it alone. */
function names(object: KubernetesObject, wanted: readonly string[]): boolean {
  const isIt = (text: string): boolean => text.includes('*') || wanted.some((name) => text === name || text.startsWith(`${name}-`));
  const isQuoted = (text: string): boolean => wanted.some((name) => text.includes(`'${name}'`) || text.includes(`"${name}"`));
  let found = false;
  walk(object, (value, at) => {
    if (typeof value === 'string') found ||= isQuoted(value) || (at.some((step) => NAMING.test(String(step))) && isIt(value));
    return found;
  });
  return found;
}

/** All of an object but its name and labels, with its folder. */
function withoutName(object: KubernetesObject): string {
  const { metadata, spec, ...others } = object;
  const { labels: _, name: __, ...marks } = metadata as Fields;
  return sortedText([fileSteps(object).slice(1), others, marks, withoutLabels(spec)]);
}

/** The fields of a Deployment and the like without the labels of their Pods, and the selector that repeats these. */
function withoutLabels(spec: unknown): unknown {
  const { selector, template, ...fields } = fieldsOf(spec);
  if (!isMapping(template) || !isMapping(selector)) return spec;
  const { metadata, ...rest } = template;
  const { labels: _, ...marks } = fieldsOf(metadata);
  const { matchLabels: __, ...expressions } = selector;
  return [fields, expressions, rest, marks];
}
