/** Provided APIs: what a CSV owns, as `Kind.version.group`, and its resource in RBAC. */

/** The API of an owned CRD or APIService. */
export interface ProvidedApi {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The resource in RBAC rules. */
  readonly plural: string;
  /** The owned CRD. Absent if an APIService provides the API. */
  readonly crdName?: string;
}

/** `Kind.version.group`: how `olm.providedAPIs` names an API. */
export type ApiKey = string;

/** The key of an API, which does not include its plural. */
export function apiKey({ kind, version, group }: Pick<ProvidedApi, 'kind' | 'version' | 'group'>): ApiKey {
  return `${kind}.${version}.${group}`;
}
