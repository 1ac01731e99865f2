import { describe, expect, it } from 'vitest';
import { deploymentConfigErrors } from '../../../../src/olm/rules/v1/deployment-config.js';

// operator-controller: rukpak/bundle/registryv1bundleconfig.json has the schema, config/config.go the words.
describe('deploymentConfig', () => {
  it('has the fields of a Subscription’s config, without selector', () => {
    const value = {
      affinity: { nodeAffinity: {} },
      annotations: { a: 'b' },
      env: [{ name: 'A', value: '1' }],
      envFrom: [{ secretRef: { name: 'a' } }],
      nodeSelector: { a: 'b' },
      resources: { limits: { cpu: '1', memory: 1 } },
      tolerations: [{ tolerationSeconds: 1 }],
      volumeMounts: [{ name: 'a', mountPath: '/a' }],
      volumes: [{ name: 'a', emptyDir: {} }],
    };
    expect(deploymentConfigErrors(value)).toEqual([]);
    expect(deploymentConfigErrors({ ...value, selector: {} })).toEqual(['unknown field "selector"']);
  });

  it.each<[unknown, string]>([
    ['a', 'invalid type for field "deploymentConfig": got string, want object'],
    [null, 'required field "deploymentConfig" is missing'],
    [{ env: 'a' }, 'invalid type for field "deploymentConfig.env": got string, want array'],
    [{ env: [{ value: 'a' }] }, 'required field "name" is missing'],
    [{ env: [{ name: 'A', value: 1 }] }, 'invalid type for field "deploymentConfig.env.0.value": got number, want string'],
    [{ annotations: { a: true } }, 'invalid type for field "deploymentConfig.annotations.a": got boolean, want string'],
    [{ volumeMounts: [{ name: 'a' }] }, 'required field "mountPath" is missing'],
    [{ tolerations: null }, 'required field "deploymentConfig.tolerations" is missing'],
    [{ nodeSelector: [] }, 'invalid type for field "deploymentConfig.nodeSelector": got array, want object'],
  ])('%j is refused', (value, message) => {
    expect(deploymentConfigErrors(value)).toEqual([message]);
  });
});
