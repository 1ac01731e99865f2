/** Certificates of webhooks and APIServices: their providers, and their mounts in a serving Deployment. */

import { withContainers, withPod } from '../../base/kubernetes/change-pods.js';
import type { DeploymentSpec, Volume, VolumeMount } from '../../base/kubernetes/deployment.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { CERT_MANAGER_GROUP, INJECT_CA_FROM } from '../../base/tools/cert-manager.js';
import type { ExistingIssuer } from '../model/install-options.js';
import { generateName } from './profile/hash.js';

// Certificate providers for webhooks and APIServices. OLM v0 makes the certificates itself; without OLM, the cluster must.

/** OpenShift's service CA: it makes the certificate of an annotated Service, and writes its CA into annotated objects. */
export const serviceCa: CertificateProvider = {
  name: 'service-ca',
  caAnnotations: () => ({ 'service.beta.openshift.io/inject-cabundle': 'true' }),
  serviceAnnotations: ({ certificate }) => ({ 'service.beta.openshift.io/serving-cert-secret-name': certificate }),
  objects: () => [],
};

/** cert-manager: a Certificate for each Service, and an Issuer that signs it with its own key unless an issuer exists. */
const API_VERSION = `${CERT_MANAGER_GROUP}/v1`;

/** The provider in OLM v1 (operator-controller's certproviders/certmanager.go). */
export const certManagerV1: CertificateProvider = {
  name: 'cert-manager',
  caAnnotations,
  serviceAnnotations: () => ({}),
  objects: (serving) => {
    const issuer = issuerName(serving);
    // cert-manager refuses such a common name if it is longer than 64 bytes.
    const spec = { ...certificateSpec(serving), commonName: `${serving.service}.${serving.namespace}`, issuerRef: { name: issuer } };
    return [selfSignedIssuer(serving, issuer), certificate(serving, spec)];
  },
};

/**
 * The provider without OLM: a common name that cert-manager accepts for any Service and namespace, and a new private key
 * with each certificate.
 *
 * @param existing the issuer that signs the certificates; without one, each Certificate has an Issuer of its own
 */
export function certManager(existing?: ExistingIssuer): CertificateProvider {
  return {
    ...certManagerV1,
    objects: (serving) => {
      const issuer = existing ?? { kind: 'Issuer', name: `${serving.certificate}-issuer` };
      const spec = {
        ...certificateSpec(serving),
        commonName: serving.service,
        issuerRef: { group: CERT_MANAGER_GROUP, kind: issuer.kind, name: issuer.name },
        privateKey: { rotationPolicy: 'Always' },
      };
      return [...(existing ? [] : [selfSignedIssuer(serving, issuer.name)]), certificate(serving, spec)];
    },
  };
}

function caAnnotations({ namespace, certificate: name }: Serving): Record<string, string> {
  return { [INJECT_CA_FROM]: `${namespace}/${name}` };
}

function issuerName({ certificate: name }: Serving): string {
  return generateName(name, 'selfsigned-issuer');
}

function selfSignedIssuer({ namespace }: Serving, name: string): KubernetesObject {
  return { apiVersion: API_VERSION, kind: 'Issuer', metadata: { name, namespace }, spec: { selfSigned: {} } };
}

function certificate({ namespace, certificate: name }: Serving, spec: Record<string, unknown>): KubernetesObject {
  return { apiVersion: API_VERSION, kind: 'Certificate', metadata: { name, namespace }, spec };
}

/** The spec of a certificate with the lifetime and the renewal time of OLM v0's certificates. */
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
  /** The name of the Certificate, and of its Secret. */
  readonly certificate: string;
}

/** A certificate provider: annotations that inject a CA into an object, and the objects that make a certificate. */
export interface CertificateProvider {
  readonly name: 'cert-manager' | 'service-ca';
  /** The annotations of webhook configurations, converted CRDs and APIServices. */
  caAnnotations(serving: Serving): Readonly<Record<string, string>>;
  /** The annotations of the Service. */
  serviceAnnotations(serving: Serving): Readonly<Record<string, string>>;
  objects(serving: Serving): readonly KubernetesObject[];
}

// Mounts the certificate of a serving Deployment where operators expect it: controller-runtime's webhook server, and apiservers.

/** Adds certificate volumes like OLM v0 (AddDefaultCertVolumeAndVolumeMounts): a volume with a mount at their paths stays in the Pod. */
export function withOlmCertificateVolumes(spec: DeploymentSpec, secretName: string): DeploymentSpec {
  return [API_SERVICE_VOLUME, WEBHOOK_VOLUME].reduce((current, volume) => {
    const { name, mountPath } = volume;
    return withPod(current, (pod) => ({
      ...withContainers(pod, (container) => ({ ...container, volumeMounts: mounted(container.volumeMounts ?? [], { name, mountPath }) })),
      volumes: replacedOrAdded(pod.volumes ?? [], certificateVolume(volume, secretName)),
    }));
  }, spec);
}

function replacedOrAdded(volumes: readonly Volume[], volume: Volume): Volume[] {
  const index = volumes.findIndex(({ name }) => name === volume.name);
  return index === -1 ? [...volumes, volume] : volumes.with(index, volume);
}

/** The mounts with this one: a mount with the same name counts as this one, at any path; a mount at its path is replaced. */
function mounted(mounts: readonly VolumeMount[], mount: VolumeMount): readonly VolumeMount[] {
  const index = mounts.findIndex(({ name, mountPath }) => name === mount.name || mountPath === mount.mountPath);
  if (index === -1) return [...mounts, mount];
  return mounts[index]?.name === mount.name ? mounts : mounts.with(index, mount);
}

interface CertificateVolume {
  readonly name: string;
  readonly mountPath: string;
  readonly certificate: string;
  readonly key: string;
}

const WEBHOOK_VOLUME: CertificateVolume = {
  name: 'webhook-cert',
  mountPath: '/tmp/k8s-webhook-server/serving-certs',
  certificate: 'tls.crt',
  key: 'tls.key',
};
const API_SERVICE_VOLUME: CertificateVolume = {
  name: 'apiservice-cert',
  mountPath: '/apiserver.local.config/certificates',
  certificate: 'apiserver.crt',
  key: 'apiserver.key',
};
const VOLUMES = [WEBHOOK_VOLUME, API_SERVICE_VOLUME];

/** The volume with a Secret's certificate and key under the names that servers expect. */
function certificateVolume({ name, certificate, key }: CertificateVolume, secretName: string): Volume {
  const items = [
    { key: 'tls.crt', path: certificate },
    { key: 'tls.key', path: key },
  ];
  return { name, secret: { secretName, items } };
}

/**
 * Replaces all volumes with the names or paths of the certificate volumes, like OLM v1 (ensureCorrectDeploymentCertVolumes). No foreign
 * volume stays: a Pod would wait forever for a Secret that nobody makes.
 */
export function withCertificateVolumes(spec: DeploymentSpec, secretName: string): DeploymentSpec {
  const paths = new Set(VOLUMES.map(({ mountPath }) => mountPath));
  const mountedThere = (spec.template?.spec?.containers ?? [])
    .flatMap(({ volumeMounts = [] }) => volumeMounts)
    .filter(({ mountPath }) => paths.has(mountPath));
  const removed = new Set([...VOLUMES, ...mountedThere].map(({ name }) => name));
  const isKept = ({ name }: Volume | VolumeMount): boolean => !removed.has(name);
  const mounts = VOLUMES.map(({ name, mountPath }): VolumeMount => ({ name, mountPath }));
  return withPod(spec, (pod) => ({
    ...withContainers(pod, (container) => ({
      ...container,
      volumeMounts: [...(container.volumeMounts ?? []).filter(isKept), ...mounts],
    })),
    volumes: [...(pod.volumes ?? []).filter(isKept), ...VOLUMES.map((volume) => certificateVolume(volume, secretName))],
  }));
}
