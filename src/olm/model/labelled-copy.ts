/** Finds copies of CSVs by the label that OLM gives them. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { COPIED_FROM_LABEL } from './csv-labels.js';

/** Whether an object is a CSV with the label of OLM's copies. */
export function isLabelledCopy({ kind, metadata }: KubernetesObject): boolean {
  return kind === 'ClusterServiceVersion' && Object.hasOwn(metadata.labels ?? {}, COPIED_FROM_LABEL);
}
