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
    [
      'Terraform that chooses between two values',
      'locals {\n  arn = var.hcp ? null : "pre-Support"\n}\n',
      'locals {\n  arn = var.hcp ? null : "pre-Control"\n}\n',
      [{ field: 'arn', before: 'var.hcp ? null : "pre-Support"', after: 'var.hcp ? null : "pre-Control"' }],
    ],
    [
      'lines with nothing in common, each by itself',
      'set -e\n},\nold {\n',
      'set -e\nadmin_group = "cluster-admins"\nnew [\n',
      [
        { field: '', before: '},' },
        { field: '', after: 'admin_group = "cluster-admins"' },
        { field: '', before: 'old {' },
        { field: '', after: 'new [' },
      ],
    ],
    ['a text that was a number', 'a: false\nb: 1\n', 'a: "false"\nb: 1\n', [{ field: 'a', before: 'false', after: '"false"' }]],
    ['keys in another order', 'a: 1\nb: {c: 1, d: 2}\n', 'b: {d: 2, c: 1}\na: 1\n', []],
    ['comments of a template', 'a: 1\n{{/* one\n */}}\n', '{{- /* two */ -}}\na: 1\n', []],
    ['comments and blanks', 'a: 1 # one\n', '\na:   1 # two\n', []],
    ['comments of a script', '# one\nrun\n', '# two\nrun  \n', []],
  ])('is told of %s', (_, before, after, changes) => {
    expect(textChanges(before, after)).toEqual(changes);
  });

  it('is one entry where a list of entries without a name gets, loses or changes one, whatever comes before it', () => {
    const entry = (value: number): object => ({ role: `r${value}`, vars: { version: value } });
    const list = (...values: readonly number[]): string => JSON.stringify({ roles: values.map(entry) });
    for (const place of [0, 1, 2, 3]) {
      const more = [1, 2, 3];
      more.splice(place, 0, 9);
      expect(textChanges(list(1, 2, 3), list(...more))).toEqual([
        { field: `roles[${place}].role`, after: 'r9' },
        { field: `roles[${place}].vars.version`, after: '9' },
      ]);
      expect(textChanges(list(...more), list(1, 2, 3)).map(({ before }) => before)).toEqual(['r9', '9']);
      const other = more.map((value) => (value === 9 ? 8 : value));
      expect(textChanges(list(...more), list(...other))).toEqual([
        { field: `roles[${place}].role`, before: 'r9', after: 'r8' },
        { field: `roles[${place}].vars.version`, before: '9', after: '8' },
      ]);
    }
    // Neither of two that go for one that comes is lost.
    expect(textChanges(list(1, 2, 3), list(3, 9)).flatMap(({ before = [] }) => before)).toEqual(expect.arrayContaining(['r1', 'r2']));
    // The order of those that stay is told next to another change, and alone.
    expect(textChanges(list(1, 2, 3), list(2, 1, 9, 3)).at(-1)).toEqual({ field: 'the order of roles' });
    expect(textChanges(list(1, 2), list(2, 1))).toEqual([{ field: 'the order of its entries' }]);
    expect(textChanges(list(1, 1), list(1))).toEqual([
      { field: 'roles[1].role', before: 'r1' },
      { field: 'roles[1].vars.version', before: '1' },
    ]);
  });

  it('names the entries of a list in which most have a name, such as tasks', () => {
    const tasks = (...names: string[]) => JSON.stringify([...names.map((name) => ({ name, a: `${name} 1` })), { debug: 'x' }]);
    const fields = textChanges(tasks('first', 'last'), tasks('new', 'first', 'last')).map(({ field }) => field);
    expect(fields.filter((field) => !/^\[\d\]\.debug$/.test(field))).toEqual(['new.name', 'new.a']);
  });

  it('pairs entries of which some have a name, and some the same one', () => {
    const list = (...entries: object[]) => JSON.stringify({ all: entries });
    const [plain, named, other] = [{ at: 'a' }, { name: 'b', at: 'b' }, { name: 'b', at: 'c' }];
    for (const [first, second] of [
      [plain, named],
      [named, other],
      [other, plain],
    ] as [object, object][]) {
      expect(textChanges(list(first, second), list(second, first))).toEqual([{ field: 'the order of its entries' }]);
      expect(textChanges(list(first, second), list(first))).toHaveLength(Object.keys(second).length);
      const changed = textChanges(list(first, second), list({ ...second, at: 'evil' }, first));
      expect(changed).toContainEqual(expect.objectContaining({ after: 'evil' }));
    }
  });

  it('is all of it, where only one side has it', () => {
    expect(textChanges(undefined, 'source: evil\n')).toEqual([{ field: 'source', after: 'evil' }]);
    expect(textChanges('source: evil\n', undefined)).toEqual([{ field: 'source', before: 'evil' }]);
  });
});

describe('a list of a kustomization', () => {
  const list = (...words: readonly string[]): string =>
    `apiVersion: kustomize.config.k8s.io/v1beta1\nresources:\n${words.map((word) => `- ${word}\n`).join('')}`;
  it.each([
    ['that gets one at its start', list('b', 'c'), list('a', 'b', 'c'), [{ field: 'resources[0]', after: 'a' }]],
    ['that loses one', list('a', 'b', 'c'), list('b', 'c'), [{ field: 'resources[0]', before: 'a' }]],
    ['in which one is another', list('a', 'b'), list('a', 'c'), [{ field: 'resources[1]', before: 'b', after: 'c' }]],
  ])('%s', (_, before, after, changes) => {
    expect(textChanges(before, after)).toEqual(changes);
  });

  it('is any other list by its places', () => {
    const [before, after] = [
      ['view', 'cluster-admin'],
      ['cluster-admin', 'view'],
    ].map((roles) => `roles: [${roles.join()}]\n`);
    expect(textChanges(before, after)).toEqual([
      { field: 'roles[0]', before: 'view', after: 'cluster-admin' },
      { field: 'roles[1]', before: 'cluster-admin', after: 'view' },
    ]);
  });
});

describe('the triggers of a workflow', () => {
  it('have the name that the file gives them', () => {
    const of = (branch: string): string => `on: {push: {branches: [${branch}]}}\njobs: {}\n`;
    expect(textChanges(of('a'), of('b'))).toEqual([{ of: undefined, field: 'on.push.branches[0]', before: 'a', after: 'b' }]);
  });
});
