/** The annotations that OLM's InstallPlan writes on a CSV and its CRDs; the names of the documents have none of them. */
import { goEscaped } from '../../base/kubernetes/go-json.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { bundleProperties, installedAnnotation } from '../dependencies/properties.js';
import type { Property } from '../model/catalog.js';
import { apiHash } from '../render/profile/hash.js';
import type { Rendered } from '../render/rendered.js';
import { ALONGSIDE } from '../rules/alongside.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import type { Evaluation } from './evaluation.js';

/** The objects with these annotations. */
export function withPlanNotes(
  rendered: readonly Rendered[],
  { profile, resolution }: Pick<Evaluation, 'profile' | 'resolution'>,
): Rendered[] {
  if (profile !== 'olm') return [...rendered];
  const csvs = new Map(resolution.csvs.map((one) => [`${one.csv.namespace}/${one.csv.name}`, one]));
  return rendered.map((one) => {
    const { kind, namespace, name } = one.owner;
    const resolved = kind === 'ClusterServiceVersion' ? csvs.get(`${namespace}/${name}`) : undefined;
    // A CSV that is in the input itself comes from no plan.
    return resolved?.csv.isResolved ? { ...one, object: noted(one.object, resolved, csvs) } : one;
  });
}

function noted<O extends Pick<KubernetesObject, 'kind' | 'metadata'>>(
  object: O,
  { csv }: ResolvedCsv,
  csvs: ReadonlyMap<string, ResolvedCsv>,
): O {
  const { kind, metadata } = object;
  const annotations = metadata.annotations ?? {};
  if (kind === 'ClusterServiceVersion' && csv.bundle)
    return annotated(object, { ...annotations, ...ofProperties(bundleProperties(csv.bundle)) });
  if (kind !== 'CustomResourceDefinition') return object;
  // OLM keeps the notes of CSVs that exist, and writes their keys anew (setInstalledAlongsideAnnotation of its catalog/step.go).
  const [notes, others] = [true, false].map((is) => Object.entries(annotations).filter(([key]) => key.startsWith(ALONGSIDE) === is));
  const kept = (notes ?? []).map(([, value]) => value).filter((value) => csvs.has(value));
  const all = new Set([...kept, `${csv.namespace}/${csv.name}`]);
  return annotated(object, { ...Object.fromEntries([...(others ?? []), ...[...all].map((one) => [`${ALONGSIDE}${apiHash(one)}`, one])]) });
}

function annotated<O extends Pick<KubernetesObject, 'metadata'>>(object: O, annotations: Readonly<Record<string, string>>): O {
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** Properties that a catalog does not serve (convertModelPropertiesToAPIProperties of operator-registry's pkg/api). */
const UNSERVED: ReadonlySet<string> = new Set(['olm.bundle.object', 'olm.csv.metadata']);

/** The annotation as Go writes JSON (NewStepResourceFromBundle of OLM's resolver/steps.go). */
function ofProperties(properties: readonly Property[]): Readonly<Record<string, string>> {
  const written = installedAnnotation(properties.filter(({ type }) => !UNSERVED.has(type)).map(({ type, value }) => ({ type, value })));
  return Object.fromEntries(Object.entries(written).map(([key, text]) => [key, goEscaped(text)]));
}
