/**
 * OperatorGroups with their annotation and `status.namespaces`, in the form in which OLM leaves them, so that a GitOps tool finds
 * nothing to correct; and the ClusterRoles of each group.
 */

import { isLabelValue } from '../../base/kubernetes/names.js';
import { groupBy, type KubernetesObject } from '../../base/kubernetes/object.js';
import { RBAC_VERSION } from '../../base/kubernetes/rbac.js';
import { normalForm } from '../../base/kubernetes/structure/normal-form.js';
import { apiKey } from '../model/api-key.js';
import { groupReference } from '../model/finding.js';
import { PROVIDED_APIS_ANNOTATION } from '../model/operator-group.js';
import type { Generator } from './context.js';
import { ownerLabels, ownMetadata } from './metadata.js';
import { GROUP_ROLES } from './profile/group-roles.js';
import type { Made } from './rendered.js';

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

/** The spec as stored: the API server adds the default of `upgradeStrategy`; OLM drops an empty list of targets. */
function normalSpec(spec: Record<string, unknown>): Record<string, unknown> {
  const { targetNamespaces, upgradeStrategy, ...rest } = spec;
  const targets = Array.isArray(targetNamespaces) && targetNamespaces.length > 0 ? { targetNamespaces } : {};
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return { ...targets, ...present, upgradeStrategy: upgradeStrategy || 'Default' };
}

/** Group ClusterRoles: admin, edit and view of each OperatorGroup, filled by aggregation (design document, "RBAC"). */
export const groupClusterRoles: Generator = ({ resolution, conventions }) => {
  const csvsByNamespace = groupBy(resolution.csvs, ({ csv }) => csv.namespace);
  return (
    resolution.groups
      // The API server refuses a name of more than 63 characters in the label olm.owner, so OLM never makes these roles.
      .filter(({ group, blocked }) => isLabelValue(group.name) && !blocked)
      // The platform already has the roles of its own groups.
      .filter(({ group }) => !group.isPlatforms || csvsByNamespace.has(group.namespace))
      .flatMap((group) => {
        const csvs = csvsByNamespace.get(group.group.namespace) ?? [];
        const apis = new Set([...csvs.flatMap(({ providedApis }) => providedApis.map(apiKey)), ...group.providedApis]);
        return GROUP_ROLES.map((role): Made => {
          const selectors = conventions.groupRoleSelectors(group, role, apis);
          return {
            owner: groupReference(group.group),
            object: {
              apiVersion: RBAC_VERSION,
              kind: 'ClusterRole',
              metadata: { name: conventions.groupRole(group.group, role), labels: ownerLabels(group.group, 'OperatorGroup', conventions) },
              // No rules: a controller fills them in, and a GitOps tool would keep reverting them.
              ...(selectors.length > 0
                ? { aggregationRule: { clusterRoleSelectors: selectors.map((matchLabels) => ({ matchLabels })) } }
                : {}),
            },
          };
        });
      })
  );
};
