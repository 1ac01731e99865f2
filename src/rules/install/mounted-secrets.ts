/** Secrets that the pods of an operator cannot start without, and that nothing in the input makes. */

import type { DeploymentSpec } from '../../kubernetes/deployment.js';
import type { KubernetesObject } from '../../kubernetes/object.js';
import { isMapping } from '../../manifest/plain-data.js';
import type { Finding } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';

/**
 * @param deployment as it is rendered, its certificate volumes included
 * @param secrets Secrets of its namespace that are in the input, or that a certificate of the rendering fills
 */
export function missingSecrets(deployment: KubernetesObject, secrets: readonly string[], csv: string): Finding[] {
  const { name, namespace = '' } = deployment.metadata;
  const volumes = (deployment.spec as DeploymentSpec).template?.spec?.volumes ?? [];
  const wanted = volumes.flatMap(({ secret }) => (isMapping(secret) && secret.optional !== true ? [String(secret.secretName)] : []));
  return [...new Set(wanted)]
    .filter((secret) => !secrets.includes(secret))
    .map((secret) =>
      installFinding(
        'secret-not-in-input',
        'warning',
        { kind: 'ClusterServiceVersion', namespace, name: csv },
        `the pods of the Deployment ${name} wait for the Secret ${secret}, which nothing in the input makes`,
        'make sure that something in the cluster makes it; a Secret does not belong in Git',
        [{ kind: 'Secret', namespace, name: secret }],
      ),
    );
}
