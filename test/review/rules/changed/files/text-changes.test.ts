import { describe, expect, it } from 'vitest';
import { textChanges } from '../../../../../src/review/rules/changed/files/text-changes.js';

describe('what changes in a text', () => {
  it.each<[string, string, string, readonly object[]]>([
    ['values', 'a:\n  source: redhat\n', 'a:\n  source: evil\n', [{ field: 'a.source', before: 'redhat', after: 'evil' }]],
    [
      'a patch that is an object',
      'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: acme}\nspec: {installPlanApproval: Automatic}\n',
      'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: acme}\nspec: {installPlanApproval: Manual, startingCSV: acme.v1}\n',
      [
        { of: 'Subscription acme', field: 'spec.installPlanApproval', before: 'Automatic', after: 'Manual' },
        { of: 'Subscription acme', field: 'spec.startingCSV', after: 'acme.v1' },
      ],
    ],
    [
      'an operation in a kustomization',
      'patches:\n- target: {kind: Subscription, name: acme}\n  patch: |-\n    - {op: replace, path: /spec/source, value: redhat}\n',
      'patches:\n- target: {kind: Subscription, name: acme}\n  patch: |-\n    - {op: replace, path: /spec/source, value: evil}\n',
      [{ of: 'Subscription acme', field: 'spec.source', before: 'redhat', after: 'evil' }],
    ],
    [
      'a template',
      'spec:\n  source: {{ .a }}\n',
      'spec:\n  source: {{ .b }}\n',
      [{ field: 'spec.source', before: '{{ .a }}', after: '{{ .b }}' }],
    ],
    [
      'a script',
      'oc apply <<EOF\n  source: redhat\nEOF\n',
      'oc apply <<EOF\n  source: evil\nEOF\n',
      [{ field: 'source', before: 'redhat', after: 'evil' }],
    ],
    [
      'Terraform',
      'a { x = {"source" = "redhat"} }',
      'a { x = {"source" = "evil"} }',
      [{ field: 'source', before: 'redhat', after: 'evil' }],
    ],
    [
      'how far a line of a template is indented',
      'data:\n  {{ include "x" . }}\n',
      'data:\n    {{ include "x" . }}\n',
      [{ field: 'the indentation of its lines' }],
    ],
    [
      'how far a line of a script is indented',
      'oc apply <<EOF\n  a: $(b)\nEOF\n',
      'oc apply <<EOF\n a: $(b)\nEOF\n',
      [{ field: 'the indentation of its lines' }],
    ],
    ['nothing of the comments of a template', '{{/* a */}}\nb: {{ .c }}\n', '{{/* d\n e */}}\nb: {{ .c }}\n', []],
    ['a line without a name', 'set -e\nrun one\n', 'set -e\nrun two\n', [{ field: '', before: 'run one', after: 'run two' }]],
    [
      'a line that has more than a word with a name',
      'NS=a kubectl get pods\n',
      'NS=a kubectl create clusterrolebinding b\n',
      [{ field: '', before: 'NS=a kubectl get pods', after: 'NS=a kubectl create clusterrolebinding b' }],
    ],
    [
      'an option in a line of its own',
      'kubectl create clusterrolebinding b\n  --clusterrole=view\n',
      'kubectl create clusterrolebinding b\n  --clusterrole=cluster-admin\n',
      [{ field: '--clusterrole', before: 'view', after: 'cluster-admin' }],
    ],
    ['a schedule', '* * * * * one\n', '* * * * * two\n', [{ field: '', before: '* * * * * one', after: '* * * * * two' }]],
    ['lines in another order', 'one\ntwo\n', 'two\none\n', [{ field: 'the order of its lines' }]],
    [
      'what decides in a template',
      '{{- if .admin }}\na: 1\n{{- end }}\n',
      '{{- if not .admin }}\na: 1\n{{- end }}\n',
      [{ field: '', before: '{{- if .admin }}', after: '{{- if not .admin }}' }],
    ],
    [
      'what a template brings in',
      'a: 1\n{{ include "one" . }}\n',
      'a: 1\n{{ include "two" . }}\n',
      [{ field: '', before: '{{ include "one" . }}', after: '{{ include "two" . }}' }],
    ],
    [
      'where a condition of a template ends',
      '{{- if .x }}\na: 1\nb: 1\n{{- end }}\n',
      '{{- if .x }}\na: 1\n{{- end }}\nb: 1\n',
      [{ field: 'the order of its lines' }],
    ],
    [
      'entries in another order',
      'l: [{name: a, v: 1}, {name: b}]\n',
      'l: [{name: b}, {v: 1, name: a}]\n',
      [{ field: 'the order of its entries' }],
    ],
    ['a text that was a number', 'a: false\nb: 1\n', 'a: "false"\nb: 1\n', [{ field: 'a', before: 'false', after: '"false"' }]],
    ['keys in another order', 'a: 1\nb: {c: 1, d: 2}\n', 'b: {d: 2, c: 1}\na: 1\n', []],
    ['comments of a template', 'a: 1\n{{/* one\n */}}\n', '{{- /* two */ -}}\na: 1\n', []],
    ['comments and blanks', 'a: 1 # one\n', '\na:   1 # two\n', []],
    ['comments of a script', '# one\nrun\n', '# two\nrun  \n', []],
  ])('is told of %s', (_, before, after, changes) => {
    expect(textChanges(before, after)).toEqual(changes);
  });

  it('is all of it, where only one side has it', () => {
    expect(textChanges(undefined, 'source: evil\n')).toEqual([{ field: 'source', after: 'evil' }]);
    expect(textChanges('source: evil\n', undefined)).toEqual([{ field: 'source', before: 'evil' }]);
  });
});
