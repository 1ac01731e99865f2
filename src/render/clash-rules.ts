/** The rules about objects that are not rendered because of their names; clashes.ts finds them. */
import type { FindingRule } from '../model/finding.js';

export const CLUSTER_ROLE_NAME_RESERVED: FindingRule = {
  id: 'cluster-role-name-reserved',
  severity: 'error',
  title: "A ClusterRole would have the name of one of Kubernetes' own",
  references: [],
  documentation: {
    meaning: "A rendered ClusterRole would overwrite one of Kubernetes' own, so it is not rendered.",
    fix: 'Rename the OperatorGroup, or the other object that the ClusterRole is named after.',
  },
};

export const CLUSTER_ROLE_NAME_TAKEN: FindingRule = {
  id: 'cluster-role-name-taken',
  severity: 'error',
  title: 'A ClusterRole of the input has the name of a rendered one',
  references: [],
  documentation: {
    meaning: 'A rendered ClusterRole would overwrite one of the input, so it is not rendered.',
    fix: 'Rename the ClusterRole of the input, or the object that the rendered one is named after.',
  },
};

export const OPERATOR_GROUP_NAME_SHARED: FindingRule = {
  id: 'operator-group-name-shared',
  severity: 'error',
  title: 'OperatorGroups have the same name',
  references: [],
  documentation: {
    meaning:
      'OperatorGroups of the same name share ClusterRoles: OLM before v0.26 makes them of the group that it syncs last. Only what all of the groups put into them is rendered. With the documented names, they are not rendered.',
    fix: 'Give every OperatorGroup a name that is unique in the whole cluster.',
  },
};

export const OBJECT_NAME_SHARED: FindingRule = {
  id: 'object-name-shared',
  severity: 'error',
  title: 'Rendered objects have the same name',
  references: [],
  documentation: {
    meaning: 'Two rendered objects would have the same name, so they, or the copies, are not rendered.',
    fix: 'Give the CSVs different names, or their groups target namespaces that do not overlap.',
  },
};

/** Every rule about clashes. */
export const CLASH_RULES: readonly FindingRule[] = [
  CLUSTER_ROLE_NAME_RESERVED,
  CLUSTER_ROLE_NAME_TAKEN,
  OPERATOR_GROUP_NAME_SHARED,
  OBJECT_NAME_SHARED,
];
