/** The certificate of a serving Deployment, mounted where operators look for it: controller-runtime's webhook server and apiservers. */
import { type DeploymentSpec, type Volume, type VolumeMount, withContainers, withPod } from '../../kubernetes/deployment.js';

/** Certificate volumes in the way of OLM v0 (AddDefaultCertVolumeAndVolumeMounts): a volume that was mounted at their paths stays in the pod. */
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

/** A mount of the name is taken for this one, wherever it is; one at the path is replaced. */
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

export const WEBHOOK_VOLUME: CertificateVolume = {
  name: 'webhook-cert',
  mountPath: '/tmp/k8s-webhook-server/serving-certs',
  certificate: 'tls.crt',
  key: 'tls.key',
};
export const API_SERVICE_VOLUME: CertificateVolume = {
  name: 'apiservice-cert',
  mountPath: '/apiserver.local.config/certificates',
  certificate: 'apiserver.crt',
  key: 'apiserver.key',
};
const VOLUMES = [WEBHOOK_VOLUME, API_SERVICE_VOLUME];

/** The volume that holds a Secret's certificate and key under the names that servers look for. */
export function certificateVolume({ name, certificate, key }: CertificateVolume, secretName: string): Volume {
  const items = [
    { key: 'tls.crt', path: certificate },
    { key: 'tls.key', path: key },
  ];
  return { name, secret: { secretName, items } };
}

/**
 * Both certificate volumes in place of whatever stands at their names or paths, in OLM v1's way
 * (ensureCorrectDeploymentCertVolumes). No foreign volume stays: a pod waits for ever for a Secret that nobody makes.
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
