/** Names of serving Deployments: OLM puts a Service before each, and not every Deployment's name leaves room for the Service's. */
import type { Finding } from '../../model/finding.js';
import { isServiceName, MAX_LABEL_LENGTH } from '../../model/names.js';
import { csvReference } from '../references.js';
import type { ResolvedCsv } from '../resolve.js';
import { serviceName, servingDeployments } from '../serving-deployments.js';

/** An error about each Deployment whose webhooks or APIServices never get a certificate. */
export function servingNames({ csv }: Pick<ResolvedCsv, 'csv'>): Finding[] {
  const longest = MAX_LABEL_LENGTH - serviceName('').length;
  return servingDeployments(csv)
    .filter((deployment) => csv.deploymentNames.includes(deployment) && !isServiceName(serviceName(deployment)))
    .map((deployment) => ({
      id: 'serving-deployment-name-invalid',
      severity: 'error',
      subject: csvReference(csv),
      message: `OLM serves the webhooks and APIServices of the Deployment ${deployment} through a Service ${serviceName(deployment)}, a name that the API server refuses, so it never gives them a certificate and never installs the operator`,
      fix: `rename the Deployment: at most ${longest} lower-case letters, digits and "-", beginning with a letter`,
      related: [],
      verdict: false,
    }));
}
