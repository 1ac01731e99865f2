import { expect, it } from 'vitest';
import { ownRelease, releaseOf } from '../../../src/repository/charts/chart-release.js';
import { plainChart } from '../../../src/repository/charts/plain-chart.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { folderOf } from '../../support/files.js';

const TEMPLATE = [
  'apiVersion: operators.coreos.com/v1alpha1',
  'kind: Subscription',
  'metadata: {name: acme, namespace: {{ .Release.Namespace }}}',
  'spec:',
  '  name: acme',
  '  channel: {{ .Values.channel | default "stable" | quote }}',
  '  source: {{ .Values.operator.source }}',
  '  startingCSV: {{ include "acme.csv" . }}',
  '---',
  '{{- range .Values.more }}',
  'apiVersion: operators.coreos.com/v1alpha1',
  'kind: Subscription',
  'metadata: {name: {{ .name }}, namespace: ops}',
  'spec: {name: {{ .name }}}',
  '{{- end }}',
].join('\n');

const chart = () =>
  diskTree(
    folderOf({
      'c/Chart.yaml': 'name: c\n',
      'c/values.yaml': 'operator: {source: redhat-operators}\n',
      'c/templates/sub.yaml': TEMPLATE,
      'c/templates/NOTES.txt': 'kind: Subscription',
      'c/files/sub.txt': 'kind: Subscription',
    }),
  );

it('shows the objects of OLM that are plain, with the values at hand', () => {
  const application = { name: 'acme', namespace: 'ops', helm: { parameters: [{ name: 'operator.source', value: 'mine' }] }, refs: [] };
  const { text, unread } = plainChart(
    chart(),
    releaseOf('c', application, () => true),
  );
  expect(JSON.parse(text.text)).toEqual({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'acme', namespace: 'ops' },
    // What nothing here knows stays as it is written.
    spec: { name: 'acme', channel: 'stable', source: 'mine', startingCSV: '{{ include "acme.csv" . }}' },
  });
  expect(text.originOf?.({ file: '', document: 0, path: [] }, ['spec', 'source'])).toMatchObject([
    { file: expect.stringContaining('c/templates/sub.yaml'), document: 0, path: ['spec', 'source'] },
  ]);
  expect(unread.map(({ path, reason }) => `${path}: ${reason}`)).toEqual(
    // Notes are printed; another file with an object in it can be taken by a template.
    expect.arrayContaining(['c/values.yaml: chart-source', 'c/templates/NOTES.txt: chart-source', 'c/files/sub.txt: chart-part']),
  );
});

it('shows nothing of which the name or the namespace is not known', () => {
  expect(plainChart(chart(), ownRelease('c', 'c')).text.text).toBe('');
});
