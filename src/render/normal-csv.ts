/** The CSV as OLM would have stored it: what is applied from Git has to be what OLM's own client writes. */
import type { KubernetesObject } from '../kubernetes/object.js';
import { normalForm } from '../kubernetes/structure/normal-form.js';

/**
 * A CSV in its normal form, under the one apiVersion that the API server has for it.
 *
 * @example
 * normalCsv(csv.manifest) // before annotations and status are added
 */
export function normalCsv(manifest: KubernetesObject): KubernetesObject {
  return normalForm({ ...manifest, apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' }).object;
}
