import { describe, expect, it } from 'vitest';
import { READERS, type Reader } from '../../../src/olm/read/readers.js';
import { checkMetadata } from '../../../src/olm/read/reading.js';

const source = { file: 'a.yaml', document: 0, path: [] };
const LABEL_NAME = 'at most 63 lower-case letters, digits and "-", beginning and ending with a letter or digit';
const SUBDOMAIN_NAME = 'at most 253 lower-case letters, digits, "-" and ".", each part beginning and ending with a letter or digit';

/** What is wrong with the metadata of an object whose apiVersion is right unless it is given. */
function problems(kind: string, metadata: unknown, apiVersion?: string): unknown[] {
  const reader = READERS.find((candidate) => candidate.kind === kind) as Reader;
  const [group] = reader.groups;
  const [version = 'v1alpha1'] = reader.versions;
  return checkMetadata(reader, { apiVersion: apiVersion ?? (group ? `${group}/${version}` : version), kind, metadata }, source);
}

const ALL = { name: 'a', namespace: 'team-a' };

describe('apiVersion', () => {
  it.each<[string, string]>([
    ['Namespace', 'v1'],
    ['OperatorGroup', 'operators.coreos.com/v1'],
    ['OperatorGroup', 'operators.coreos.com/v1alpha2'],
    ['ClusterServiceVersion', 'operators.coreos.com/v1alpha1'],
    ['CustomResourceDefinition', 'apiextensions.k8s.io/v1beta1'],
    ['APIService', 'apiregistration.k8s.io/v1'],
  ])('of a %s may be %s', (kind, apiVersion) => {
    expect(problems(kind, ALL, apiVersion)).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    ['Namespace', 'v2', 'v2', 'v1'],
    ['OperatorGroup', 'operators.coreos.com/v1alpha1', 'v1alpha1', 'v1 or v1alpha2'],
    ['OperatorGroup', 'operators.coreos.com/', '""', 'v1 or v1alpha2'],
    ['OLMConfig', 'operators.coreos.com/v1alpha1', 'v1alpha1', 'v1'],
  ])('of a %s cannot be %s', (kind, apiVersion, version, expected) => {
    expect(problems(kind, ALL, apiVersion)).toEqual([
      {
        code: 'UNSUPPORTED_VERSION',
        message: `${kind} has no version ${version}`,
        source,
        at: ['apiVersion'],
        found: apiVersion,
        expected,
        fix: 'correct apiVersion',
      },
    ]);
  });

  // 47 of the 7,018 bundles of a community catalogue have one of these.
  it.each(['operators.coreos.com/v1', 'operators.coreos.com/v1beta1', 'v1alpha1', 'v1'])(
    'of a CSV is accepted with a warning as %s',
    (apiVersion) => {
      expect(problems('ClusterServiceVersion', ALL, apiVersion)).toEqual([
        {
          code: 'CSV_API_VERSION',
          message: 'this apiVersion does not exist for a ClusterServiceVersion',
          source,
          at: ['apiVersion'],
          found: apiVersion,
          expected: 'operators.coreos.com/v1alpha1',
          fix: 'correct apiVersion; it is read as operators.coreos.com/v1alpha1',
        },
      ]);
    },
  );
});

describe('metadata.name', () => {
  it.each<[string, string]>([
    ['Namespace', 'a'.repeat(63)],
    ['OperatorGroup', 'group.v1'],
    ['OperatorGroup', 'a'.repeat(253)],
    ['ClusterServiceVersion', 'etcdoperator.v0.9.4'],
    ['ClusterRole', 'system:Aggregate to:view'],
  ])('of a %s may be %s', (kind, name) => {
    expect(problems(kind, { ...ALL, name })).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['Namespace', 'team.a', LABEL_NAME],
    ['Namespace', 'a'.repeat(64), LABEL_NAME],
    ['Namespace', '', LABEL_NAME],
    ['OperatorGroup', 'Group', SUBDOMAIN_NAME],
    ['ClusterServiceVersion', 'etcd_operator', SUBDOMAIN_NAME],
    ['ClusterServiceVersion', 'a'.repeat(254), SUBDOMAIN_NAME],
    ['ServiceAccount', '-a', SUBDOMAIN_NAME],
  ])('of a %s cannot be %j', (kind, name, expected) => {
    expect(problems(kind, { ...ALL, name })).toEqual([
      {
        code: 'INVALID_NAME',
        message: `Kubernetes refuses this name for a ${kind}`,
        source,
        at: ['metadata', 'name'],
        found: JSON.stringify(name),
        expected,
        fix: 'rename the object',
      },
    ]);
  });

  it.each(['{{ .Release.Name }}', `\${NAME}-operators`])('cannot have a placeholder, which is to be filled in: %s', (placeholder) => {
    const fix = 'replace the placeholder first, with Helm, Flux or the tool it was written for';
    expect(problems('OperatorGroup', { name: placeholder, namespace: placeholder })).toMatchObject([
      { code: 'INVALID_NAME', at: ['metadata', 'name'], fix },
      { code: 'INVALID_NAME', at: ['metadata', 'namespace'], fix },
    ]);
  });

  it('of a ClusterRole is a path segment', () => {
    expect(problems('ClusterRole', { name: 'a/b' })).toMatchObject([{ code: 'INVALID_NAME', at: ['metadata', 'name'] }]);
  });
});

describe('metadata.namespace', () => {
  it.each([undefined, null, ''])('of a CSV must be there (given: %j)', (namespace) => {
    expect(problems('ClusterServiceVersion', { name: 'a', namespace })).toEqual([
      {
        code: 'NAMESPACE_NOT_GIVEN',
        message: 'every ClusterServiceVersion must have a namespace',
        source,
        at: ['metadata', 'namespace'],
        found: 'nothing',
        expected: 'the operator namespace',
        fix: 'add metadata.namespace',
      },
    ]);
  });

  it('of an OperatorGroup must be there', () => {
    expect(problems('OperatorGroup', { name: 'a' })).toMatchObject([{ code: 'NAMESPACE_NOT_GIVEN', at: ['metadata', 'namespace'] }]);
  });

  it('of a ServiceAccount may be left out', () => {
    expect(problems('ServiceAccount', { name: 'a' })).toEqual([]);
  });

  it.each(['OperatorGroup', 'ServiceAccount'])('of a %s must be the name of a namespace', (kind) => {
    expect(problems(kind, { name: 'a', namespace: 'Team.A' })).toEqual([
      {
        code: 'INVALID_NAME',
        message: 'this is not a valid namespace name',
        source,
        at: ['metadata', 'namespace'],
        found: '"Team.A"',
        expected: LABEL_NAME,
        fix: 'write a valid namespace name',
      },
    ]);
  });

  it.each(['Namespace', 'ClusterRole', 'OLMConfig'])('of a %s does not count: it stands in no namespace', (kind) => {
    expect(problems(kind, { name: 'a', namespace: 'Not A Name' })).toEqual([]);
  });
});

describe('labels and annotations', () => {
  it.each<[string, object]>([
    ['labels', { labels: { tenant: 'a', 'example.com/Tenant': 'A_b.c', empty: '' } }],
    ['annotations of any text', { annotations: { 'olm.providedAPIs': 'A.v1.b,C.v1.d', note: 'any text\nat all' } }],
    // apimachinery lowers the key of an annotation before it looks.
    ['annotation keys with capitals in their prefix', { annotations: { 'Example.COM/Note': 'x' } }],
    ['nothing', { labels: null, annotations: null }],
  ])('may be %s', (_, metadata) => {
    expect(problems('Namespace', { ...ALL, ...metadata })).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['a key with a blank', 'a b', 'x'],
    ['a key with capitals in its prefix', 'Example.com/a', 'x'],
    ['a value with a blank', 'a', 'not good'],
    ['a value of 64 characters', 'a', 'a'.repeat(64)],
  ])('cannot be a label with %s', (_, key, value) => {
    expect(problems('Namespace', { ...ALL, labels: { good: 'x', [key]: value } })).toEqual([
      {
        code: 'INVALID_NAME',
        message: 'Kubernetes refuses this label',
        source,
        at: ['metadata', 'labels', key],
        found: `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
        expected: 'a key such as tenant or example.com/tenant, and a value of at most 63 letters, digits, -, _ and .',
        fix: 'correct the label; put longer text into an annotation',
      },
    ]);
  });

  it.each<[unknown, string]>([
    [9007199254740993n, '9007199254740993'],
    [true, 'true'],
    [null, 'null'],
  ])('cannot be a label with a bad key, whatever its value: %o', (value, shown) => {
    expect(problems('Namespace', { ...ALL, labels: { 'a b': value } })).toMatchObject([{ code: 'INVALID_NAME', found: `"a b": ${shown}` }]);
  });

  it.each([9007199254740993n, true, null, ['a']])('are left to the schema when their value is no text: %o', (value) => {
    expect(problems('Namespace', { ...ALL, labels: { a: value }, annotations: { a: value } })).toEqual([]);
  });

  it('cannot be an annotation with a bad key', () => {
    expect(problems('Namespace', { ...ALL, annotations: { 'a/b/c': 'x' } })).toEqual([
      {
        code: 'INVALID_NAME',
        message: 'Kubernetes refuses this annotation key',
        source,
        at: ['metadata', 'annotations', 'a/b/c'],
        found: '"a/b/c"',
        expected: 'a key such as note or example.com/note',
        fix: 'correct the key',
      },
    ]);
  });
});

it('all problems of one object come at once', () => {
  const metadata = { name: 'Group', namespace: 'Team', labels: { 'a b': 'c', d: 'e f' }, annotations: { 'g h': 'i' } };
  expect(problems('OperatorGroup', metadata, 'operators.coreos.com/v9').map((problem) => (problem as { at: unknown }).at)).toEqual([
    ['apiVersion'],
    ['metadata', 'name'],
    ['metadata', 'namespace'],
    ['metadata', 'labels', 'a b'],
    ['metadata', 'labels', 'd'],
    ['metadata', 'annotations', 'g h'],
  ]);
});

it.each([undefined, null, 1, 9007199254740993n, 'text', [], { name: 1, namespace: 2, labels: 'a', annotations: [1] }])(
  'values of the wrong type are left to the schema: %o',
  (metadata) => {
    expect(problems('OperatorGroup', metadata)).toEqual([]);
  },
);
