/** Every Deployment of a bundle has a name of its own, and one that Kubernetes accepts. */
import { isDnsSubdomain } from '../../kubernetes/names.js';
import { type InstallCheck, type Refusal, repeated } from './refusal.js';

const FIELD = ['spec', 'install', 'spec', 'deployments'];

export const deploymentNames: InstallCheck = ({ csv: { deployments } }) => [
  ...repeated(deployments, ({ name }) => name).map(
    ([index, { name }]): Refusal => ({
      code: 'INVALID_BUNDLE',
      message: 'two Deployments of the bundle have one name',
      found: name,
      expected: 'a name of its own for each',
      fix: 'ask the author of the bundle for another name',
      at: [...FIELD, index, 'name'],
    }),
  ),
  ...[...deployments.entries()].flatMap(([index, { name }]): Refusal[] =>
    isDnsSubdomain(name)
      ? []
      : [
          {
            code: 'INVALID_BUNDLE',
            message: 'Kubernetes does not accept the name of the Deployment',
            found: name === '' ? 'no name' : name,
            expected: 'lower-case letters, digits, "-" and ".", at most 253 characters',
            fix: 'ask the author of the bundle for another name',
            at: [...FIELD, index, 'name'],
          },
        ],
  ),
];
