/** What an operator's pods are told about its group, by annotations that they read of themselves. */
import type { DeploymentSpec } from '../../kubernetes/deployment.js';
import { isMapping } from '../../manifest/plain-data.js';
import type { Installation } from './context.js';

/** The group of the operator, and what it targets. */
export function groupAnnotations({ namespace, group }: Installation): Record<string, string> {
  if (!group) return { 'olm.operatorNamespace': namespace };
  return {
    'olm.operatorGroup': group.name,
    'olm.operatorNamespace': namespace,
    'olm.targetNamespaces': group.targets.join(','),
  };
}

const ANNOTATION_PATH = /^metadata\.annotations\['(.+)'\]$/;

/** The annotations that the pods read of themselves, by a variable or a volume. */
export function annotationsRead(spec: DeploymentSpec): Set<string> {
  const keys = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isMapping(value)) return;
    const [, key] = ANNOTATION_PATH.exec(String(value.fieldPath ?? '')) ?? [];
    if (key !== undefined) keys.add(key);
    Object.values(value).forEach(look);
  };
  look(spec.template?.spec);
  return keys;
}
