/** Models that KServe serves: their containers count as those of Pods, their accounts as decisions, and their sizes as nothing. */
import { describe, expect, it } from 'vitest';
import { NAMESPACE, reviewFolder } from '../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const SERVICE = `apiVersion: serving.kserve.io/v1beta1
kind: InferenceService
metadata: {name: q, namespace: shop, labels: {opendatahub.io/dashboard: 'true'}}
spec:
  predictor:
    minReplicas: 1
    model: {modelFormat: {name: vLLM}, storageUri: s3://x/y, resources: {limits: {cpu: 1}}}
`;
const RUNTIME = `apiVersion: serving.kserve.io/v1alpha1
kind: ServingRuntime
metadata: {name: q, namespace: shop}
spec:
  containers: [{name: c, image: quay.io/x/y:1}]
`;
const reviewed = (text: string, from: string, to: string) =>
  reviewFiles({ 'ns.yaml': NAMESPACE, 'a.yaml': text }, { 'ns.yaml': NAMESPACE, 'a.yaml': text.replace(from, to) });

describe('a served model', () => {
  it.each([
    ['minReplicas: 1', 'minReplicas: 2'],
    ['cpu: 1', 'cpu: 2'],
    ["dashboard: 'true'", "dashboard: 'false'"],
  ])('is everyday work with %s → %s', (from, to) => {
    const { headline, text } = reviewed(SERVICE, from, to);
    expect(headline).toMatch(/^No new permissions\. Changes: InferenceService shop\/q/);
    expect(text).not.toMatch(/^(?:error|warning)/m);
  });

  it.each([
    ['s3://x/y', 's3://x/z', 'warning'],
    ['minReplicas: 1', 'serviceAccountName: admin', 'error'],
    ['minReplicas: 1', 'volumes: [{name: a, secret: {secretName: admin}}]', 'warning'],
    ['predictor:', 'transformer: {serviceAccountName: admin}\n  predictor:', 'error'],
  ])('is told with %s → %s, as an %s', (from, to, severity) => {
    expect(reviewed(SERVICE, from, to).text).toMatch(new RegExp(`^${severity}\\[cluster-setting\\].*InferenceService shop/q`, 'm'));
  });

  it.each([
    ['image: quay.io/x/y:1', 'image: quay.io/x/y:1, securityContext: {privileged: true}'],
    ['  containers:', '  volumes: [{name: a, hostPath: {path: /}}]\n  containers:'],
  ])('grants more where its runtime has %s → %s', (from, to) => {
    expect(reviewed(RUNTIME, from, to).headline).toMatch(/^Grants more: ServingRuntime shop\/q/);
    expect(reviewed(RUNTIME.replaceAll('ServingRuntime', 'ClusterServingRuntime'), from, to).headline).toMatch(/^Grants more/);
  });

  it('names another image of its runtime', () => {
    expect(reviewed(RUNTIME, 'y:1', 'y:2').headline).toBe(
      'No new permissions. Changes: ServingRuntime shop/q: spec.containers[c].image quay.io/x/y:1 → quay.io/x/y:2',
    );
  });
});
