/** Certificate volumes in the way of OLM v0 (AddDefaultCertVolumeAndVolumeMounts): a volume that was mounted at their paths stays in the pod. */
import { type DeploymentSpec, type Volume, type VolumeMount, withContainers, withPod } from '../../kubernetes/deployment.js';
import { API_SERVICE_VOLUME, certificateVolume, WEBHOOK_VOLUME } from './volumes.js';

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
