/** A file that was read before, and stands in a kustomization that cannot be built now, is not said to have new lines. */
import { expect, it } from 'vitest';
import { cli } from '../../../../support/command-line.js';
import { folderOf } from '../../../../support/files.js';

it('has lines that are not read now', () => {
  const power =
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: a}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: a}]\n';
  const sides = ['', 'Resources: [power.yaml]\n'].map((more) =>
    folderOf({ 'power.yaml': power, 'kustomization.yaml': `resources: [power.yaml]\n${more}` }),
  );
  const { out } = cli(['review', ...sides]);
  expect(out).toContain('File power.yaml: has lines that are not read now');
  expect(out).not.toContain('has new lines');
});
