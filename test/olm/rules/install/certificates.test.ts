import { describe, expect, it } from 'vitest';
import { longCommonName, missingCertificates } from '../../../../src/olm/rules/install/certificates.js';
import { deployment, registry, webhook } from '../../../support/registry.js';

const secretOf = (name: string): string => `${name}-service-cert`;
const bundle = registry({ deployments: [deployment()], webhooks: [webhook(), webhook({ generateName: 'other' })] });

describe('certificates', () => {
  it('need nobody where nothing is served', () => {
    expect(missingCertificates(registry(), 'ops', { choice: 'none', isProvided: false, secrets: [] }, secretOf)).toEqual([]);
  });

  it('that nobody makes are an error for each Deployment, unless the Secret is there', () => {
    const input = { choice: 'none', isProvided: false, secrets: [] } as const;
    expect(missingCertificates(bundle, 'ops', input, secretOf)).toMatchObject([
      {
        id: 'certificates-missing',
        severity: 'error',
        message:
          'nobody makes the certificate of the Deployment db: vdb.kb.io and other cannot be reached, and its pods wait for the Secret db-service-cert',
        related: [{ kind: 'Secret', namespace: 'ops', name: 'db-service-cert' }],
      },
    ]);
    expect(missingCertificates(bundle, 'ops', { ...input, secrets: ['db-service-cert'] }, secretOf)).toEqual([]);
  });

  it('are said to need a provider that nothing in the input installs', () => {
    const input = { choice: 'cert-manager', isProvided: false, secrets: [] } as const;
    expect(missingCertificates(bundle, 'ops', input, secretOf)).toMatchObject([
      { id: 'certificate-provider-not-in-input', severity: 'info' },
    ]);
    expect(missingCertificates(bundle, 'ops', { ...input, isProvided: true }, secretOf)).toEqual([]);
  });

  it('of cert-manager itself cannot be made by it', () => {
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'certificates.cert-manager.io' },
    };
    const own = { ...bundle, customResourceDefinitions: [crd] };
    const input = { choice: 'cert-manager', isProvided: true, secrets: [] } as const;
    expect(missingCertificates(own, 'ops', input, secretOf)).toMatchObject([
      {
        id: 'certificates-missing',
        severity: 'error',
        message: 'cert-manager would have to make the certificate of its own db, before it runs',
      },
    ]);
  });

  it('have a common name of at most 64 bytes', () => {
    expect(longCommonName('db.v1', 'ops', 'x'.repeat(64))).toEqual([]);
    expect(longCommonName('db.v1', 'ops', 'x'.repeat(65))).toMatchObject([{ id: 'common-name-too-long', severity: 'warning' }]);
  });
});
