/** Deployments of the install strategy, as they run (OLM's installCertRequirements, deploymentForSpec and DeploymentInitializerFuncs). */
import { type DeploymentSpec, type EnvVar, withContainers, withPod, withPodAnnotations } from '../../kubernetes/deployment.js';
import type { KubernetesObject } from '../../kubernetes/object.js';
import type { StrategyDeployment } from '../../model/registry-v1.js';
import { withSettings } from './config/settings.js';
import { DEPLOYMENTS_FIELD, type InstallContext, type InstallGenerator, metadataWith, servingDeploymentsOf, servingIn } from './context.js';
import { proxyEnv } from './proxy.js';

export const deployments: InstallGenerator = (context) => {
  const serving = new Set(servingDeploymentsOf(context));
  return context.bundle.csv.deployments.map((entry, index) => ({
    object: configured(deploymentOf(entry, serving.has(entry.name), context), context),
    field: [...DEPLOYMENTS_FIELD, index],
  }));
};

function deploymentOf({ name, label = {}, spec = {} }: StrategyDeployment, isServing: boolean, context: InstallContext): KubernetesObject {
  const { namespace, rules } = context;
  const served = isServing ? withCertificate(spec, servingIn(context, name).certificate, context) : spec;
  const annotations = rules.podAnnotations(context, served);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataWith({ name, namespace }, { ...label, ...rules.labels(context, 'Deployment') }),
    // OLM keeps no more than the one ReplicaSet that a rollout needs.
    spec: { ...withPodAnnotations(served, annotations), revisionHistoryLimit: 1 },
  };
}

function withCertificate(spec: DeploymentSpec, secretName: string, { rules }: InstallContext): DeploymentSpec {
  return withPod(rules.withCertificateVolumes(spec, secretName), (pod) => ({
    ...pod,
    serviceAccountName: pod.serviceAccountName || 'default',
  }));
}

/** With the settings of the Subscription, the cluster's proxy, and what every container is told. */
function configured(deployment: KubernetesObject, context: InstallContext): KubernetesObject {
  const { config = {}, proxy = {}, rules } = context;
  const set = withSettings(deployment, config, rules.settings);
  const told = [...proxyEnv(proxy, config.env ?? []), ...rules.containerEnv(context)];
  return told.length === 0 ? set : { ...set, spec: withEnv(set.spec as DeploymentSpec, told, context) };
}

function withEnv(spec: DeploymentSpec, env: readonly EnvVar[], { rules }: InstallContext): DeploymentSpec {
  return withPod(spec, (pod) =>
    withContainers(pod, (container) => ({ ...container, env: rules.settings.mergeEnv(container.env ?? [], env) })),
  );
}
