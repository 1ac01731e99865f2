import { describe, expect, it } from 'vitest';
import { deploymentConfig } from '../../../../../src/olm/model/deployment-config.js';
import { OUR_SETTINGS, withSettings } from '../../../../../src/olm/render/install/settings.js';

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'db', annotations: { kept: 'deployment' } },
  spec: {
    template: {
      metadata: { annotations: { kept: 'pod' } },
      spec: { initContainers: [{ name: 'i' }], containers: [{ name: 'a', resources: { limits: { cpu: '1' } } }], nodeSelector: { a: 'b' } },
    },
  },
};

describe('settings', () => {
  it('that are absent change nothing', () => {
    expect(withSettings(deployment, {}, OUR_SETTINGS)).toEqual(deployment);
  });

  it('that are empty replace what is replaced as a whole', () => {
    const { config } = deploymentConfig({ resources: {}, nodeSelector: {}, selector: { matchLabels: { x: 'y' } } });
    expect(withSettings(deployment, config, OUR_SETTINGS).spec).toEqual({
      template: {
        metadata: { annotations: { kept: 'pod' } },
        spec: { initContainers: [{ name: 'i' }], containers: [{ name: 'a', resources: {} }] },
      },
    });
  });

  it('never change init containers, nor annotations that are there', () => {
    const { config, misfits } = deploymentConfig({ env: [{ name: 'A' }], annotations: { kept: 'x', new: 'x' }, unknown: 1 }, [
      'spec',
      'config',
    ]);
    expect(misfits).toEqual([{ at: ['spec', 'config', 'unknown'], found: 1 }]);
    expect(withSettings(deployment, config, OUR_SETTINGS)).toMatchObject({
      metadata: { annotations: { kept: 'deployment', new: 'x' } },
      spec: {
        template: {
          metadata: { annotations: { kept: 'pod', new: 'x' } },
          spec: { initContainers: [{ name: 'i' }], containers: [{ name: 'a', env: [{ name: 'A' }] }] },
        },
      },
    });
  });
});
