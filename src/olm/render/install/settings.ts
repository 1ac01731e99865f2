/** Applies the settings of a Subscription or ClusterExtension to a Deployment, field by field. Init containers never change. */
import { isDeepStrictEqual } from 'node:util';
import { withContainers, withPod, withPodAnnotations } from '../../../base/kubernetes/change-pods.js';
import type { Container, DeploymentSpec, EnvVar, PodSpec } from '../../../base/kubernetes/deployment.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import type { DeploymentConfig } from '../../model/deployment-config.js';

// Settings of a Subscription or ClusterExtension, applied to a Deployment field by field. Init containers never change.

/** Affinity of settings: each part replaces that of the Pod, an empty part removes it. */
type Affinity = Readonly<Record<string, unknown>>;

/** Computes a Pod's affinity. @param empty the parts that are written as `{}` @returns undefined if none remains */
export type OverrideAffinity = (pod: Affinity | undefined, added: Affinity, empty: readonly string[]) => Affinity | undefined;

/**
 * OLM v0 (OverrideDeploymentAffinity): an empty `podAntiAffinity` removes all of the Pod's affinity; a Pod without affinity
 * gets the given one unchanged; a part with empty lists counts as a part.
 */
export const overrideAffinityV0: OverrideAffinity = (pod, added, empty) => {
  if (isEmpty(added)) return undefined;
  if (pod === undefined || isEmpty(pod)) return added;
  return empty.includes('podAntiAffinity') ? undefined : override(pod, added, (part) => empty.includes(part));
};

/** OLM v1: a part with empty lists counts as empty. */
export const overrideAffinityV1: OverrideAffinity = (pod = {}, added) =>
  isEmpty(added) ? undefined : override(pod, added, (part) => isEmpty(added[part]));

function override(pod: Affinity, added: Affinity, isRemoved: (part: string) => boolean): Affinity | undefined {
  const parts = Object.entries({ ...pod, ...added }).filter(([part]) => !(Object.hasOwn(added, part) && isRemoved(part)));
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function isEmpty(part: unknown): boolean {
  return Object.keys(part ?? {}).length === 0;
}

// Environment variables of settings: a variable with an existing name is replaced in place, others are appended.

/** Merges the variables of a container and of the settings. */
export type MergeEnv = (env: readonly EnvVar[], added: readonly EnvVar[]) => EnvVar[];

/**
 * OLM v0 (mergeEnvVars): if a name occurs twice, on either side, the second one becomes a variable without a name,
 * which the API server refuses.
 */
export const mergeEnvV0: MergeEnv = (env, added) => {
  const merged = new Map([...env, ...added].map((variable) => [variable.name, variable]));
  const take = ({ name }: EnvVar): EnvVar => {
    const variable = merged.get(name) ?? { name: '' };
    merged.delete(name);
    return variable;
  };
  const first = env.map(take);
  const rest = added.filter(({ name }) => !env.some((variable) => variable.name === name));
  return [...first, ...rest.map(take)];
};

/** OLM v1 (applyEnvironmentConfig): a duplicate name in the settings stays duplicate. */
export const mergeEnvV1: MergeEnv = (env, added) => {
  const merged = [...env];
  for (const variable of added) {
    const index = env.findLastIndex(({ name }) => name === variable.name);
    if (index === -1) merged.push(variable);
    else merged[index] = variable;
  }
  return merged;
};

/** Each name once, in the first position with the last value: the intention of both, and valid for the API server. */
export const mergeEnvOnce: MergeEnv = (env, added) => [
  ...new Map([...env, ...added].map((variable) => [variable.name, variable])).values(),
];

/** `envFrom` and tolerations: existing entries are not added again. */
export function withDistinct(sources: readonly unknown[], added: readonly unknown[]): unknown[] {
  return [...sources, ...added.filter((source) => !sources.some((known) => isDeepStrictEqual(known, source)))];
}

/** Volumes and mounts of settings: an entry with an existing name is replaced in place, others are appended. */
interface Named {
  readonly name: string;
}

/**
 * Both generations of OLM, for volumes and for mounts; a mount has the name of its volume.
 *
 * @param which the replaced entry among duplicates: the first in OLM v0, the last in OLM v1
 */
export function mergeByName<T extends Named>(there: readonly T[], added: readonly T[], which: 'first' | 'last'): T[] {
  const merged = [...there];
  for (const entry of added) {
    const isSame = ({ name }: Named): boolean => name === entry.name;
    const index = which === 'first' ? there.findIndex(isSame) : there.findLastIndex(isSame);
    if (index === -1) merged.push(entry);
    else merged[index] = entry;
  }
  return merged;
}

/** The differences between the generations of OLM. */
export interface SettingRules {
  readonly mergeEnv: MergeEnv;
  readonly replaces: 'first' | 'last';
  readonly overrideAffinity: OverrideAffinity;
}

export const V0_SETTINGS: SettingRules = { mergeEnv: mergeEnvV0, replaces: 'first', overrideAffinity: overrideAffinityV0 };
export const V1_SETTINGS: SettingRules = { mergeEnv: mergeEnvV1, replaces: 'last', overrideAffinity: overrideAffinityV1 };
/** The intended meaning of the settings where OLM's results are of no use. */
export const OUR_SETTINGS: SettingRules = { mergeEnv: mergeEnvOnce, replaces: 'first', overrideAffinity: overrideAffinityV1 };

type Step<T> = (value: T, config: DeploymentConfig, rules: SettingRules) => T;

/** The changes to every container. */
const CONTAINER_STEPS: readonly Step<Container>[] = [
  (container, { env }, { mergeEnv }) => (env ? { ...container, env: mergeEnv(container.env ?? [], env) } : container),
  (container, { envFrom }) => (envFrom ? { ...container, envFrom: withDistinct(container.envFrom ?? [], envFrom) } : container),
  (container, { volumeMounts }, { replaces }) =>
    volumeMounts ? { ...container, volumeMounts: mergeByName(container.volumeMounts ?? [], volumeMounts, replaces) } : container,
  (container, { resources }) => (resources ? { ...container, resources } : container),
];

/** The changes to the Pod. */
const POD_STEPS: readonly Step<PodSpec>[] = [
  (pod, { volumes }, { replaces }) => (volumes ? { ...pod, volumes: mergeByName(pod.volumes ?? [], volumes, replaces) } : pod),
  (pod, { tolerations }) => (tolerations ? { ...pod, tolerations: withDistinct(pod.tolerations ?? [], tolerations) } : pod),
  (pod, { nodeSelector }) => (nodeSelector ? withOrWithout(pod, 'nodeSelector', nodeSelector) : pod),
  (pod, { affinity, emptyAffinityParts = [] }, { overrideAffinity }) =>
    affinity ? withOrWithout(pod, 'affinity', overrideAffinity(pod.affinity, affinity, emptyAffinityParts)) : pod,
];

/** The Deployment with settings applied. */
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

/** Adds annotations to the Deployment and to its Pods; existing ones stay. */
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
