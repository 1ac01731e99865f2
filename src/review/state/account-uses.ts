/** Lists the users of ServiceAccounts: workloads, and objects of any other kind that name an account in one of the usual fields. */

import { groupOf } from '../../base/kubernetes/kinds.js';
import { compareText, type KubernetesObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { type FieldPath, type Visit, walk } from '../../base/manifest/field-path.js';
import { ARGO_GROUP } from '../../base/tools/argo-cd.js';
import { FLUX_GROUPS } from '../../base/tools/flux.js';
import { podSpecOf } from '../../base/tools/pod-specs.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import type { State } from './state.js';
import { workloadsOf } from './workloads.js';

/** A workload or other object that runs as an account. */
export interface AccountUse {
  /** The object that a person edits. */
  readonly subject: ObjectReference;
  readonly runner: ObjectReference;
  readonly namespace: string;
  readonly account: string;
  /** The field that names the account, for kinds that are not known to run Pods. */
  readonly at?: FieldPath;
  /** The CSV that contains the Deployment. */
  readonly csv?: ResolvedCsv;
}

/** All uses of accounts in a state, workloads first. */
export function accountUses(state: Pick<State, 'resolution' | 'given'>): AccountUse[] {
  const destinations = destinationsOf(state);
  const workloads = workloadsOf(state).flatMap(({ reference, source, account, csv }): AccountUse[] =>
    // A workload without a namespace can run in any namespace that a tool applies it to.
    (reference.namespace ? [reference.namespace] : destinations).map((namespace) => ({
      subject: source,
      runner: reference,
      namespace,
      account,
      ...(csv ? { csv } : {}),
    })),
  );
  return [...workloads, ...state.given.flatMap(usesIn)];
}

/** Kinds whose accounts are not those of Pods, or that other rules report. */
const OTHER_KINDS: ReadonlySet<string> = new Set([
  'ClusterExtension',
  'ClusterServiceVersion',
  'CustomResourceDefinition',
  'OperatorGroup',
  'InstallPlan',
]);
const FIELDS: ReadonlySet<string> = new Set(['serviceAccountName', 'serviceAccount', 'serviceAccountRef']);

function usesIn(object: KubernetesObject): AccountUse[] {
  if (OTHER_KINDS.has(object.kind) || podSpecOf(object)) return [];
  const subject = referenceTo(object);
  const found: AccountUse[] = [];
  const own = object.metadata.namespace;
  const visit: Visit = (part, at) => {
    const { name, namespace } = typeof part === 'string' ? { name: part, namespace: undefined } : fieldsOf(part);
    const account = FIELDS.has(String(at.at(-1))) ? textOf(name) : undefined;
    if (account) found.push({ subject, runner: subject, namespace: textOf(namespace) || own || 'default', account, at });
    // A Pod spec that names no account runs as the default one.
    const { containers, ...others } = fieldsOf(part);
    if (!account && Array.isArray(containers) && containers.length > 0 && !Object.keys(others).some((key) => FIELDS.has(key)))
      found.push({ subject, runner: subject, namespace: own ?? 'default', account: 'default', at: [...at, 'serviceAccountName'] });
    return account !== undefined && account !== '';
  };
  walk(object.spec, visit, ['spec']);
  return found;
}

// Namespaces for objects without one: the destinations that Argo CD Applications, Flux Kustomizations and HelmReleases name.

/** kubectl's namespace if nothing else is set. */
const DEFAULT = 'default';

/**
 * The namespaces in which an object without one can be created, `default` first.
 *
 * @example
 * destinationsOf(state) // ['default', 'op'], with an Application whose destination is op
 */
export function destinationsOf({ given }: Pick<State, 'given'>): string[] {
  const named = given.flatMap((object) => destinationOf(object) ?? []);
  return [DEFAULT, ...[...new Set(named)].filter((namespace) => namespace !== DEFAULT).sort(compareText)];
}

function destinationOf({ apiVersion, spec }: KubernetesObject): string | undefined {
  const { destination, targetNamespace } = fieldsOf(spec);
  const group = groupOf(apiVersion);
  if (group === ARGO_GROUP) return textOf(fieldsOf(destination).namespace) || undefined;
  return FLUX_GROUPS.includes(group) ? textOf(targetNamespace) || undefined : undefined;
}
