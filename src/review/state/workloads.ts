/** Lists the workloads of a state: all objects that run Pods, including an operator's Deployments in a CSV. */

import { type KubernetesObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, namedAccount, type PodSpec, textOf } from '../../base/kubernetes/pod-spec.js';
import type { GrantSubject } from '../../base/rbac/grant.js';
import { podSpecOf } from '../../base/tools/pod-specs.js';
import { csvReference } from '../../olm/model/finding.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import type { State } from './state.js';

/** One workload. */
export interface Workload {
  /** The workload as it will run, such as `Deployment op/manager`. */
  readonly reference: ObjectReference;
  /** The object that a person edits: the CSV that contains the Deployment, or the object itself. */
  readonly source: ObjectReference;
  /** The same object as written. */
  readonly object: KubernetesObject;
  readonly pod: PodSpec;
  /** The ServiceAccount that its Pods run as. */
  readonly account: string;
  /** The CSV that contains the Deployment. */
  readonly csv?: ResolvedCsv;
}

/** All workloads of a state, those of CSVs first; each once. */
export function workloadsOf({ resolution, given }: Pick<State, 'resolution' | 'given'>): readonly Workload[] {
  const known = WORKLOADS.get(given);
  if (known?.resolution === resolution) return known.all;
  const all = [...resolution.csvs.flatMap(deploymentsOf), ...given.flatMap(workloadOf)];
  WORKLOADS.set(given, { resolution, all });
  return all;
}

/** By the objects of a state, which does not change: a dozen rules ask. */
const WORKLOADS = new WeakMap<State['given'], { readonly resolution: State['resolution']; readonly all: readonly Workload[] }>();

/** The workload, if a person edits another object, such as the CSV with the Deployment. */
export function partOf({ reference, csv }: Workload): ObjectReference | undefined {
  return csv && reference;
}

/** A workload's ServiceAccount as a subject. */
export function accountSubject({
  reference,
  account,
}: Pick<Workload, 'reference' | 'account'>): Required<GrantSubject> & { kind: 'ServiceAccount' } {
  return { kind: 'ServiceAccount', namespace: reference.namespace || 'default', name: account };
}

/** The Deployments of a CSV, with their fields in it. */
function deploymentsOf(resolved: ResolvedCsv): Workload[] {
  const { csv } = resolved;
  const install = fieldsOf(fieldsOf(fieldsOf(csv.manifest.spec).install).spec);
  return listOf(install.deployments).map((deployment: Fields, index): Workload => {
    const spec = fieldsOf(fieldsOf(fieldsOf(deployment.spec).template).spec);
    const at = ['spec', 'install', 'spec', 'deployments', index, 'spec', 'template', 'spec'];
    return {
      reference: { kind: 'Deployment', namespace: csv.namespace, name: textOf(deployment.name) ?? '' },
      source: csvReference(csv),
      object: csv.manifest,
      pod: { fields: spec, at },
      account: csv.deployments[index]?.serviceAccountName ?? 'default',
      csv: resolved,
    };
  });
}

/** The workload that an object is; none for an object without Pods. */
export function workloadOf(object: KubernetesObject): Workload[] {
  const pod = podSpecOf(object);
  if (!pod) return [];
  return [{ reference: referenceTo(object), source: referenceTo(object), object, pod, account: namedAccount(pod.fields) ?? 'default' }];
}
