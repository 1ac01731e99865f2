import { expect, it } from 'vitest';
import { deploymentNames } from '../../../src/rules/install/deployment-names.js';
import { deployment, registry } from '../../support/registry.js';

it('Deployments of a bundle have names of their own that Kubernetes accepts', () => {
  const refused = deploymentNames(registry({ deployments: ['a', 'a.b', 'a', 'A', ''].map(deployment) }));
  expect(refused.map(({ message, found, at }) => [message, found, at.at(-2)])).toEqual([
    ['two Deployments of the bundle have one name', 'a', 2],
    ['Kubernetes does not accept the name of the Deployment', 'A', 3],
    ['Kubernetes does not accept the name of the Deployment', 'no name', 4],
  ]);
});
