/** Who makes the certificates that webhooks and APIServices are served with. OLM v0 does so itself; without it, the cluster must. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import type { ExistingIssuer } from '../../model/install-options.js';
import { shortened } from '../v1/names.js';

/** OpenShift's service CA: it makes the certificate of an annotated Service, and puts its CA into annotated objects. */
export const serviceCa: CertificateProvider = {
  name: 'service-ca',
  caAnnotations: () => ({ 'service.beta.openshift.io/inject-cabundle': 'true' }),
  serviceAnnotations: ({ certificate }) => ({ 'service.beta.openshift.io/serving-cert-secret-name': certificate }),
  objects: () => [],
};

/** cert-manager: a Certificate for each Service, and an Issuer that signs it with its own key unless there is one already. */
const API_VERSION = 'cert-manager.io/v1';

/** What OLM v1 makes (operator-controller's certproviders/certmanager.go). */
export const certManagerV1: CertificateProvider = {
  name: 'cert-manager',
  caAnnotations,
  serviceAnnotations: () => ({}),
  objects: (serving) => {
    const issuer = issuerName(serving);
    // cert-manager refuses such a common name where it has more than 64 bytes.
    const spec = { ...certificateSpec(serving), commonName: `${serving.service}.${serving.namespace}`, issuerRef: { name: issuer } };
    return [selfSignedIssuer(serving, issuer), certificate(serving, spec)];
  },
};

/**
 * What is rendered without OLM: a common name that cert-manager takes for any Service and namespace, and a new private key
 * with each certificate.
 *
 * @param existing signs the certificates; without one, each Certificate has an Issuer of its own
 */
export function certManager(existing?: ExistingIssuer): CertificateProvider {
  return {
    ...certManagerV1,
    objects: (serving) => {
      const issuer = existing ?? { kind: 'Issuer', name: `${serving.certificate}-issuer` };
      const spec = {
        ...certificateSpec(serving),
        commonName: serving.service,
        issuerRef: { group: 'cert-manager.io', kind: issuer.kind, name: issuer.name },
        privateKey: { rotationPolicy: 'Always' },
      };
      return [...(existing ? [] : [selfSignedIssuer(serving, issuer.name)]), certificate(serving, spec)];
    },
  };
}

function caAnnotations({ namespace, certificate: name }: Serving): Record<string, string> {
  return { 'cert-manager.io/inject-ca-from': `${namespace}/${name}` };
}

function issuerName({ certificate: name }: Serving): string {
  return shortened(name, 'selfsigned-issuer');
}

function selfSignedIssuer({ namespace }: Serving, name: string): KubernetesObject {
  return { apiVersion: API_VERSION, kind: 'Issuer', metadata: { name, namespace }, spec: { selfSigned: {} } };
}

function certificate({ namespace, certificate: name }: Serving, spec: Record<string, unknown>): KubernetesObject {
  return { apiVersion: API_VERSION, kind: 'Certificate', metadata: { name, namespace }, spec };
}

/** As long as the certificates that OLM v0 makes, and renewed as early. */
function certificateSpec({ service, namespace, certificate: secretName }: Serving): Record<string, unknown> {
  const host = `${service}.${namespace}`;
  return {
    secretName,
    dnsNames: [host, `${host}.svc`, `${host}.svc.cluster.local`],
    usages: ['server auth'],
    duration: '17520h0m0s',
    renewBefore: '24h0m0s',
  };
}

/** The names around a Deployment that serves webhooks or APIServices. */
export interface Serving {
  readonly deployment: string;
  readonly namespace: string;
  readonly service: string;
  /** Of the Certificate, and of the Secret that it fills. */
  readonly certificate: string;
}

/** Annotations that have a CA put into an object, and the objects that make a certificate. */
export interface CertificateProvider {
  readonly name: 'cert-manager' | 'service-ca';
  /** For webhook configurations, converted CRDs and APIServices. */
  caAnnotations(serving: Serving): Readonly<Record<string, string>>;
  /** For the Service. */
  serviceAnnotations(serving: Serving): Readonly<Record<string, string>>;
  objects(serving: Serving): readonly KubernetesObject[];
}
