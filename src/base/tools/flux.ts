/** Flux (https://fluxcd.io/flux/components/), with the Flux Operator and the Tofu Controller. */
import { inHelmRelease } from '../inside/chart-values.js';
import { type Fields, fieldsOf, textOf } from '../kubernetes/pod-spec.js';
import { APPLIES, namespaced } from './row.js';
import type { PathApplied, Tool } from './tool.js';

export const KUSTOMIZE_GROUP = 'kustomize.toolkit.fluxcd.io';
export const HELM_GROUP = 'helm.toolkit.fluxcd.io';
export const SOURCE_GROUP = 'source.toolkit.fluxcd.io';
/** Groups whose objects name the namespace in which they apply objects. */
export const FLUX_GROUPS: readonly string[] = [KUSTOMIZE_GROUP, HELM_GROUP];

const ANYWAY = 'the default behaviour of Flux';
const BELONGS = 'the object it belongs to';

/** The path of a Kustomization. Without a kustomization at the path, Flux generates one for all files below. */
function pathsOf(object: Fields): PathApplied[] {
  const { path = '', sourceRef, kubeConfig } = fieldsOf(object.spec);
  const { kind, name, namespace = fieldsOf(object.metadata).namespace } = fieldsOf(sourceRef);
  if (typeof path !== 'string' || typeof name !== 'string') return [];
  const to = kubeConfig === undefined ? {} : { kubeConfig: textOf(fieldsOf(fieldsOf(kubeConfig).secretRef).name) ?? '' };
  return [{ path, source: `flux ${textOf(kind)} ${textOf(namespace)} ${name}`, recurses: true, ...to, settings: { flux: object } }];
}

export const FLUX: Tool = {
  name: 'Flux',
  rows: [
    ...namespaced(KUSTOMIZE_GROUP, 'Kustomization', APPLIES, { paths: pathsOf }),
    ...namespaced(HELM_GROUP, 'HelmRelease', APPLIES, { carries: inHelmRelease }),
    ...namespaced(SOURCE_GROUP, 'Bucket ExternalArtifact GitRepository HelmChart HelmRepository OCIRepository', APPLIES),
    ...namespaced('source.extensions.fluxcd.io', 'ArtifactGenerator', APPLIES),
    ...namespaced('image.toolkit.fluxcd.io', 'ImageUpdateAutomation', APPLIES),
    ...namespaced('fluxcd.controlplane.io', 'FluxInstance ResourceSet ResourceSetInputProvider', APPLIES),
    ...namespaced('infra.contrib.fluxcd.io', 'Terraform', APPLIES),
  ],
  marks: [
    ['kustomize.toolkit.fluxcd.io/reconcile', 'enabled', 'harmless', 'it is applied'],
    ['kustomize.toolkit.fluxcd.io/reconcile', '*', 'left-alone', 'Flux does not apply it'],
    ['kustomize.toolkit.fluxcd.io/ssa', 'Override', 'harmless', ANYWAY],
    ['kustomize.toolkit.fluxcd.io/ssa', 'Merge', 'otherwise', 'additions of others stay'],
    ['kustomize.toolkit.fluxcd.io/ssa', '*', 'left-alone', 'Flux does not apply it, or only once'],
    ['kustomize.toolkit.fluxcd.io/prune', 'disabled', 'kept', 'Flux keeps it'],
    ['kustomize.toolkit.fluxcd.io/prune', 'enabled', 'harmless', ANYWAY],
    ['kustomize.toolkit.fluxcd.io/force', 'enabled', 'otherwise', 'removed and made again'],
    ['kustomize.toolkit.fluxcd.io/force', 'disabled', 'harmless', ANYWAY],
    ['kustomize.toolkit.fluxcd.io/substitute', 'disabled', 'otherwise', 'variables in it stay'],
    ['kustomize.toolkit.fluxcd.io/substitute', 'enabled', 'harmless', ANYWAY],
    ['kustomize.toolkit.fluxcd.io/name', '*', 'harmless', BELONGS],
    ['kustomize.toolkit.fluxcd.io/namespace', '*', 'harmless', BELONGS],
    ['helm.toolkit.fluxcd.io/name', '*', 'harmless', BELONGS],
    ['helm.toolkit.fluxcd.io/namespace', '*', 'harmless', BELONGS],
    ['helm.toolkit.fluxcd.io/driftDetection', '*', 'otherwise', 'changes of others stay'],
    ['helm.toolkit.fluxcd.io/*', '*', 'unknown', 'how Flux applies it'],
    ['reconcile.fluxcd.io/requestedAt', '*', 'harmless', 'that Flux looks once more'],
    ['fluxcd.controlplane.io/prune', 'disabled', 'kept', 'Flux keeps it'],
    ['fluxcd.controlplane.io/reconcile', 'disabled', 'left-alone', 'Flux does not reconcile it'],
  ],
};
