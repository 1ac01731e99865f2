/** OpenShift's service CA: it makes the certificate of an annotated Service, and puts its CA into annotated objects. */
import type { CertificateProvider } from './provider.js';

export const serviceCa: CertificateProvider = {
  name: 'service-ca',
  caAnnotations: () => ({ 'service.beta.openshift.io/inject-cabundle': 'true' }),
  serviceAnnotations: ({ certificate }) => ({ 'service.beta.openshift.io/serving-cert-secret-name': certificate }),
  objects: () => [],
};
