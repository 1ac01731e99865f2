/** Package Operator (https://package-operator.run/docs). */
import { APPLIES, clusterScoped, namespaced } from './row.js';
import { APPLIED } from './setting.js';
import type { Tool } from './tool.js';

export const PACKAGE_OPERATOR: Tool = {
  name: 'Package Operator',
  rows: [
    ...namespaced('package-operator.run', 'ObjectDeployment ObjectSet', APPLIED),
    ...clusterScoped('package-operator.run', 'ClusterObjectDeployment ClusterObjectSet', APPLIED),
    ...namespaced('package-operator.run', 'Package', APPLIES),
    ...clusterScoped('package-operator.run', 'ClusterPackage', APPLIES),
  ],
};
