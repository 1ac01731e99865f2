import { describe, expect, it } from 'vitest';
import { areHarmlessObjects } from '../../../../../src/review/rules/changed/files/harmless-objects.js';

const object = (apiVersion: string, kind: string, spec = 'a: 1') =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a, namespace: b}\nspec: {${spec}}\n`;

const HARMLESS = [
  ['v1', 'Service'],
  ['v1', 'PersistentVolumeClaim'],
  ['v1', 'ResourceQuota'],
  ['v1', 'LimitRange'],
  ['policy/v1', 'PodDisruptionBudget'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  ['autoscaling.k8s.io/v1', 'VerticalPodAutoscaler'],
  ['monitoring.coreos.com/v1', 'ServiceMonitor'],
] as const;

const OTHERS = [
  ['v1', 'ServiceAccount'],
  ['v1', 'Namespace'],
  ['v1', 'Secret'],
  ['v1', 'ConfigMap'],
  ['v1', 'Pod'],
  ['apps/v1', 'Deployment'],
  ['rbac.authorization.k8s.io/v1', 'Role'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'],
  ['operators.coreos.com/v1alpha1', 'Subscription'],
  ['argoproj.io/v1alpha1', 'Application'],
  ['machineconfiguration.openshift.io/v1', 'MachineConfig'],
  ['security.openshift.io/v1', 'SecurityContextConstraints'],
  ['policy.open-cluster-management.io/v1', 'Policy'],
  ['example.com/v1', 'Service'],
  ['example.com/v1', 'Unknown'],
] as const;

describe('objects of a file that nobody lists', () => {
  it.each(HARMLESS)('bring no permission: %s %s', (apiVersion, kind) => {
    const text = object(apiVersion, kind);
    expect(areHarmlessObjects(undefined, text)).toBe(true);
    expect(areHarmlessObjects(text, undefined)).toBe(true);
    expect(areHarmlessObjects(text, object(apiVersion, kind, 'a: 2'))).toBe(true);
    expect(areHarmlessObjects(undefined, `${text}---\n{{ include "more" . }}\n`)).toBe(false);
    expect(areHarmlessObjects(undefined, `${text}---\nspec: [`)).toBe(false);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of envsubst
    expect(areHarmlessObjects(text, object(apiVersion, kind, 'a: "${MORE}"'))).toBe(false);
    for (const [api, other] of OTHERS) {
      expect(areHarmlessObjects(undefined, `${text}---\n${object(api, other)}`)).toBe(false);
      expect(areHarmlessObjects(`${object(api, other)}---\n${text}`, `${object(api, other)}---\n${object(apiVersion, kind, 'a: 3')}`)).toBe(
        true,
      );
    }
  });

  it.each(OTHERS)('may bring permissions: %s %s', (apiVersion, kind) => {
    expect(areHarmlessObjects(undefined, object(apiVersion, kind))).toBe(false);
    expect(areHarmlessObjects(object(apiVersion, kind), object(apiVersion, kind, 'a: 2'))).toBe(false);
  });

  it('bring none where only the version of an image differs', () => {
    const pod = (image: string, more = '') => object('v1', 'Pod', `containers: [{name: a, image: "${image}"}]${more}`);
    for (const image of ['q.io/a/b:2', `q.io/a/b:2@sha256:${'a'.repeat(64)}`])
      expect(areHarmlessObjects(pod('q.io/a/b:1'), pod(image))).toBe(true);
    for (const image of ['q.io/evil/b:1', 'evil.io/a/b:1', 'q.io/a/b/c:1'])
      expect(areHarmlessObjects(pod('q.io/a/b:1'), pod(image))).toBe(false);
    expect(areHarmlessObjects(pod('q.io/a/b:1'), pod('q.io/a/b:2', ', serviceAccountName: a'))).toBe(false);
    const catalog = (image: string) => object('operators.coreos.com/v1alpha1', 'CatalogSource', `image: "${image}"`);
    expect(areHarmlessObjects(catalog('q.io/a/b:1'), catalog('q.io/a/b:2'))).toBe(false);
  });

  it('bring none where an Application only compares its objects in another way', () => {
    const of = (more: string) => object('argoproj.io/v1alpha1', 'Application', `source: {repoURL: "https://a.example"}, ${more}`);
    for (const field of ['ignoreDifferences: [{kind: A}]', 'info: [{name: a, value: b}]', 'revisionHistoryLimit: 3'])
      expect(areHarmlessObjects(of('project: a'), of(`project: a, ${field}`))).toBe(true);
    for (const field of [
      'destination: {server: b}',
      'source: {repoURL: "https://b.example"}',
      'syncPolicy: {managedNamespaceMetadata: {}}',
    ])
      expect(areHarmlessObjects(of('project: a'), object('argoproj.io/v1alpha1', 'Application', `project: a, ${field}`))).toBe(false);
  });
});
