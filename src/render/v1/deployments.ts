/** Deployments of the install strategy (OLM v1's BundleCSVDeploymentGenerator). */
import { withPodAnnotations } from '../../kubernetes/deployment.js';
import type { KubernetesObject } from '../../kubernetes/object.js';
import { NEWEST_OLM_V1 } from '../../model/olm-version.js';
import type { StrategyDeployment } from '../../model/registry-v1.js';
import { withCertificateVolumes } from '../certificates/volumes.js';
import { V1_SETTINGS, withSettings } from '../install/config/settings.js';
import { servingNames, servingOf, type V1Context, type V1Generator } from './context.js';

export const deployments: V1Generator = (context) => {
  const serving = new Set(servingNames(context));
  return context.bundle.csv.deployments.map((entry) => {
    const deployment = deploymentOf(entry, serving.has(entry.name), context);
    return context.config ? withSettings(deployment, context.config, V1_SETTINGS) : deployment;
  });
};

function deploymentOf({ name, label, spec = {} }: StrategyDeployment, isServing: boolean, context: V1Context): KubernetesObject {
  const { bundle, certificates, installNamespace, targetNamespaces, release = NEWEST_OLM_V1 } = context;
  const projected = withPodAnnotations(
    { ...spec, revisionHistoryLimit: 1 },
    {
      ...bundle.csv.annotations,
      ...spec.template?.metadata?.annotations,
      'olm.targetNamespaces': targetNamespaces.join(','),
      ...(release.behaviours.has('annotatesOperatorNamespace') ? { 'olm.operatorNamespace': installNamespace } : {}),
    },
  );
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: installNamespace, ...(label ? { labels: label } : {}) },
    spec: certificates && isServing ? withCertificateVolumes(projected, servingOf(context, name).certificate) : projected,
  };
}
