/** Writing APIServices: answering requests in place of another API server. */

import { NSA_RBAC } from '../rule.js';
import { heldRule, WRITE } from './held-rule.js';

export const apiServiceWrite = heldRule({
  id: 'api-service-write',
  title: 'Can write APIServices',
  references: ['CWE-300: Channel Accessible by Non-Endpoint', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change APIServices, all of them or by name those of an API of Kubernetes or OpenShift. The API server passes the requests for an API group on to the service that its APIService names. Controllers, the tools that deploy and the people act on what it answers.',
    attack:
      'The subject points an APIService to a service of its own, sees each request to that group with the names and groups of the sender, and makes up the answers: with Deployments that nobody wrote, whose Pods the cluster then starts.',
    fix: 'Let OLM make the APIServices (`spec.apiservicedefinitions`), or name with `resourceNames` the ones that the operator owns.',
  },
  wants: [{ apiGroups: ['apiregistration.k8s.io'], resources: ['apiservices'], verbs: WRITE }],
  clusterScoped: true,
  // Metrics are what operators serve.
  countsName: (name) => /^v[^.]*\.(?:[^.]*|(?!(?:custom\.|external\.)?metrics\.).*\.k8s\.io|.*\.openshift\.io)$/.test(name),
  severities: { cluster: 'error', elsewhere: 'error' },
});
