/** Names of APIs: of a kind with its version, of APIServices, of CRDs. */
import type { ApiServiceDescription, ProvidedApi } from './cluster-service-version.js';

/** `Kind.version.group`: the name of an API in `olm.providedAPIs`. */
export type ApiKey = string;

/** The key of an API, which does not include its plural. */
export function apiKey({ kind, version, group }: Pick<ProvidedApi, 'kind' | 'version' | 'group'>): ApiKey {
  return `${kind}.${version}.${group}`;
}

/** The name of the APIService of an API: `version.group`. */
export function apiServiceName({ version, group }: Pick<ApiServiceDescription, 'version' | 'group'>): string {
  return `${version}.${group}`;
}

/** The API group of a CRD: its name is `plural.group`. */
export function crdGroup(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
