import { describe, expect, it } from 'vitest';
import { certManager } from '../../../../src/olm/render/certificates.js';
import { phaseOf } from '../../../../src/olm/render/install/argocd.js';
import { INSTALL_GENERATORS, install } from '../../../../src/olm/render/install/generators.js';
import { DOCUMENTED_INSTALL } from '../../../../src/olm/render/install/rules.js';
import { crd, deployment, installation, registry, webhook } from '../../../support/registry.js';
import { OLM_INSTALL } from '../../../support/render.js';

const bundle = registry({
  deployments: [deployment()],
  crds: [crd('a')],
  webhooks: [webhook()],
  ownedAPIServices: [{ name: 'x', group: 'g', version: 'v1', kind: 'X', deploymentName: 'db' }],
});
const KINDS = [
  'CustomResourceDefinition',
  'Service',
  'Issuer',
  'Certificate',
  'Deployment',
  'APIService',
  'ValidatingWebhookConfiguration',
];

describe('an operator without OLM', () => {
  it('is all that its bundle says, in the order in which an empty cluster takes it', () => {
    expect(INSTALL_GENERATORS).toHaveLength(8);
    const made = install({ ...installation(bundle), certificates: certManager() }, OLM_INSTALL).map(({ object }) => object.kind);
    expect(made).toEqual(KINDS);
    expect(made.map((kind) => phaseOf({ kind }))).toEqual(made.map((kind) => phaseOf({ kind })).toSorted((a, b) => a - b));
  });

  it('has the bindings for its APIServices too, and no Secret', () => {
    const kinds = install({ ...installation(bundle), certificates: certManager() }, DOCUMENTED_INSTALL).map(({ object }) => object.kind);
    expect(kinds.toSorted()).toEqual([...KINDS, 'ClusterRoleBinding', 'RoleBinding'].sort());
  });

  it('says of each object where in the bundle it comes from', () => {
    const made = install({ ...installation(bundle), certificates: certManager() }, DOCUMENTED_INSTALL);
    expect(made.every(({ field, manifest }) => (field === undefined) !== (manifest === undefined))).toBe(true);
  });
});
