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
