import { expect, it } from 'vitest';
import type { DeploymentSpec } from '../../../src/kubernetes/deployment.js';
import { deployments } from '../../../src/render/v1/deployments.js';
import { deployment, registry, webhook } from '../../support/registry.js';
import { v1Context } from '../../support/v1.js';

it('OLM v1 mounts certificates into the Deployments that serve webhooks, and lets the template’s annotations win', () => {
  const annotations = { both: 'csv', csv: 'x' };
  const other = { name: 'other', spec: { template: { metadata: { annotations: { both: 'template' } }, spec: { containers: [] } } } };
  const bundle = registry({ annotations, deployments: [deployment(), other], webhooks: [webhook()] });
  const [serving, plain] = deployments(v1Context(bundle, 'b', 'a')).map(({ spec }) => (spec as DeploymentSpec).template);
  expect(serving?.spec?.volumes?.map(({ name }) => name)).toEqual(['webhook-cert', 'apiservice-cert']);
  expect(plain).toEqual({
    metadata: { annotations: { both: 'template', csv: 'x', 'olm.targetNamespaces': 'b,a', 'olm.operatorNamespace': 'ops' } },
    spec: { containers: [] },
  });
  const { certificates: _, ...without } = v1Context(bundle);
  expect(deployments(without).map(({ spec }) => (spec as DeploymentSpec).template?.spec?.volumes)).toEqual([undefined, undefined]);
});
