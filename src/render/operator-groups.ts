/**
 * OperatorGroups with their annotation and `status.namespaces`, in the form in which OLM leaves them,
 * so that a GitOps tool finds nothing to correct.
 */

import type { KubernetesObject } from '../kubernetes/object.js';
import { normalForm } from '../kubernetes/structure/normal-form.js';
import { groupReference } from '../model/finding.js';
import { PROVIDED_APIS_ANNOTATION } from '../model/operator-group.js';
import type { Generator } from './context.js';
import { ownMetadata } from './metadata.js';

export const operatorGroups: Generator = ({ resolution }) =>
  resolution.groups
    .filter(({ group }) => !group.isPlatforms)
    .map(({ group, namespaces, annotation }) => {
      const { [PROVIDED_APIS_ANNOTATION]: _, ...annotations } = group.manifest.metadata.annotations ?? {};
      const { apiVersion: __, kind, metadata, spec, status: ___, ...rest } = group.manifest;
      return {
        owner: groupReference(group),
        object: normalForm<KubernetesObject>({
          apiVersion: 'operators.coreos.com/v1',
          kind,
          metadata: ownMetadata(metadata, {
            ...annotations,
            ...(annotation === undefined ? {} : { [PROVIDED_APIS_ANNOTATION]: annotation }),
          }),
          spec: normalSpec((spec ?? {}) as Record<string, unknown>),
          ...rest,
          ...(namespaces ? { status: { namespaces } } : {}),
        }).object,
      };
    });

/** The API server adds the default of `upgradeStrategy`; OLM drops an empty list of targets. */
function normalSpec(spec: Record<string, unknown>): Record<string, unknown> {
  const { targetNamespaces, upgradeStrategy, ...rest } = spec;
  const targets = Array.isArray(targetNamespaces) && targetNamespaces.length > 0 ? { targetNamespaces } : {};
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return { ...targets, ...present, upgradeStrategy: upgradeStrategy || 'Default' };
}
