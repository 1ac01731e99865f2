/** Provided APIs: what a CSV owns, as `Kind.version.group`, and the resource that RBAC names. */

/** The API of an owned CRD or APIService. */
export interface ProvidedApi {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The resource as RBAC rules name it. */
  readonly plural: string;
  /** The owned CRD; absent when an APIService provides the API. */
  readonly crdName?: string;
}

/** `Kind.version.group`: how `olm.providedAPIs` names an API. */
export type ApiKey = string;

/** The key of an API: its plural does not count. */
export function apiKey({ kind, version, group }: Pick<ProvidedApi, 'kind' | 'version' | 'group'>): ApiKey {
  return `${kind}.${version}.${group}`;
}
