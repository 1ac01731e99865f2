/** What runs as which ServiceAccount: workloads, and objects of any other kind that name an account in one of the usual fields. */
import { type KubernetesObject, type ObjectReference, referenceTo } from '../kubernetes/object.js';
import { fieldsOf, podSpecOf, textOf } from '../kubernetes/pod-spec.js';
import type { FieldPath } from '../manifest/field-path.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import { destinationsOf } from './destinations.js';
import type { State } from './state.js';
import { workloadsOf } from './workloads.js';

/** Something that runs as an account. */
export interface AccountUse {
  /** What a person edits. */
  readonly subject: ObjectReference;
  readonly runner: ObjectReference;
  readonly namespace: string;
  readonly account: string;
  /** The field, of a kind that is not known to run Pods. */
  readonly at?: FieldPath;
  /** The CSV whose Deployment it is. */
  readonly csv?: ResolvedCsv;
}

/** All that a state says of itself, workloads first. */
export function accountUses(state: Pick<State, 'resolution' | 'given'>): AccountUse[] {
  const destinations = destinationsOf(state);
  const workloads = workloadsOf(state).flatMap(({ reference, source, account, csv }): AccountUse[] =>
    // A tool puts it into the namespace that it is told.
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

/** Whose accounts are not those of Pods, or are told elsewhere. */
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
  const walk = (part: unknown, at: FieldPath): void => {
    if (Array.isArray(part)) for (const [index, entry] of part.entries()) walk(entry, [...at, index]);
    else if (typeof part === 'object' && part !== null) {
      // A Pod spec that names no account has the default one.
      const { containers, ...others } = fieldsOf(part);
      if (Array.isArray(containers) && containers.length > 0 && !Object.keys(others).some((key) => FIELDS.has(key)))
        found.push({
          subject,
          runner: subject,
          namespace: object.metadata.namespace ?? 'default',
          account: 'default',
          at: [...at, 'serviceAccountName'],
        });
      for (const [key, entry] of Object.entries(part)) {
        const { name, namespace } = typeof entry === 'string' ? { name: entry, namespace: undefined } : fieldsOf(entry);
        const account = FIELDS.has(key) ? textOf(name) : undefined;
        if (!account) walk(entry, [...at, key]);
        else {
          const home = textOf(namespace) || object.metadata.namespace || 'default';
          found.push({ subject, runner: subject, namespace: home, account, at: [...at, key] });
        }
      }
    }
  };
  walk(object.spec, ['spec']);
  return found;
}
