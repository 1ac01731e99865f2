import { expect, it } from 'vitest';
import { serviceCa } from '../../../../src/olm/render/certificates.js';

it('OpenShift’s service CA needs annotations and no objects', () => {
  const serving = { deployment: 'db', namespace: 'ops', service: 'db-service', certificate: 'db-service-cert' };
  expect(serviceCa.caAnnotations(serving)).toEqual({ 'service.beta.openshift.io/inject-cabundle': 'true' });
  expect(serviceCa.serviceAnnotations(serving)).toEqual({ 'service.beta.openshift.io/serving-cert-secret-name': 'db-service-cert' });
  expect(serviceCa.objects(serving)).toEqual([]);
});
