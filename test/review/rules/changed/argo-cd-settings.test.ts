/** What changes in Argo CD without giving anybody anything: how it shows and compares objects, and the version of a chart's image. */
import { describe, expect, it } from 'vitest';
import { NAMESPACE, reviewFolder } from '../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const first = (before: string, after: string): string =>
  reviewFiles({ 'ns.yaml': NAMESPACE, 'a.yaml': before }, { 'ns.yaml': NAMESPACE, 'a.yaml': after }).headline;

const CONFIG = `apiVersion: v1
kind: ConfigMap
metadata: {name: argocd-cm, namespace: argocd}
data: {a: b}
`;
const OPERATED = `apiVersion: argoproj.io/v1beta1
kind: ArgoCD
metadata: {name: argocd, namespace: argocd}
spec: {extraConfig: {a: b}}
`;

describe.each([
  ['argocd-cm', CONFIG],
  ['an ArgoCD with extraConfig', OPERATED],
])('%s', (_, text) => {
  it.each(['resource.ignoreResourceUpdatesEnabled', 'application.instanceLabelKey', 'resource.customizations.health.apps_Deployment'])(
    'brings nothing with %s',
    (key) => {
      expect(first(text, text.replace('a: b', `a: b, ${key}: x`))).toMatch(/^No new permissions\. Changes: /);
    },
  );

  it.each(['dex.config', 'oidc.config', 'admin.enabled', 'resource.customizations.actions.apps_Deployment', 'accounts.bob', 'url'])(
    'can bring something with %s',
    (key) => {
      const after = text.replace('a: b', `a: b, application.instanceLabelKey: x, ${key}: x`);
      expect(first(text, after)).toMatch(/^(?:Permissions may change|Grants more): /);
    },
  );
});

describe('an ArgoCD', () => {
  it('brings nothing with another label of its Applications', () => {
    expect(first(OPERATED, OPERATED.replace('spec: {', 'spec: {applicationInstanceLabelKey: x, '))).toMatch(/^No new permissions/);
  });
});

describe('an Application of a chart from elsewhere', () => {
  const of = (values: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: promtail, namespace: argocd}
spec:
  project: default
  destination: {server: https://kubernetes.default.svc, namespace: logs}
  source:
    repoURL: https://example.com/charts
    chart: promtail
    targetRevision: 6.17.1
    helm:
      values: |
        a: b
${values.replace(/^/gm, '        ')}
`;
  it('brings nothing where the image of the chart gets its next version', () => {
    expect(first(of('image: {tag: 2.7.0}'), of('image: {tag: 2.8.0}'))).toMatch(
      /^No new permissions\. Changes: Application argocd\/promtail/,
    );
    const guard = (tag: string): string => of(`image: {tag: ${tag}}`).replaceAll('promtail', 'kyverno');
    expect(first(guard('2.7.0'), guard('2.8.0'))).toMatch(/^Permissions may change/);
  });

  it('is named with the field that differs, whatever the sentence of the finding says', () => {
    expect(first(of('c: d'), of('c: other'))).toMatch(/^Permissions may change: .*; spec\.source\.helm\.values: c d → other$/);
    const long = 'x'.repeat(300);
    expect(first(of('c: d'), of(`c: ${long}`))).toMatch(/c d → x+ … \d+ more characters … x+$/);
  });

  it.each([
    ['image: quay.io/a/b:v1.2.0', 'image: quay.io/a/b:v1.3.0', /^No new permissions/],
    ['image: quay.io/a/b:v1.2.0', 'image: quay.io/a/b:v1.1.0', /^Permissions may change/],
    ['image: quay.io/a/b:v1.2.0', 'image: quay.io/evil/b:v1.3.0', /^Permissions may change/],
    ['image: quay.io/a/b:v1.2.0', 'image: quay.io/a/b:latest', /^Permissions may change/],
    ['image: quay.io/a/my-catalog:v1.2.0', 'image: quay.io/a/my-catalog:v1.3.0', /^Permissions may change/],
    ['operator: {image: quay.io/a/b:v1.2.0}', 'operator: {image: quay.io/a/b:v1.3.0}', /^Permissions may change/],
  ])('with %s → %s', (before, after, line) => {
    expect(first(of(before), of(after))).toMatch(line);
  });

  it.each([
    ['image.tag, value: 1.2.0', 'image.tag, value: 1.3.0', /^No new permissions/],
    ['image.tag, value: 1.2.0', 'image.tag, value: 1.1.0', /^Permissions may change/],
    ['image.tag, value: 1.2.0', 'image.tag, value: 1.3.0, forceString: true', /^Permissions may change/],
    ['image.tag, value: 1.2.0', 'image.repository, value: evil.example/x', /^Permissions may change/],
    ['rbac.create, value: "false"', 'rbac.create, value: "true"', /^Permissions may change/],
    ['chart.version, value: 1.2.0', 'chart.version, value: 1.3.0', /^Permissions may change/],
    ['targetRevision, value: 1.2.0', 'targetRevision, value: 1.3.0', /^Permissions may change/],
  ])('with the parameter %s → %s', (before, after, line) => {
    const named = (parameter: string): string =>
      of('c: d').replace('      values: |', `      parameters: [{name: ${parameter}}]\n      values: |`);
    expect(first(named(before), named(after))).toMatch(line);
  });

  it.each([
    'image: {tag: latest}',
    'image: {tag: 2.8.0}',
    'image: {tag: 2.8.0, repository: evil.example/x}',
    'image: {tag: 2.8.0}\nrbac: {create: true}',
    'tag: 2.8.0',
  ])('can bring something with %s', (values) => {
    expect(first(of('c: d'), of(`c: d\n${values}`))).toMatch(/^Permissions may change: /);
  });
});
