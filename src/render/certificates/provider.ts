/** Who makes the certificates that webhooks and APIServices are served with. OLM v0 does so itself; without it, the cluster must. */
import type { KubernetesObject } from '../../kubernetes/object.js';

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
