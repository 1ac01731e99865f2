/** Finds changes after which an object no longer applies its manifests, or no longer undoes changes that somebody makes on the cluster. */
import { groupOf } from '../../../base/kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { fieldsOf, listOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { UNKNOWN_LISTS } from '../../../base/manifest/differences.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';
import { MANIFEST_GENERATE_PATHS } from '../../../base/tools/argo-cd.js';
import { keyOf, type ObjectPair } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { claimed, type FieldRow } from './rows.js';

/** One change, with its field. */
export interface Freeze {
  readonly says: string;
  readonly at: FieldPath;
}

/** The object after the change, and the state that it is in. */
interface About {
  readonly after: KubernetesObject;
  readonly head: State;
}

const DAY = 24 * 60 * 60;
/** A timeout, in seconds, in which Flux can fetch and apply something. */
const SHORTEST = 20;

/** Fields with which objects of Flux and Argo CD stop applying the paths that they name. */
const FREEZING: readonly FieldRow<Pick<Freeze, 'says'>, About>[] = [
  {
    at: 'spec.dependsOn',
    says: (_, { after, head }) => {
      const waits = waitingFor(after, head);
      return waits === undefined ? undefined : { says: `has dependsOn ${waits}, and is not applied before that is ready` };
    },
  },
  {
    at: 'spec.interval',
    when: ({ was, is }) => (secondsOf(is) ?? 0) > Math.max(DAY, secondsOf(was) ?? 0),
    says: ([{ is }]) => ({ says: `has the interval ${String(is)}: changes of others on the cluster stay that long` }),
  },
  {
    at: 'spec.retryInterval',
    when: ({ was, is }) => (secondsOf(is) ?? 0) > Math.max(DAY, secondsOf(was) ?? 0),
    says: ([{ is }]) => ({ says: `has the retryInterval ${String(is)}: what fails once is not applied again before` }),
  },
  {
    at: 'spec.timeout',
    when: ({ was, is }) => (secondsOf(is) ?? SHORTEST) < Math.min(SHORTEST, secondsOf(was) ?? SHORTEST),
    says: ([{ is }]) => ({ says: `has the timeout ${String(is)}, in which hardly anything can be applied` }),
  },
  {
    at: 'spec.suspend',
    when: ({ is }) => is === true,
    says: () => ({ says: 'is suspended: nothing applies its objects, or restores them' }),
  },
  ...['healthChecks', 'healthCheckExprs'].map(
    (field): FieldRow<Pick<Freeze, 'says'>, About> => ({
      at: `spec.${field}`,
      when: ({ is }) => is !== undefined && is !== false,
      says: () => ({ says: `has other ${field}: objects that depend on it wait until they pass` }),
    }),
  ),
  ...(
    [
      ['labels', 'sharding.fluxcd.io/key', 'so that only the controller of this shard applies it, if there is one'],
      ['annotations', MANIFEST_GENERATE_PATHS, 'so that Argo CD looks only after changes there'],
    ] as const
  ).map(
    ([list, key, what]): FieldRow<Pick<Freeze, 'says'>, About> => ({
      at: ['metadata', list, key],
      when: ({ is }) => is !== undefined,
      says: ([{ is }]) => ({ says: `has ${key}=${is}, ${what}` }),
    }),
  ),
];

/** The changes of one object that freeze its delivery. */
export function freezes({ before, after }: ObjectPair, head: State): Freeze[] {
  const found = claimed(before, after, FREEZING, { after, head }, UNKNOWN_LISTS);
  return found.flatMap(({ says, claims }) => claims.map((at) => ({ says, at })));
}

/** The objects that one waits for in vain, in words: they are not in the input, or wait for it in turn. */
function waitingFor(object: KubernetesObject, { given }: State): string | undefined {
  const byKey = new Map(given.map((one) => [keyOf(one), one]));
  const needs = (one: KubernetesObject): KubernetesObject[] =>
    listOf(fieldsOf(one.spec).dependsOn).map(({ name, namespace }) => ({
      ...one,
      metadata: { name: String(name), namespace: textOf(namespace) ?? one.metadata.namespace },
    }));
  const missing = needs(object).filter((one) => !byKey.has(keyOf(one)));
  if (missing.length > 0) return `${missing.map((one) => formatReference(referenceTo(one))).join(' and ')}, which is not in the input`;
  const seen = new Set<string>();
  const left = needs(object);
  for (let one = left.pop(); one; one = left.pop()) {
    if (keyOf(one) === keyOf(object)) return 'itself, by what it depends on';
    if (seen.has(keyOf(one))) continue;
    seen.add(keyOf(one));
    const found = byKey.get(keyOf(one));
    if (found) left.push(...needs(found));
  }
  return undefined;
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['h', 3600],
  ['m', 60],
  ['s', 1],
]);

/** A duration of Go, such as `1h30m`, in seconds; smaller units count as none. */
function secondsOf(value: unknown): number | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|us|ns|m|s)/g)].reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (UNITS.get(unit) ?? 0),
    0,
  );
}

/** Whether an object is one of Flux or Argo CD that applies manifests. */
export function isOfGitOps({ apiVersion }: KubernetesObject): boolean {
  return /(?:^|\.)(?:toolkit\.fluxcd\.io|argoproj\.io)$/.test(groupOf(String(apiVersion)));
}
