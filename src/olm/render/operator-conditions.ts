/** OperatorConditions: the status that each operator reports to OLM, and the permissions to write it (OLM's operatorconditions.go). */

import { OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { type KubernetesObject, namespacedName } from '../../base/kubernetes/object.js';
import { bindingObject, roleObject } from '../../base/kubernetes/rbac.js';
import { COPIED_FROM_LABEL } from '../model/csv-labels.js';
import { csvReference } from '../model/finding.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import type { Generator } from './context.js';
import { componentLabels, nonEmpty } from './metadata.js';
import type { Era } from './profile/conventions.js';

export const operatorConditions: Generator = ({ cluster, resolution, conventions }) => {
  const written = new Map(cluster.operatorConditions.map(({ spec, ...id }) => [namespacedName(id), spec]));
  return (
    resolution.csvs
      // Includes CSVs that are copies only by their annotation: OLM checks only the label here.
      .filter(({ csv }) => !Object.hasOwn(csv.labels, COPIED_FROM_LABEL))
      .flatMap((csv) =>
        conditionObjects(csv, conventions, written.get(namespacedName(csv.csv))).map((object) => ({
          object,
          owner: csvReference(csv.csv),
        })),
      )
  );
};

/** @param kept overrides and conditions of the input, which OLM leaves as they are (ensureOperatorCondition in operatorconditiongenerator_controller.go) */
function conditionObjects({ csv }: ResolvedCsv, { managed }: Era, kept: Readonly<Record<string, unknown>> = {}): KubernetesObject[] {
  const { name, namespace } = csv;
  // In the order of OLM, with duplicates; `default` if no account is named.
  const named = [...csv.clusterPermissions, ...csv.permissions].map(({ serviceAccountName }) => serviceAccountName);
  const serviceAccounts = named.length > 0 ? named : ['default'];
  const metadata = { name, namespace, ...nonEmpty('labels', managed) };
  return [
    {
      apiVersion: 'operators.coreos.com/v2',
      kind: 'OperatorCondition',
      metadata: { name, namespace, ...nonEmpty('labels', componentLabels(csv)) },
      spec: { ...kept, deployments: csv.deploymentNames, serviceAccounts },
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
