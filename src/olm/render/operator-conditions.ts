/** OperatorConditions: where each operator tells OLM about itself, and the rights to do so (OLM's operatorconditions.go). */

import { OLM_GROUP } from '../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { bindingObject, roleObject } from '../../base/kubernetes/rbac.js';
import { COPIED_FROM_LABEL } from '../model/cluster-service-version.js';
import { csvReference } from '../model/finding.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import type { Generator } from './context.js';
import { componentLabels, nonEmpty } from './metadata.js';
import type { Era } from './profile/conventions.js';

export const operatorConditions: Generator = ({ resolution, conventions }) =>
  resolution.csvs
    // Also for what OLM takes for a copy by its annotation: here it looks at the label alone.
    .filter(({ csv }) => !Object.hasOwn(csv.labels, COPIED_FROM_LABEL))
    .flatMap((csv) => conditionObjects(csv, conventions).map((object) => ({ object, owner: csvReference(csv.csv) })));

function conditionObjects({ csv }: ResolvedCsv, { managed }: Era): KubernetesObject[] {
  const { name, namespace } = csv;
  // In this order and with repeats, as OLM lists them; `default` stands for none.
  const named = [...csv.clusterPermissions, ...csv.permissions].map(({ serviceAccountName }) => serviceAccountName);
  const serviceAccounts = named.length > 0 ? named : ['default'];
  const metadata = { name, namespace, ...nonEmpty('labels', managed) };
  return [
    {
      apiVersion: 'operators.coreos.com/v2',
      kind: 'OperatorCondition',
      metadata: { name, namespace, ...nonEmpty('labels', componentLabels(csv)) },
      spec: { deployments: csv.deploymentNames, serviceAccounts },
    },
    roleObject(metadata, [
      {
        verbs: ['get', 'update', 'patch'],
        apiGroups: [OLM_GROUP],
        resources: ['operatorconditions'],
        resourceNames: [name],
      },
    ]),
    bindingObject(
      metadata,
      { kind: 'Role', name },
      serviceAccounts.map((account) => ({ kind: 'ServiceAccount', name: account })),
    ),
  ];
}
