/** Text for Helm: `cdk8s synth --format helm` writes the objects as templates of a chart. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OlmCluster } from '../../src/constructs/olm-cluster.js';
import { contentOf, folderOf } from '../support/files.js';

const TEXTS = ['{{ .Values.x }}', '{{- trim -}}', '{{{', 'a {{`b`}} c', '}} {{', '{{ "{{" }}', "it's {{", '{{/* c */}}'];

/** What Helm writes for a template that has no action but a quoted text. */
function rendered(template: string): string {
  expect(template.replaceAll('{{ "{{" }}', '')).not.toContain('{{');
  return template.replaceAll('{{ "{{" }}', '{{');
}

function written(outdir: string, text: string): string {
  vi.stubEnv('CDK8S_OUTDIR', outdir);
  const app = new App();
  new OlmCluster(new Chart(app, 'chart'), 'prod').addNamespace('team', { annotations: { note: text } });
  app.synth();
  return contentOf(outdir)['chart.k8s.yaml'] ?? '';
}

afterEach(() => void vi.unstubAllEnvs());

describe.each(TEXTS)('the text %s', (text) => {
  const plain = (): string => written(folderOf(), text);

  it('is escaped in a template of a chart, and Helm writes it as it is', () => {
    const chart = folderOf();
    writeFileSync(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: a\nversion: 0.1.0\n');
    mkdirSync(join(chart, 'templates'));
    expect(rendered(written(join(chart, 'templates'), text))).toBe(plain());
  });

  it('stays as it is in a folder that only has the name', () => {
    const folder = join(folderOf(), 'templates');
    mkdirSync(folder);
    expect(written(folder, text)).toBe(plain());
    expect(plain()).toContain('{{');
  });
});
