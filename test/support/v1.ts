/** Installations by OLM v1 in short. */
import type { RegistryV1 } from '../../src/olm/model/registry-v1.js';
import { certManagerV1 } from '../../src/olm/render/certificates.js';
import type { V1Context } from '../../src/olm/render/v1/context.js';

/** In `ops`, with certificates of cert-manager. */
export function v1Context(bundle: RegistryV1, ...targetNamespaces: string[]): V1Context {
  return {
    bundle,
    installNamespace: 'ops',
    targetNamespaces: targetNamespaces.length === 0 ? [''] : targetNamespaces,
    certificates: certManagerV1,
  };
}

/** A permission of an account to get pods. */
export function permission(serviceAccountName: string, resource = 'pods') {
  return { serviceAccountName, rules: [{ verbs: ['get'], apiGroups: [''], resources: [resource] }] };
}
