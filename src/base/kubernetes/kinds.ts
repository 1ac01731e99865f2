/** API groups of kinds, by which kinds of one name are told apart. What is known of the kinds themselves is in ../tools. */
import { formatReference, type KubernetesObject, referenceTo } from './object.js';

/** The API groups of OLM v0, and of both OLMs. */
export const OLM_GROUP = 'operators.coreos.com';
export const OLM_GROUPS: readonly string[] = [OLM_GROUP, 'olm.operatorframework.io'];

/** The group of an apiVersion; the core group is empty. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** Identifies an object among those of all API groups: two groups can have a kind of one name. */
export function keyWithGroup(object: KubernetesObject): string {
  return `${groupOf(String(object.apiVersion))} ${formatReference(referenceTo(object))}`;
}
