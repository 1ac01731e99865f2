/** Writing APIServices: answering requests in place of another API server. */

import { NSA_RBAC } from '../rule.js';
import { heldRule, WRITE } from './held-rule.js';

export const apiServiceWrite = heldRule({
  id: 'api-service-write',
  title: 'Can write APIServices',
  references: ['CWE-300: Channel Accessible by Non-Endpoint', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change APIServices. The API server passes the requests for an API group on to the service that its APIService names.',
    attack:
      'The subject points an APIService to a service of its own, sees each request to that group with the names and groups of the sender, and makes up the answers.',
    fix: 'Let OLM make the APIServices (`spec.apiservicedefinitions`), or name with `resourceNames` the ones that the operator owns.',
  },
  wants: [{ apiGroups: ['apiregistration.k8s.io'], resources: ['apiservices'], verbs: WRITE }],
  clusterScoped: true,
  severities: { cluster: 'warning', elsewhere: 'warning' },
});
