/** Writing CustomResourceDefinitions: the APIs of everybody. */

import { NSA_RBAC } from '../rule.js';
import { DELETE, heldRule, WRITE } from './held-rule.js';

export const customResourceDefinitionWrite = heldRule({
  id: 'custom-resource-definition-write',
  title: 'Can write CustomResourceDefinitions',
  references: ['CWE-668: Exposure of Resource to Wrong Sphere', NSA_RBAC],
  documentation: {
    meaning: 'A subject can create, change or delete CustomResourceDefinitions other than named ones.',
    attack:
      'Deleting a CustomResourceDefinition deletes all of its objects. A conversion webhook of the subject can read and change every object of the API.',
    fix: 'Let OLM install the CustomResourceDefinitions, or name with `resourceNames` the ones that the operator owns.',
  },
  wants: [{ apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: [...WRITE, ...DELETE] }],
  clusterScoped: true,
  severities: { cluster: 'warning', elsewhere: 'warning' },
});
