import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatProblem } from '../../../src/base/manifest/format-problem.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { folderOf } from '../../support/files.js';
import { lines } from '../../support/lines.js';
import { type Brief, brief } from '../../support/read-texts.js';

const GROUP = ['apiVersion: operators.coreos.com/v1', 'kind: OperatorGroup', 'metadata:', '  name: group', '  namespace: default'];
const CSV = [
  'apiVersion: operators.coreos.com/v1alpha1',
  'kind: ClusterServiceVersion',
  'metadata:',
  '  name: etcd.v1',
  '  namespace: default',
];

/** Each is a file of its own: what it is, its text, and all that is wrong with it. */
const CORPUS: [string, string, Brief[]][] = [
  // No manifests at all.
  ['a web page', '<html><body>404</body></html>\n', [['NOT_A_MANIFEST', 1, 1, undefined]]],
  ['prose', 'Dear cluster, please run etcd.\n', [['NOT_A_MANIFEST', 1, 1, undefined]]],
  ['a binary file', 'PK\u0003\u0004\u0014\0\0\0', [['NOT_YAML', 1, 3, undefined]]],
  ['a list of objects', lines('- apiVersion: v1', '  kind: Namespace'), [['NOT_A_MANIFEST', 1, 1, undefined]]],
  ['the values of a Helm chart', lines('replicas: 1', 'image: {tag: v1}'), [['NOT_A_MANIFEST', 1, 1, undefined]]],
  [
    'a List of something else',
    '{"apiVersion": "v1", "kind": "List", "items": [null, "a"]}',
    [
      ['NOT_A_MANIFEST', 1, 48, undefined],
      ['NOT_A_MANIFEST', 1, 54, undefined],
    ],
  ],

  // No YAML.
  ['a template', lines(...GROUP, 'spec: {{ .Values.spec }}'), [['UNSUPPORTED_YAML', 6, 8, 'spec']]],
  ['a colon too many', lines(...GROUP, 'spec: {}', 'note: a: b'), [['NOT_YAML', 7, 8, undefined]]],
  ['a tab', lines(...GROUP, 'spec:', '\ttargetNamespaces: []'), [['NOT_YAML', 7, 1, undefined]]],
  ['an indent that is off', lines(...GROUP, 'spec:', '    selector: {}', '  staticProvidedAPIs: true'), [['NOT_YAML', 8, 3, undefined]]],
  ['a missing colon', lines('apiVersion: v1', 'kind Namespace', 'metadata: {name: a}'), [['NOT_YAML', 2, 1, undefined]]],
  ['JSON with a comma too few', '{"apiVersion": "v1"\n "kind": "Namespace"}', [['NOT_YAML', 2, 2, undefined]]],
  ['an unknown escape', lines(...GROUP, String.raw`spec: {note: "\q"}`), [['NOT_YAML', 6, 15, undefined]]],

  // YAML that Kubernetes cannot have.
  ['a key twice', lines(...GROUP, 'spec: {}', 'spec: {targetNamespaces: [a]}'), [['DUPLICATE_KEY', 7, 1, 'spec']]],
  ['the key __proto__', lines(...GROUP, 'spec:', '  __proto__: {staticProvidedAPIs: true}'), [['FORBIDDEN_KEY', 7, 3, 'spec.__proto__']]],
  [
    'the key __proto__ in JSON',
    '{"kind": "A", "metadata": {"labels": {"__proto__": "x"}}}',
    [['FORBIDDEN_KEY', 1, 39, 'metadata.labels.__proto__']],
  ],
  ['an alias without an anchor', lines(...GROUP, 'spec: *spec'), [['UNSUPPORTED_YAML', 6, 7, 'spec']]],
  ['a tag', lines(...GROUP, 'spec: {serviceAccountName: !!int name}'), [['UNSUPPORTED_YAML', 6, 34, 'spec.serviceAccountName']]],
  [
    'a set',
    lines(...GROUP, 'spec: {targetNamespaces: !!set {a, b}}'),
    [
      ['DOUBTFUL_YAML', 6, 32, 'spec.targetNamespaces'],
      ['WRONG_TYPE', 6, 8, 'spec.targetNamespaces'],
    ],
  ],
  ['half a character', lines(...GROUP, String.raw`spec: {note: "\ud800"}`), [['UNSUPPORTED_YAML', 6, 14, 'spec.note']]],
  ['a number that is none', lines(...GROUP, 'replicas: .nan'), [['UNSUPPORTED_YAML', 6, 11, 'replicas']]],
  ['a mapping as a key', lines(...GROUP, 'spec: {{a: b}: c}'), [['UNSUPPORTED_YAML', 6, 8, 'spec']]],
  [
    'an anchor bomb',
    lines(
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...[...'bcdefghi'].map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(', ')}]`),
    ),
    [['TOO_MANY_ALIASES', 6, 8, 'f[0]']],
  ],
  ['a hundred thousand brackets', `spec: ${'['.repeat(100_000)}`, [['NESTED_TOO_DEEPLY', 1, 262, undefined]]],

  // Objects that the API server refuses, or that mean something else than they seem to.
  [
    'an unknown kind',
    lines(GROUP[0] as string, 'kind: OperatorGruop', 'metadata: {name: a, namespace: default}'),
    [['UNKNOWN_KIND', 2, 7, 'kind']],
  ],
  ['a kind of another group', lines('apiVersion: v1', ...GROUP.slice(1)), [['UNKNOWN_KIND', 1, 13, 'apiVersion']]],
  [
    'a kind of a group that is nearly its own',
    lines('apiVersion: operator.coreos.com/v1', ...GROUP.slice(1)),
    [['UNKNOWN_KIND', 1, 13, 'apiVersion']],
  ],
  [
    'a version that does not exist',
    lines('apiVersion: operators.coreos.com/v2', ...GROUP.slice(1)),
    [['UNSUPPORTED_VERSION', 1, 13, 'apiVersion']],
  ],
  ['an OperatorGroup without a name', lines(...GROUP.slice(0, 3), '  namespace: default'), [['FIELD_MISSING', 3, 1, 'metadata.name']]],
  ['an OperatorGroup without metadata', lines(...GROUP.slice(0, 2)), [['FIELD_MISSING', 1, 1, 'metadata']]],
  ['a List without items in a list', '{apiVersion: v1, kind: List, items: {a: b}}', [['WRONG_TYPE', 1, 30, 'items']]],
  [
    'an OperatorGroup with generateName',
    lines(...GROUP.slice(0, 3), '  generateName: a-', '  namespace: default'),
    [['FIELD_MISSING', 3, 1, 'metadata.name']],
  ],
  [
    'a CSV without a namespace',
    lines(...CSV.slice(0, 4), 'spec: {install: {strategy: deployment}}'),
    [['NAMESPACE_NOT_GIVEN', 3, 1, 'metadata.namespace']],
  ],
  ['a CSV without spec.install', lines(...CSV, 'spec:', '  displayName: etcd'), [['FIELD_MISSING', 6, 1, 'spec.install']]],
  ['a CSV without a spec', lines(...CSV), [['FIELD_MISSING', 1, 1, 'spec']]],
  [
    'a CSV with an apiVersion of its own, and another fault',
    lines('apiVersion: v1beta1', ...CSV.slice(1), 'spec: {}'),
    [
      ['CSV_API_VERSION', 1, 13, 'apiVersion'],
      ['FIELD_MISSING', 6, 1, 'spec.install'],
    ],
  ],
  [
    'names that Kubernetes refuses',
    lines(...GROUP.slice(0, 3), '  name: My Group', '  namespace: Team_A', '  labels: {"a b": "c d"}', 'spec: {targetNamespaces: [a.b]}'),
    [
      ['INVALID_NAME', 4, 9, 'metadata.name'],
      ['INVALID_NAME', 5, 14, 'metadata.namespace'],
      ['INVALID_NAME', 6, 19, 'metadata.labels["a b"]'],
      ['INVALID_NAME', 7, 27, 'spec.targetNamespaces[0]'],
    ],
  ],
  [
    'the selector of the OpenShift guide',
    lines(...GROUP, 'spec:', '  selector:', '    cool.io/prod: "true"'),
    [['INVALID_SELECTOR', 7, 3, 'spec.selector']],
  ],
  [
    'a label that YAML takes for a boolean',
    lines(...GROUP, '  labels:', '    enabled: on'),
    [['WRONG_TYPE', 7, 14, 'metadata.labels.enabled']],
  ],
  [
    'a label that YAML takes for a number of many digits',
    lines(...GROUP, '  labels: {"a b": 9007199254740993}'),
    [
      ['INVALID_NAME', 6, 19, 'metadata.labels["a b"]'],
      ['WRONG_TYPE', 6, 19, 'metadata.labels["a b"]'],
    ],
  ],
  [
    'a label under selector that YAML takes for a number of many digits',
    lines(...GROUP, 'spec:', '  selector: {build: 9007199254740993}'),
    [['INVALID_SELECTOR', 7, 3, 'spec.selector']],
  ],
  [
    'a rule with a key in another case',
    lines(
      ...CSV,
      'spec:',
      '  install:',
      '    strategy: deployment',
      '    spec: {permissions: [{serviceAccountName: a, rules: [{Verbs: get}]}]}',
    ),
    [
      ['CSV_KEY_CASE', 9, 66, 'spec.install.spec.permissions[0].rules[0].Verbs'],
      ['WRONG_TYPE', 9, 66, 'spec.install.spec.permissions[0].rules[0].Verbs'],
    ],
  ],
  [
    'a name that YAML takes for a number',
    lines(...GROUP.slice(0, 3), '  name: 012', '  namespace: default'),
    [['WRONG_TYPE', 4, 9, 'metadata.name']],
  ],
  ['two documents for one object', lines(...GROUP, '---', ...GROUP), [['DUPLICATE_OBJECT', 10, 9, 'metadata.name']]],
  [
    'a namespace that does not exist',
    lines(...GROUP.slice(0, 4), '  namespace: team-a'),
    [['NAMESPACE_NOT_FOUND', 5, 14, 'metadata.namespace']],
  ],
  ['nothing at all', '', [['NO_MANIFESTS', undefined, undefined, undefined]]],
  ['only comments', lines('# kind: OperatorGroup'), [['NO_MANIFESTS', undefined, undefined, undefined]]],
  [
    'everything at once',
    lines(
      'a: b: c',
      '---',
      'kind: A',
      'kind: B',
      '---',
      'text',
      '---',
      ...GROUP.slice(0, 3),
      '  name: A',
      '  namespace: default',
      '---',
      ...GROUP,
      'spec: {selector: [a]}',
    ),
    [
      ['NOT_YAML', 1, 5, undefined],
      ['DUPLICATE_KEY', 4, 1, 'kind'],
      ['NOT_A_MANIFEST', 6, 1, undefined],
      ['INVALID_NAME', 11, 9, 'metadata.name'],
      ['WRONG_TYPE', 19, 8, 'spec.selector'],
    ],
  ],
];

describe('bad input', () => {
  it.each(CORPUS)('%s', (_, text, expected) => {
    const file = join(folderOf({ 'hostile.yaml': text }), 'hostile.yaml');
    const { problems } = readInput([file]);
    expect(brief(problems)).toEqual(expected);
    for (const problem of problems) {
      expect(problem).toMatchObject({
        file,
        message: expect.stringMatching(/./),
        found: expect.stringMatching(/./),
        expected: expect.stringMatching(/./),
        fix: expect.stringMatching(/./),
      });
      expect(formatProblem(problem)).toContain(problem.line === undefined ? `${file}: ` : `${file}:${problem.line}:${problem.column}`);
    }
  });
});
