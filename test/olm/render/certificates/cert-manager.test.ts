import { describe, expect, it } from 'vitest';
import { certManager, certManagerV1 } from '../../../../src/olm/render/certificates.js';

const serving = { deployment: 'db', namespace: 'ops', service: 'db-service', certificate: 'db-service-cert' };
const hosts = { dnsNames: ['db-service.ops', 'db-service.ops.svc', 'db-service.ops.svc.cluster.local'] };
const common = { secretName: 'db-service-cert', ...hosts, usages: ['server auth'], duration: '17520h0m0s', renewBefore: '24h0m0s' };

describe('certificates of cert-manager', () => {
  it('fit 64 bytes with their common name, and have an issuer with its kind', () => {
    expect(certManager().objects(serving)).toEqual([
      {
        apiVersion: 'cert-manager.io/v1',
        kind: 'Issuer',
        metadata: { name: 'db-service-cert-issuer', namespace: 'ops' },
        spec: { selfSigned: {} },
      },
      {
        apiVersion: 'cert-manager.io/v1',
        kind: 'Certificate',
        metadata: { name: 'db-service-cert', namespace: 'ops' },
        spec: {
          ...common,
          commonName: 'db-service',
          issuerRef: { group: 'cert-manager.io', kind: 'Issuer', name: 'db-service-cert-issuer' },
          privateKey: { rotationPolicy: 'Always' },
        },
      },
    ]);
  });

  it('are signed by an issuer that is there, if one is named', () => {
    const [certificate, ...more] = certManager({ kind: 'ClusterIssuer', name: 'ca' }).objects(serving);
    expect(more).toEqual([]);
    expect(certificate?.spec).toMatchObject({ issuerRef: { group: 'cert-manager.io', kind: 'ClusterIssuer', name: 'ca' } });
  });

  it('are what OLM v1 makes of them in its profile', () => {
    const [issuer, certificate] = certManagerV1.objects(serving);
    expect(issuer?.metadata.name).toBe('db-service-cert-selfsigned-issuer');
    expect(certificate?.spec).toEqual({
      ...common,
      commonName: 'db-service.ops',
      issuerRef: { name: 'db-service-cert-selfsigned-issuer' },
    });
  });

  it('come with annotations that inject the CA', () => {
    expect(certManager().caAnnotations(serving)).toEqual({ 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' });
    expect(certManager().serviceAnnotations(serving)).toEqual({});
  });
});
