/** Changes the Pods of a Deployment. */
import type { Container, DeploymentSpec, PodSpec } from './deployment.js';

/** The spec with a changed Pod spec. */
export function withPod(spec: DeploymentSpec, change: (pod: PodSpec) => PodSpec): DeploymentSpec {
  return { ...spec, template: { ...spec.template, spec: change(spec.template?.spec ?? {}) } };
}

/** The Pod spec with each container changed; init containers stay. */
export function withContainers(pod: PodSpec, change: (container: Container) => Container): PodSpec {
  return pod.containers ? { ...pod, containers: pod.containers.map(change) } : pod;
}

/** The spec with other annotations on its Pods. */
export function withPodAnnotations(spec: DeploymentSpec, annotations: Readonly<Record<string, string>>): DeploymentSpec {
  return { ...spec, template: { ...spec.template, metadata: { ...spec.template?.metadata, annotations } } };
}
