/** What the validators of OLM v1 have in common (operator-controller's rukpak/render/registryv1/validators). */
import { compareText } from '../../kubernetes/object.js';
import type { RegistryV1 } from '../../model/registry-v1.js';

/** Looks at a bundle. @returns OLM's messages, none for a good bundle */
export type Validator = (bundle: RegistryV1) => readonly string[];

/** The values that are there more than once, each once, in byte order. */
export function duplicates(values: readonly string[]): string[] {
  return sorted(values.filter((value, index) => values.indexOf(value) !== index));
}

/** Each value once, in byte order. */
export function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].sort(compareText);
}

const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const MAX_LENGTH = 253;

/** apimachinery's messages about a name that is no DNS-1123 subdomain, in byte order. */
export function subdomainErrors(name: string): string[] {
  const errors: string[] = [];
  if (!SUBDOMAIN.test(name)) {
    errors.push(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    );
  }
  if (name.length > MAX_LENGTH) errors.push(`must be no more than ${MAX_LENGTH} characters`);
  return errors;
}
