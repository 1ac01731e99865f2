/** API groups, which distinguish kinds of the same name. The table in ../tools describes the kinds themselves. */
import { formatReference, type KubernetesObject, referenceTo } from './object.js';

/** The API groups of OLM v0, and of both OLMs. */
export const OLM_GROUP = 'operators.coreos.com';
export const OLM_GROUPS: readonly string[] = [OLM_GROUP, 'olm.operatorframework.io'];

/** The group of an apiVersion; the core group is empty. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** Identifies an object across API groups: two groups can have kinds of the same name. */
export function keyWithGroup(object: KubernetesObject): string {
  return `${groupOf(String(object.apiVersion))} ${formatReference(referenceTo(object))}`;
}
