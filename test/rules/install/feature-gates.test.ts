import { expect, it } from 'vitest';
import { featureGates } from '../../../src/rules/install/feature-gates.js';

it('a ClusterExtension that needs feature gates gets a warning that names them', () => {
  const extension = { kind: 'ClusterExtension', name: 'db' };
  expect(featureGates(extension, [])).toEqual([]);
  expect(featureGates(extension, ['DeploymentConfig'])).toMatchObject([
    {
      id: 'feature-gate-needed',
      severity: 'warning',
      subject: extension,
      message: expect.stringContaining('the feature gate DeploymentConfig of'),
    },
  ]);
});
