import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isServiceName } from '../../../../src/base/kubernetes/names.js';
import { DOCUMENTED_INSTALL } from '../../../../src/olm/render/install/rules.js';

describe('the Service of a Deployment without OLM', () => {
  it.each([
    ['db', 'db-service'],
    ['a.b-v1.2', 'a-b-v1-2-service'],
    ['1db', 's-1db-service'],
    ['x'.repeat(55), `${'x'.repeat(55)}-service`],
  ])('of %s is %s', (deployment, service) => expect(DOCUMENTED_INSTALL.serviceName(deployment)).toBe(service));

  it('is told apart by a hash where it is cut', () => {
    const [a, b] = ['a', 'b'].map((end) => DOCUMENTED_INSTALL.serviceName(`${'x'.repeat(60)}${end}`));
    expect(a).toMatch(/^x{49}-[0-9a-z]{5}-service$/);
    expect(a).not.toBe(b);
  });

  it('has a name that Kubernetes accepts, whatever the Deployment’s', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,70}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,70}[a-z0-9])?){0,2}$/), (deployment) => {
        expect(isServiceName(DOCUMENTED_INSTALL.serviceName(deployment))).toBe(true);
      }),
    );
  });
});
