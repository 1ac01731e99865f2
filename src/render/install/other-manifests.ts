/** The bundle's other manifests; namespaced ones in the operator's namespace. References inside stay as they are, as OLM leaves them. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import { apiVersionOfKind, goesIntoNamespace } from '../../rules/bundle-kinds.js';
import { ownMetadata } from '../metadata.js';
import { type InstallContext, type InstallGenerator, metadataWith } from './context.js';

/** Both generations of OLM go by a list, in which this kind has no namespace; the API has one. */
const NAMESPACED_ALL_THE_SAME = 'VerticalPodAutoscaler';

export const otherManifests: InstallGenerator = (context) =>
  context.bundle.others.map((manifest) => ({ object: placed(manifest, context), manifest }));

/** Without what only a cluster can say, and with the apiVersion that OLM takes its kind for. */
function placed(manifest: KubernetesObject, context: InstallContext): KubernetesObject {
  const { apiVersion, kind, status: _, ...rest } = withoutNoRules(manifest);
  const own = ownMetadata(manifest.metadata, manifest.metadata.annotations ?? {});
  const isNamespaced = goesIntoNamespace(kind) || kind === NAMESPACED_ALL_THE_SAME;
  return {
    apiVersion: apiVersion || (apiVersionOfKind(kind) ?? ''),
    kind,
    ...rest,
    metadata: metadataWith(isNamespaced ? { ...own, namespace: context.namespace } : own, context.rules.labels(context, kind)),
  };
}

/** Kubernetes fills the rules of a role with an aggregationRule: empty ones in Git would be a difference for ever. */
function withoutNoRules(manifest: KubernetesObject): KubernetesObject {
  const { rules, ...rest } = manifest;
  const isEmpty = rules === null || (Array.isArray(rules) && rules.length === 0);
  return manifest.kind === 'ClusterRole' && manifest.aggregationRule && isEmpty ? rest : manifest;
}
