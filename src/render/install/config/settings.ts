/** Settings of a Subscription or ClusterExtension, applied to a Deployment field by field. Init containers are never changed. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Container,
  type DeploymentSpec,
  type PodSpec,
  withContainers,
  withPod,
  withPodAnnotations,
} from '../../../kubernetes/deployment.js';
import type { KubernetesObject } from '../../../kubernetes/object.js';
import type { DeploymentConfig } from '../../../model/deployment-config.js';
import { type OverrideAffinity, overrideAffinityV0, overrideAffinityV1 } from './affinity.js';
import { type MergeEnv, mergeEnvFrom, mergeEnvOnce, mergeEnvV0, mergeEnvV1 } from './environment.js';
import { mergeByName } from './volumes.js';

/** Where the generations of OLM differ. */
export interface SettingRules {
  readonly mergeEnv: MergeEnv;
  readonly replaces: 'first' | 'last';
  readonly overrideAffinity: OverrideAffinity;
}

export const V0_SETTINGS: SettingRules = { mergeEnv: mergeEnvV0, replaces: 'first', overrideAffinity: overrideAffinityV0 };
export const V1_SETTINGS: SettingRules = { mergeEnv: mergeEnvV1, replaces: 'last', overrideAffinity: overrideAffinityV1 };
/** What the settings mean, where OLM makes of them what nobody wants. */
export const OUR_SETTINGS: SettingRules = { mergeEnv: mergeEnvOnce, replaces: 'first', overrideAffinity: overrideAffinityV1 };

type Step<T> = (value: T, config: DeploymentConfig, rules: SettingRules) => T;

/** What is changed in every container. */
const CONTAINER_STEPS: readonly Step<Container>[] = [
  (container, { env }, { mergeEnv }) => (env ? { ...container, env: mergeEnv(container.env ?? [], env) } : container),
  (container, { envFrom }) => (envFrom ? { ...container, envFrom: mergeEnvFrom(container.envFrom ?? [], envFrom) } : container),
  (container, { volumeMounts }, { replaces }) =>
    volumeMounts ? { ...container, volumeMounts: mergeByName(container.volumeMounts ?? [], volumeMounts, replaces) } : container,
  (container, { resources }) => (resources ? { ...container, resources } : container),
];

/** What is changed in the pod. */
const POD_STEPS: readonly Step<PodSpec>[] = [
  (pod, { volumes }, { replaces }) => (volumes ? { ...pod, volumes: mergeByName(pod.volumes ?? [], volumes, replaces) } : pod),
  (pod, { tolerations }) => (tolerations ? { ...pod, tolerations: withTolerations(pod.tolerations ?? [], tolerations) } : pod),
  (pod, { nodeSelector }) => (nodeSelector ? withOrWithout(pod, 'nodeSelector', nodeSelector) : pod),
  (pod, { affinity, emptyAffinityParts = [] }, { overrideAffinity }) =>
    affinity ? withOrWithout(pod, 'affinity', overrideAffinity(pod.affinity, affinity, emptyAffinityParts)) : pod,
];

/** A Deployment with settings applied. */
export function withSettings(deployment: KubernetesObject, config: DeploymentConfig, rules: SettingRules): KubernetesObject {
  const spec = withPod(deployment.spec as DeploymentSpec, (pod) =>
    applied(
      POD_STEPS,
      withContainers(pod, (container) => applied(CONTAINER_STEPS, container, config, rules)),
      config,
      rules,
    ),
  );
  return withAnnotations({ ...deployment, spec }, config.annotations);
}

function applied<T>(steps: readonly Step<T>[], value: T, config: DeploymentConfig, rules: SettingRules): T {
  return steps.reduce((current, step) => step(current, config, rules), value);
}

function withTolerations(tolerations: readonly unknown[], added: readonly unknown[]): unknown[] {
  return [...tolerations, ...added.filter((toleration) => !tolerations.some((known) => isDeepStrictEqual(known, toleration)))];
}

/** On the Deployment and on its pods; what is there already stays. */
function withAnnotations(deployment: KubernetesObject, annotations: Readonly<Record<string, string>> | undefined): KubernetesObject {
  if (annotations === undefined) return deployment;
  const { metadata } = deployment;
  const spec = deployment.spec as DeploymentSpec;
  return {
    ...deployment,
    metadata: { ...metadata, annotations: { ...annotations, ...metadata.annotations } },
    spec: withPodAnnotations(spec, { ...annotations, ...spec.template?.metadata?.annotations }),
  };
}

function withOrWithout(pod: PodSpec, field: 'nodeSelector' | 'affinity', value: Readonly<Record<string, unknown>> | undefined): PodSpec {
  const { [field]: _, ...rest } = pod;
  return value === undefined || Object.keys(value).length === 0 ? rest : { ...rest, [field]: value };
}
