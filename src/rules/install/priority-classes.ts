/** PriorityClasses that the pods of an operator name. Kubernetes makes no pod of a class that is not there. */
import type { DeploymentSpec } from '../../kubernetes/deployment.js';
import type { KubernetesObject } from '../../kubernetes/object.js';
import type { Finding } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';

/** In every cluster. */
const BUILT_IN: readonly string[] = ['system-cluster-critical', 'system-node-critical'];

/**
 * @param deployments of one operator, as they are rendered
 * @param rendered the names of the PriorityClasses that are rendered
 */
export function missingPriorityClasses(deployments: readonly KubernetesObject[], rendered: readonly string[], csv: string): Finding[] {
  const wanted = deployments.flatMap((deployment) => {
    const { priorityClassName } = ((deployment.spec as DeploymentSpec).template?.spec ?? {}) as { priorityClassName?: string };
    return priorityClassName ? [{ priorityClassName, deployment: deployment.metadata }] : [];
  });
  return [...new Set(wanted.map(({ priorityClassName }) => priorityClassName))]
    .filter((name) => ![...BUILT_IN, ...rendered].includes(name))
    .map((name) => {
      const those = wanted.filter(({ priorityClassName }) => priorityClassName === name).map(({ deployment }) => deployment.name);
      return installFinding(
        'priority-class-not-rendered',
        'warning',
        { kind: 'ClusterServiceVersion', namespace: wanted[0]?.deployment.namespace ?? '', name: csv },
        `${those.length === 1 ? `the Deployment ${those[0]} gets` : `${those.length} Deployments get`} no pods before there is a PriorityClass ${name}, which the bundle does not bring`,
        `make PriorityClass ${name} before the operator is applied`,
        [{ kind: 'PriorityClass', name }],
      );
    });
}
