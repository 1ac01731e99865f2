/**
 * Finds changes around policy engines whose webhooks are not in the input, because another repository or unit installs them: the engine is
 * known by the name of its namespace, its account or its workload.
 */
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { RBAC_KINDS, roleOf } from '../../../base/kubernetes/rbac.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { atomSet, atomsOf, isCovered } from '../../../base/rbac/atoms.js';
import { podSpecOf } from '../../../base/tools/pod-specs.js';
import { listed } from '../../../base/wording/phrases.js';
import { changedObjects, isOfBundle, objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { BOUNDS, OF_ACCOUNTS, otherFields, SCALERS, type ServerChange, serviceChange } from './guard-server.js';
import { longWaits } from './pods/waits.js';
import { askedServices, isOff } from './webhook-servers.js';

/** The usual names of engines that refuse requests or connections, and of their namespaces. */
const ENGINES =
  /(?:^|[^a-z])(?:kyverno|gatekeeper|kubewarden|opa|open-?policy-agent|falco|tetragon|neuvector|stackrox|istiod|istio-system|linkerd|cosign-system|policy-controller|ratify|connaisseur|jspolicy)(?:[^a-z]|$)/;

/** The changes of objects that serve an engine of another unit. */
export function changesByName(base: State, head: State): ServerChange[] {
  const known = new Set([...askedServices(base), ...askedServices(head)].map(({ service }) => service.split('/')[0]));
  const [bundledBefore, bundled] = [isOfBundle(base), isOfBundle(head)];
  const servesOne = (object: KubernetesObject): boolean => !known.has(object.metadata.namespace ?? '') && isOfEngine(object);
  const arrives = newlyInstalled(base, head);
  const change = (object: KubernetesObject, what: string): ServerChange => ({
    severity: 'warning',
    object,
    // A Job answers no request, but can do anything that its account may.
    ...(object.kind === 'Job' || object.kind === 'CronJob' ? { effect: 'unknown' as const } : {}),
    says: `${what}, and belongs, by its names, to a program that refuses requests`,
    identity: ['by name', what],
  });
  const changed = changedObjects(base, head).flatMap(({ before, after }) =>
    servesOne(after) && !bundled(after) && !(before === undefined && arrives(after))
      ? changesIn(before, after).map((what) => change(after, what))
      : [],
  );
  const { twinOf } = objectsOf(head);
  const gone = base.given.filter((object) => SERVES.has(object.kind) && servesOne(object) && !bundledBefore(object) && !twinOf(object));
  return [...changed, ...gone.map((object) => change(object, 'is gone'))];
}

/** Kinds without whose objects an engine does not work. */
const SERVES: ReadonlySet<string> = new Set([
  ...RBAC_KINDS,
  'ConfigMap',
  'DaemonSet',
  'Deployment',
  'Secret',
  'Service',
  'ServiceAccount',
  'StatefulSet',
]);

function isOfEngine(object: KubernetesObject): boolean {
  const { kind, metadata, spec } = object;
  const target = fieldsOf(fieldsOf(spec)[SCALERS.get(kind) ?? '']).name;
  const subjects = kind.endsWith('RoleBinding') ? listOf(object.subjects).map(({ namespace }) => namespace) : [];
  // A policy that is called after its engine is not the engine.
  const own = metadata.namespace === undefined ? (RBAC_KINDS.has(kind) ? metadata.name : undefined) : podSpecOf(object) && metadata.name;
  return [metadata.namespace, own, target, ...subjects].some((name) => typeof name === 'string' && ENGINES.test(name));
}

/** Whether the program of an object comes with the change: what bounds it comes with it. */
function newlyInstalled(base: State, head: State): (object: KubernetesObject) => boolean {
  const { twinOf } = objectsOf(base);
  const places = new Set(
    head.given.flatMap((object) => (podSpecOf(object) && !twinOf(object) && object.metadata.namespace ? [object.metadata.namespace] : [])),
  );
  return ({ metadata: { namespace } }) => namespace !== undefined && places.has(namespace);
}

/** The changes of an object by which an engine works less, as phrases. */
function changesIn(before: KubernetesObject | undefined, after: KubernetesObject): string[] {
  const { kind } = after;
  if (SCALERS.has(kind) || BOUNDS.has(kind) || kind === 'PodDisruptionBudget' || kind === 'NetworkPolicy') {
    if (before && sortedText(before.spec) === sortedText(after.spec)) return [];
    return [`is ${before ? 'changed' : 'new'} and bounds Pods`];
  }
  if (!before) return [];
  if (podSpecOf(after)) {
    const waits = longWaits(before, after).map(({ says }) => says);
    const all = [...withFields(otherFields(before, after)), ...waits].join(', and ');
    return [...(isOff(after) && !isOff(before) ? ['has 0 replicas'] : []), ...(all === '' ? [] : [all])];
  }
  if (kind === 'Service') return serviceChange(before, after, []).map(([, what]) => what);
  if (kind === 'ServiceAccount') return withFields(OF_ACCOUNTS.filter((field) => sortedText(before[field]) !== sortedText(after[field])));
  return RBAC_KINDS.has(kind) ? lostIn(before, after) : [];
}

function withFields(fields: readonly string[]): string[] {
  return fields.length > 0 ? [`has other ${listed(fields)}`] : [];
}

/** The lost part of a role or binding. */
function lostIn(before: KubernetesObject, after: KubernetesObject): string[] {
  const [was, is] = [before, after].map(roleOf);
  if (was && is) {
    const left = atomSet((is.rules ?? []).flatMap((rule) => [...atomsOf(rule, true)]));
    const isLess = (was.rules ?? []).some((rule) => [...atomsOf(rule, true)].some((atom) => !isCovered(atom, left)));
    return isLess ? ['allows less'] : [];
  }
  const subjects = new Set(listOf(after.subjects).map((subject) => sortedText(subject)));
  const isWithout = listOf(before.subjects).some((subject) => !subjects.has(sortedText(subject)));
  return isWithout || sortedText(before.roleRef) !== sortedText(after.roleRef) ? ['binds other subjects, or another role'] : [];
}
