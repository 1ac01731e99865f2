/** OLM v1's renderer: the list of generators, in order, is the table of contents of what it makes of a bundle (operator-controller's registryv1.Renderer). */
import type { KubernetesObject } from '../../kubernetes/object.js';
import { defaultTargetNamespaces, invalidTargetNamespaces } from '../../rules/v1/support.js';
import { unconvertible, VALIDATORS } from '../../rules/v1/validators.js';
import type { V1Context, V1Generator } from './context.js';
import {
  certificateObjects,
  clusterRoles,
  customResourceDefinitions,
  deployments,
  mutatingWebhooks,
  otherManifests,
  roles,
  serviceAccounts,
  services,
  validatingWebhooks,
} from './generators.js';

export const V1_GENERATORS: readonly V1Generator[] = [
  serviceAccounts,
  roles,
  clusterRoles,
  customResourceDefinitions,
  otherManifests,
  deployments,
  validatingWebhooks,
  mutatingWebhooks,
  services,
  certificateObjects,
];

/** What is to be installed, and where; no target namespaces means the default of the bundle's install modes. */
export interface V1Request extends Omit<V1Context, 'targetNamespaces'> {
  readonly targetNamespaces?: readonly string[];
}

/** What the generators are given for a bundle, or OLM v1's message about a bundle or option that it refuses. */
export function v1Context(request: V1Request): { readonly context: V1Context } | { readonly refusal: string } {
  const { bundle, installNamespace } = request;
  const targetNamespaces = request.targetNamespaces?.length ? request.targetNamespaces : defaultTargetNamespaces(bundle.csv);
  const invalid = VALIDATORS.flatMap((validate) => validate(bundle));
  const refusal =
    invalid.length > 0
      ? invalid.join('\n')
      : (invalidTargetNamespaces(bundle.csv, installNamespace, targetNamespaces) ?? unconvertible(bundle));
  return refusal === undefined ? { context: { ...request, targetNamespaces } } : { refusal };
}

/** What OLM v1 makes of a bundle, in the order of the generators. */
export function renderV1(context: V1Context): KubernetesObject[] {
  return V1_GENERATORS.flatMap((generate) => generate(context));
}
