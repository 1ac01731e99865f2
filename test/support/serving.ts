/** CSVs with Deployments that serve webhooks. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { csv } from './build.js';

/** One entry of `spec.webhookdefinitions`. */
export function webhook(deploymentName: string): object {
  return {
    generateName: 'check.example.com',
    type: 'ValidatingAdmissionWebhook',
    deploymentName,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
  };
}

/** What a serving CSV may have. */
export interface ServingFields {
  readonly deployment?: string;
  /** The ServiceAccount of its pods. */
  readonly account?: string;
  readonly created?: string;
}

/** A CSV with one Deployment that serves a webhook. */
export function serving(id: string, { deployment = 'manager', account, created }: ServingFields = {}): KubernetesObject {
  const template = { spec: { containers: [], ...(account ? { serviceAccountName: account } : {}) } };
  const deployments = [{ name: deployment, spec: { selector: {}, template } }];
  return csv(id, {
    ...(created ? { created } : {}),
    spec: { install: { strategy: 'deployment', spec: { deployments } }, webhookdefinitions: [webhook(deployment)] },
  });
}
