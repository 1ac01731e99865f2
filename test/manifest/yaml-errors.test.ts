import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../src/manifest/parse.js';
import { lines } from '../support/lines.js';

const fixes = (...text: string[]) => parseDocuments({ file: 'a.yaml', text: lines(...text) }).problems.map(({ line, fix }) => [line, fix]);

describe('the fix of a text that is no YAML', () => {
  it('is to render what is a template', () => {
    const template = 'render the template first, with Helm or the tool it was written for';
    expect(fixes('metadata:', '  labels:', '    {{- include "labels" . | nindent 4 }}')).toEqual([[3, template]]);
  });

  it('is to render what is a template, once for all its lines', () => {
    expect(fixes('kind: Pod', '{{- if .Values.a }}', 'metadata: {}', '{{- end }}', 'spec: {}', '{{- if .Values.b }}')).toHaveLength(1);
  });

  it.each(['<<<<<<< HEAD', '=======', '>>>>>>> other'])('is to resolve a merge conflict: %s', (marker) => {
    expect(fixes('a: 1', marker, 'b: 1')[0]).toEqual([2, 'resolve the merge conflict']);
  });

  it('is told once for one line', () => {
    expect(fixes('{"a": [{"b": "c')).toEqual([[2, 'close the quote']]);
    expect(fixes('a: b: c: d').map(([line]) => line)).toEqual([1]);
    expect(fixes('a: b: c', '---', 'a: b: c').map(([line]) => line)).toEqual([1, 3]);
  });
});
