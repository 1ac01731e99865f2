/** Kinds that only risk rules read. */
import { groupOf } from './kinds.js';
import type { KubernetesObject } from './object.js';

/** Whether risk rules read an object that no rule of OLM reads: Secrets, and CRDs as written. */
export function isSecretOrCrd({ apiVersion, kind }: KubernetesObject): boolean {
  if (kind === 'Secret') return apiVersion === 'v1';
  return kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io';
}
