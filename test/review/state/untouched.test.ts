import { expect, it } from 'vitest';
import { askedBy } from '../../../src/review/state/untouched.js';
import { stateOf } from '../../support/states.js';

it('asks for the subjects of a binding that has no role, as a patch of a kustomization', () => {
  const patch = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'heron' },
    subjects: [{ kind: 'ServiceAccount', name: 'heron', namespace: 'pond' }],
  };
  const empty = stateOf();
  expect([...askedBy(empty, { ...empty, given: [patch] }).names]).toEqual(['heron']);
});
