/** Names of serving Deployments: OLM creates a Service for each, and some names of Deployments are too long for the Service. */

import { isServiceName, MAX_LABEL_LENGTH } from '../../kubernetes/names.js';
import { csvReference } from '../../model/references.js';
import { serviceName, servingDeployments } from '../../rules/serving-deployments.js';
import type { CsvRule } from './rule.js';

/** An error about each Deployment whose webhooks or APIServices never get a certificate. */
export const servingNames: CsvRule = {
  id: 'serving-deployment-name-invalid',
  severity: 'error',
  title: 'The name of a serving Deployment results in invalid names',
  references: [],
  documentation: {
    meaning: 'The name of a Deployment that serves webhooks or an APIService results in a Service name that the API server refuses.',
    fix: 'Rename the Deployment: lower-case letters, digits and "-", starting with a letter, short enough for the name of its Service.',
  },
  find: ({ csv }) => {
    const longest = MAX_LABEL_LENGTH - serviceName('').length;
    return servingDeployments(csv)
      .filter((deployment) => !isServiceName(serviceName(deployment)))
      .map((deployment) => ({
        subject: csvReference(csv),
        message: `OLM creates a Service ${serviceName(deployment)} for the webhooks and APIServices of the Deployment ${deployment}. The API server refuses this name, so OLM never creates their certificate and never installs the operator`,
        fix: `rename the Deployment: at most ${longest} lower-case letters, digits and "-", starting with a letter`,
      }));
  },
};
