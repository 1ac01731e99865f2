/** A new template of a chart is told with the objects in it; one that reads a Secret of the cluster is a warning that shows the line. */
import { describe, expect, it } from 'vitest';
import { lines } from '../../../../support/lines.js';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const BASE: Files = { 'ns.yaml': NAMESPACE, 'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n' };
const configMap = (name: string, value: string): string =>
  lines('apiVersion: v1', 'kind: ConfigMap', 'metadata:', `  name: ${name}`, 'data:', `  a: ${value}`);
const reviewed = (files: Files) => reviewFiles(BASE, { ...BASE, ...files });

describe('a new template', () => {
  it('is told with its objects, also in the first line', () => {
    const { headline, text } = reviewed({ 'c/templates/a.yaml': `${configMap('x', 'b')}---\n${configMap('z', 'b')}` });
    expect(headline).toMatch(/^No new permissions\. Changes: File c\/templates\/a\.yaml( \(in c\))?: new: ConfigMap x and ConfigMap z$/);
    expect(text).not.toContain('warning');
  });

  it('shares a line with others', () => {
    const { text } = reviewed({ 'c/templates/a.yaml': configMap('x', 'b'), 'c/templates/b.yaml': configMap('z', 'b') });
    expect(text).toMatch(/2 Files: new: c\/templates\/a\.yaml.* and c\/templates\/b\.yaml/);
  });

  it.each(['"Secret"', '`Secret`', "'Secret'"])('that reads a Secret of the cluster, as %s, is a warning', (kind) => {
    const { headline, text } = reviewed({
      'c/templates/a.yaml': configMap('x', `{{ (lookup "v1" ${kind} "kube-system" "s").data | toJson }}`),
    });
    expect(headline).toMatch(/^Permissions may change: .*lookup "v1" /);
    expect(text).toContain('warning[operator-file-changed]');
  });

  it('that reads another object is none', () => {
    expect(reviewed({ 'c/templates/a.yaml': configMap('x', '{{ lookup "v1" "ConfigMap" "a" "b" }}') }).text).not.toContain('warning[');
  });
});

describe('a template that goes', () => {
  const gone = (apiVersion: string, kind: string, before = '') => {
    const text = lines(`apiVersion: ${apiVersion}`, `kind: ${kind}`, 'metadata:', '  name: x', '  namespace: acme');
    return reviewFiles({ ...BASE, 'c/templates/a.yaml': before + text }, BASE).headline;
  };

  it.each([
    ['operators.coreos.com/v1alpha1', 'CatalogSource'],
    ['operators.coreos.com/v1alpha1', 'Subscription'],
    ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
    ['monitoring.coreos.com/v1', 'ServiceMonitor'],
  ])('brings nothing if it only gave a %s %s', (apiVersion, kind) => {
    expect(gone(apiVersion, kind)).toMatch(/^No new permissions\. /);
  });

  it.each([
    ['operators.coreos.com/v1', 'OperatorGroup'],
    ['networking.k8s.io/v1', 'NetworkPolicy'],
    ['kyverno.io/v1', 'ClusterPolicy'],
    ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'],
  ])('may bring something without its %s %s', (apiVersion, kind) => {
    expect(gone(apiVersion, kind)).toMatch(/^Permissions may change: /);
  });

  it('may bring something if the cluster has a catalog of its name', () => {
    const text = lines('apiVersion: operators.coreos.com/v1alpha1', 'kind: CatalogSource', 'metadata:', '  name: redhat-operators');
    expect(reviewFiles({ ...BASE, 'c/templates/a.yaml': text }, BASE).headline).toMatch(/^Permissions may change: /);
  });

  it('may bring something if others use a part of it', () => {
    const goneWith = (line: string): string => gone('rbac.authorization.k8s.io/v1', 'Role', `${line}\n`);
    expect(goneWith('{{- if .Values.a }}{{ end }}')).toMatch(/^No new permissions\. /);
    for (const line of ['{{- define "a" }}b{{ end }}', '{{ include "guard" . }}', '{{ toYaml .Values.a }}', '{{ tpl (.Files.Get "a") . }}'])
      expect([line, goneWith(line)]).toEqual([line, expect.stringMatching(/^Permissions may change: /)]);
  });
});
