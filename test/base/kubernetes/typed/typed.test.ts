import { describe, expect, it } from 'vitest';
import { typed } from '../../../../src/base/kubernetes/typed/typed.js';

describe('a typed object', () => {
  it('lacks what its type does not have, in exactly that spelling, and says so with its place', () => {
    const { value, misfits } = typed('Container', { name: 'a', Image: 'b', env: [{ name: 'A', vlaue: 'x' }] }, ['spec']);
    expect(value).toEqual({ name: 'a', env: [{ name: 'A' }] });
    expect(misfits).toEqual([
      { at: ['spec', 'Image'], found: 'b' },
      { at: ['spec', 'env', 0, 'vlaue'], found: 'x' },
    ]);
  });

  it('lacks what says nothing, but keeps what was set on purpose', () => {
    const pod = { hostNetwork: false, nodeSelector: {}, initContainers: [], terminationGracePeriodSeconds: 0, enableServiceLinks: false };
    expect(typed('PodSpec', pod).value).toEqual({ terminationGracePeriodSeconds: 0, enableServiceLinks: false });
    expect(typed('Container', { name: 'a', securityContext: { capabilities: {}, privileged: false } }).value).toEqual({
      name: 'a',
      securityContext: { capabilities: {}, privileged: false },
    });
  });

  it('has what is always written', () => {
    expect(typed('Container', { ports: [{ name: 'x' }] }).value).toEqual({ name: '', ports: [{ name: 'x', containerPort: 0 }] });
    expect(typed('ResourceFieldSelector', { resource: 'limits.cpu' }).value).toEqual({ resource: 'limits.cpu', divisor: '0' });
  });

  it('has its quantities in the API server’s spelling', () => {
    expect(typed('ResourceRequirements', { limits: { cpu: 0.5, memory: '1024Mi' } }).value).toEqual({
      limits: { cpu: '500m', memory: '1Gi' },
    });
  });

  it('keeps a value of a wrong type, and says what is expected', () => {
    const { value, misfits } = typed('DeploymentSpec', {
      replicas: '1',
      paused: 'no',
      selector: [],
      template: { spec: { containers: 'none' } },
    });
    expect(value).toEqual({ replicas: '1', paused: 'no', selector: [], template: { spec: { containers: 'none' } } });
    expect(misfits.map(({ at, expected }) => [at.join('.'), expected])).toEqual([
      ['replicas', 'a whole number'],
      ['paused', 'true or false'],
      ['selector', 'a mapping'],
      ['template.spec.containers', 'a list'],
    ]);
  });

  it('keeps schemas with all their alternatives', () => {
    const schema = {
      items: [{ type: 'string' }],
      additionalProperties: false,
      dependencies: { a: ['b'], c: { type: 'object' } },
      default: null,
      enum: [null, ''],
      'x-kubernetes-preserve-unknown-fields': false,
      nullable: false,
      properties: {},
    };
    expect(typed('JSONSchemaProps', schema).value).toEqual({
      items: [{ type: 'string' }],
      additionalProperties: false,
      dependencies: { a: ['b'], c: { type: 'object' } },
      enum: [null, ''],
      'x-kubernetes-preserve-unknown-fields': false,
    });
  });

  it('has no null among its elements', () => {
    expect(typed('Container', { name: 'a', args: [null, 'x'], env: [null] }).value).toEqual({
      name: 'a',
      args: ['', 'x'],
      env: [{ name: '' }],
    });
  });
});
