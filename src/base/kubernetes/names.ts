/** Names that Kubernetes accepts (apimachinery's validation, RFC 1123 and, for Services, RFC 1035). */

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const SERVICE = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
export const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
const QUALIFIED_NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

export const MAX_LABEL_LENGTH = 63;
export const MAX_SUBDOMAIN_LENGTH = 253;

/** Namespaces: lower-case letters, digits and `-`, at most 63 characters. */
export function isDnsLabel(name: string): boolean {
  return name.length <= MAX_LABEL_LENGTH && LABEL.test(name);
}

/** Services: like a namespace, but beginning with a letter (RFC 1035). */
export function isServiceName(name: string): boolean {
  return name.length <= MAX_LABEL_LENGTH && SERVICE.test(name);
}

/** Most objects: DNS labels joined by dots, at most 253 characters. */
export function isDnsSubdomain(name: string): boolean {
  return name.length <= MAX_SUBDOMAIN_LENGTH && SUBDOMAIN.test(name);
}

/** Label values: at most 63 characters of letters, digits, `-`, `_` and `.`; can be empty. */
export function isLabelValue(value: string): boolean {
  return value.length <= MAX_LABEL_LENGTH && LABEL_VALUE.test(value);
}

/** Label and annotation keys: an optional DNS subdomain and `/`, then a name of at most 63 characters. */
export function isQualifiedName(key: string): boolean {
  const slash = key.indexOf('/');
  const name = key.slice(slash + 1);
  const prefix = slash === -1 ? undefined : key.slice(0, slash);
  return name.length <= MAX_LABEL_LENGTH && QUALIFIED_NAME.test(name) && (prefix === undefined || isDnsSubdomain(prefix));
}

/** Names of ClusterRoles, Roles and bindings: a path segment, since Kubernetes' own contain colons. */
export function isPathSegment(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/%]/.test(name);
}
