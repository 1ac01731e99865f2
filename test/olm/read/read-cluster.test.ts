import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { EMPTY_CLUSTER } from '../../../src/olm/model/cluster-of-parts.js';
import { readCluster } from '../../../src/olm/read/read-cluster.js';
import { lines } from '../../support/lines.js';
import { type Brief, brief, readText, readTexts } from '../../support/read-texts.js';
import { runs } from '../../support/runs.js';

const OLM = 'operators.coreos.com';
const namespace = (name: string) => `{apiVersion: v1, kind: Namespace, metadata: {name: ${name}}}`;
const group = (name: string, space: string) =>
  `{apiVersion: ${OLM}/v1, kind: OperatorGroup, metadata: {name: ${name}, namespace: ${space}}}`;
const csv = (name: string, space: string, metadata = '') =>
  `{apiVersion: ${OLM}/v1alpha1, kind: ClusterServiceVersion, metadata: {name: ${name}, namespace: ${space}${metadata}}, spec: {install: {strategy: deployment}}}`;
const documents = (...all: string[]) => all.join('\n---\n');

/** The names of what was read without problems. */
function names(text: string): { namespaces: string[]; groups: string[]; csvs: string[] } {
  const { cluster, problems } = readText(text);
  expect(problems).toEqual([]);
  return {
    namespaces: cluster.namespaces.map(({ name }) => name),
    groups: cluster.operatorGroups.map(({ namespace: space, name }) => `${space}/${name}`),
    csvs: cluster.clusterServiceVersions.map(({ namespace: space, name }) => `${space}/${name}`),
  };
}

describe('a document that is not a Kubernetes object', () => {
  it.each<[string, string, string]>([
    ['text', 'just text', 'the text "just text"'],
    ['a number', '12', 'the number 12'],
    ['a list', '- a', 'a list'],
  ])('is a problem: %s', (_, text, found) => {
    expect(readText(text)).toEqual({
      cluster: EMPTY_CLUSTER,
      problems: [
        {
          code: 'NOT_A_MANIFEST',
          message: 'the document is not a Kubernetes object',
          file: 'test.yaml',
          line: 1,
          column: 1,
          found,
          expected: 'a mapping with apiVersion, kind and metadata',
          fix: 'exclude the file: name only the folders that contain manifests, or move the file out of them',
          excerpt: text,
          caret: 1,
        },
      ],
    });
  });

  it.each<[string, string, Brief[]]>([
    ['apiVersion and kind are missing', 'replicas: 3', [['NOT_A_MANIFEST', 1, 1, undefined]]],
    ['kind is missing', 'apiVersion: v1', [['NOT_A_MANIFEST', 1, 1, 'kind']]],
    ['apiVersion is a number', lines('kind: Pod', 'apiVersion: 1'), [['NOT_A_MANIFEST', 2, 13, 'apiVersion']]],
    ['kind is null', lines('apiVersion: v1', 'kind:'), [['NOT_A_MANIFEST', 2, 6, 'kind']]],
    ['an item of a List is none', '{apiVersion: v1, kind: List, items: [a]}', [['NOT_A_MANIFEST', 1, 38, undefined]]],
  ])('is a problem where %s', (_, text, expected) => {
    expect(brief(readText(text).problems)).toEqual(expected);
  });
});

describe('a kind that does not exist in its API group', () => {
  it.each<[string, string, string, object]>([
    [
      'misspelt',
      `${OLM}/v1`,
      'OperatorGruop',
      {
        message: `the API group ${OLM} has no kind "OperatorGruop"`,
        fix: 'did you mean OperatorGroup?',
        expected: expect.stringContaining('OperatorGroup, Subscription'),
      },
    ],
    [
      'misspelt in the core group',
      'v1',
      'NameSpace',
      { message: 'the core API group has no kind "NameSpace"', fix: 'did you mean Namespace?' },
    ],
    [
      'unlike any other',
      'v1',
      'Widget',
      { fix: 'correct kind or apiVersion', expected: expect.stringMatching(/^one of Binding, .*, ServiceAccount$/) },
    ],
    ['with the name of what every object has', 'v1', 'constructor', { fix: 'correct kind or apiVersion' }],
  ])('is a problem at kind: %s', (_, apiVersion, kind, expected) => {
    const { problems } = readText(lines(`apiVersion: ${apiVersion}`, `kind: ${kind}`, 'metadata: {name: a}'));
    expect(problems).toMatchObject([
      { code: 'UNKNOWN_KIND', line: 2, column: 7, path: 'kind', found: `${apiVersion} ${kind}`, ...expected },
    ]);
  });

  it.each<[string, string, string, string]>([
    ['of another group', 'v1', 'OperatorGroup', `apiVersion ${OLM}/…`],
    ['of the core group', 'apps/v1', 'Namespace', 'apiVersion v1'],
    ['with an apiVersion that is only a group', OLM, 'OperatorGroup', `apiVersion ${OLM}/…`],
    ['of a group that is nearly its own', 'operator.coreos.com/v1', 'OperatorGroup', `apiVersion ${OLM}/…`],
    ['of a group with a slip of the keyboard', 'operators.coreos.con/v1alpha1', 'ClusterServiceVersion', `apiVersion ${OLM}/…`],
    ['of a misspelt group of Kubernetes', 'rbac.authorisation.k8s.io/v1', 'ClusterRole', 'apiVersion rbac.authorization.k8s.io/…'],
  ])('is a problem at apiVersion when the kind is well known elsewhere: %s', (_, apiVersion, kind, expected) => {
    const { problems } = readText(lines('metadata: {name: a}', `apiVersion: ${apiVersion}`, `kind: ${kind}`));
    const group = apiVersion.includes('/') ? `the API group ${apiVersion.split('/')[0]}` : 'the core API group';
    expect(problems).toEqual([
      {
        code: 'UNKNOWN_KIND',
        message: `${group} has no kind "${kind}"`,
        file: 'test.yaml',
        line: 2,
        column: 13,
        path: 'apiVersion',
        found: `${apiVersion} ${kind}`,
        expected,
        fix: 'correct apiVersion',
        excerpt: `apiVersion: ${apiVersion}`,
        caret: 13,
      },
    ]);
  });

  it.each<[string, string]>([
    ['a kind of the core group', 'v1, kind: ConfigMap'],
    ['a kind of OLM', `${OLM}/v1alpha1, kind: InstallPlan`],
    ['a Deployment', 'apps/v1, kind: Deployment'],
    ['a custom resource', 'example.com/v1, kind: EtcdCluster'],
    ['a custom resource whose kind Kubernetes has too', 'example.com/v1, kind: Role'],
    ['a custom resource whose kind OLM has too', 'example.com/v1, kind: Subscription'],
    ['a custom resource whose group is nearly one of Kubernetes', 'app/v1, kind: Widget'],
  ])('is not %s, which is passed over', (_, envelope) => {
    const { cluster, problems } = readText(`{apiVersion: ${envelope}, metadata: {name: a, namespace: nowhere}}`);
    expect({ ...cluster, customResources: [] }).toEqual(EMPTY_CLUSTER);
    expect(problems).toEqual([]);
    // A CRD defines what neither Kubernetes nor OLM has: an InstallPlan may find it invalid.
    expect(cluster.customResources).toHaveLength(/^(?:example\.com|app)\//.test(envelope) ? 1 : 0);
  });
});

describe('Lists', () => {
  it.each([`v1, kind: List`, `${OLM}/v1, kind: OperatorGroupList`])('are read item by item: %s', (envelope) => {
    const text = `{apiVersion: ${envelope}, items: [${group('a', 'default')}, ${group('b', 'default')}]}`;
    expect(names(text)).toEqual({ namespaces: ['default'], groups: ['default/a', 'default/b'], csvs: [] });
  });

  it('may hold Lists', () => {
    const inner = `{apiVersion: v1, kind: List, items: [${group('a', 'team-a')}]}`;
    const { cluster } = readText(`{apiVersion: v1, kind: List, items: [${namespace('team-a')}, ${inner}]}`);
    expect(cluster.operatorGroups[0]?.source).toEqual({ file: 'test.yaml', document: 0, path: ['items', 1, 'items', 0] });
  });

  // Go writes the List of a nil slice with items: null.
  it.each(['[]', 'null'])('may be empty: items: %s', (items) => {
    expect(names(`{apiVersion: ${OLM}/v1, kind: OperatorGroupList, items: ${items}}`)).toEqual({ namespaces: [], groups: [], csvs: [] });
  });

  it.each<[string, string, number]>([
    ['text', 'the text "text"', 37],
    ['{a: b}', 'a mapping', 30],
    ['9007199254740993', 'the number 9007199254740993', 37],
  ])('are a problem when items are no list: %s', (items, found, column) => {
    const text = `{apiVersion: v1, kind: List, items: ${items}}`;
    expect(readText(text)).toEqual({
      cluster: EMPTY_CLUSTER,
      problems: [
        {
          code: 'WRONG_TYPE',
          message: 'the value has the wrong type',
          file: 'test.yaml',
          line: 1,
          column,
          path: 'items',
          found,
          expected: 'a list',
          fix: 'write each object after "- "',
          excerpt: text,
          caret: column,
        },
      ],
    });
  });

  it('have their problems at the item', () => {
    const text = lines('apiVersion: v1', 'kind: List', 'items:', `- ${group('a', 'default')}`, `- ${group('B', 'default')}`);
    expect(brief(readText(text).problems)).toEqual([['INVALID_NAME', 5, 79, 'metadata.name']]);
  });
});

describe('a CSV', () => {
  it('with a wrong apiVersion is read with a warning', () => {
    const { cluster, problems } = readText(csv('a', 'default').replace('v1alpha1', 'v1'));
    expect(brief(problems)).toEqual([['CSV_API_VERSION', 1, 14, 'apiVersion']]);
    expect(cluster.clusterServiceVersions).toMatchObject([{ namespace: 'default', name: 'a' }]);
  });

  it('that is a copy is passed over, whatever is wrong with it', () => {
    const copy = '{apiVersion: operators.coreos.com/v1, kind: ClusterServiceVersion, metadata: {name: A, labels: {olm.copiedFrom: b}}}';
    expect(names(documents(csv('a', 'nowhere', ', labels: {olm.copiedFrom: default}'), copy))).toEqual({
      namespaces: [],
      groups: [],
      csvs: [],
    });
  });

  it('without spec.install is a problem', () => {
    expect(brief(readText(csv('a', 'default').replace('install: {strategy: deployment}', '')).problems)).toEqual([
      ['FIELD_MISSING', 1, 115, 'spec.install'],
    ]);
  });
});

describe('two documents for one object', () => {
  it('are a problem at the second one that names the first', () => {
    const texts = { 'a.yaml': documents(namespace('team-b'), group('group', 'default')), 'b.yaml': group('group', 'default') };
    expect(readTexts(texts).problems).toEqual([
      {
        code: 'DUPLICATE_OBJECT',
        message: 'the input contains OperatorGroup default/group twice',
        file: 'b.yaml',
        line: 1,
        column: 77,
        path: 'metadata.name',
        found: 'also in a.yaml, document 2',
        expected: 'one document for each object',
        fix: 'remove one of them; which one a cluster keeps depends on the order in which they are applied',
        excerpt: group('group', 'default'),
        caret: 77,
      },
    ]);
  });

  it.each<[string, string]>([
    [
      'of a cluster-scoped kind, whatever namespace they name',
      documents(namespace('a'), '{apiVersion: v1, kind: Namespace, metadata: {name: a, namespace: b}}'),
    ],
    ['in two versions', documents(group('a', 'default'), group('a', 'default').replace('/v1,', '/v1alpha2,'))],
    [
      'in the namespace default, named or not',
      documents(
        '{apiVersion: v1, kind: ServiceAccount, metadata: {name: a}}',
        '{apiVersion: v1, kind: ServiceAccount, metadata: {name: a, namespace: default}}',
      ),
    ],
    [
      'in the namespace default, named or empty',
      documents(
        '{apiVersion: v1, kind: ServiceAccount, metadata: {name: a, namespace: ""}}',
        '{apiVersion: v1, kind: ServiceAccount, metadata: {name: a, namespace: default}}',
      ),
    ],
    ['one in a List', documents(namespace('a'), `{apiVersion: v1, kind: List, items: [${namespace('a')}]}`)],
  ])('are found %s', (_, text) => {
    expect(readText(text).problems).toMatchObject([{ code: 'DUPLICATE_OBJECT' }]);
  });

  it.each<[string, string]>([
    ['in two namespaces', documents(group('a', 'default'), group('a', 'kube-system'))],
    ['of two kinds', documents(group('a', 'default'), csv('a', 'default'))],
    [
      'that are passed over',
      documents('{apiVersion: v1, kind: Secret, metadata: {name: a}}', '{apiVersion: v1, kind: Secret, metadata: {name: a}}'),
    ],
  ])('are not objects of one name %s', (_, text) => {
    expect(readText(text).problems).toEqual([]);
  });
});

describe('a namespace that does not exist', () => {
  it('is a problem of the OperatorGroup and of the CSV in it', () => {
    const { problems } = readText(documents(namespace('other'), group('group', 'team-a'), csv('etcd', 'team-a')));
    expect(brief(problems)).toEqual([
      ['NAMESPACE_NOT_FOUND', 3, 95, 'metadata.namespace'],
      ['NAMESPACE_NOT_FOUND', 5, 108, 'metadata.namespace'],
    ]);
    expect(problems[0]).toMatchObject({
      message: 'the namespace team-a does not exist',
      found: 'team-a',
      expected: 'a namespace that the input declares',
      fix: 'give --assume-namespace team-a if it is made elsewhere, or add\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: team-a',
      tolerated: true,
    });
  });

  it('may be a slip of the keyboard', () => {
    const { problems } = readText(documents(namespace('team-alpha'), namespace('platform'), group('group', 'team-aplha')));
    expect(problems.map(({ fix }) => fix)).toEqual([
      'did you mean team-alpha? Otherwise give --assume-namespace team-aplha if it is made elsewhere, or add\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: team-aplha',
    ]);
  });

  it.each(['default', 'kube-system', 'kube-public', 'kube-node-lease'])('is not %s, which every cluster has', (space) => {
    expect(names(documents(group('group', space), csv('etcd', space)))).toEqual({
      namespaces: [space],
      groups: [`${space}/group`],
      csvs: [`${space}/etcd`],
    });
  });

  it('is not that of an object that is itself bad: the one problem would hide behind the other', () => {
    const bad = '{apiVersion: v1, kind: Namespace, metadata: {name: team-a, labels: {"a b": c}}}';
    expect(brief(readText(documents(bad, group('group', 'team-a'), csv('etcd', 'team-a'))).problems)).toEqual([
      ['INVALID_NAME', 1, 76, 'metadata.labels["a b"]'],
    ]);
  });

  it('may come after what stands in it, and in another file', () => {
    const { problems } = readTexts({ 'a.yaml': group('group', 'team-a'), 'b.yaml': namespace('team-a') });
    expect(problems).toEqual([]);
  });

  it('does not matter to what the rules do not place', () => {
    expect(readText('{apiVersion: v1, kind: ServiceAccount, metadata: {name: a, namespace: nowhere}}').problems).toEqual([]);
  });
});

describe('a namespace that every cluster has', () => {
  it('is one of the cluster where an OperatorGroup selects it', () => {
    const targets = group('group', 'team-a').replace('}}', '}, spec: {targetNamespaces: [kube-system, team-b]}}');
    expect(names(documents(namespace('team-a'), targets)).namespaces).toEqual(['kube-system', 'team-a']);
  });

  it('is one of the cluster where only a CSV stands in it', () => {
    expect(names(csv('etcd', 'kube-public')).namespaces).toEqual(['kube-public']);
  });

  it('carries the label that Kubernetes puts on it, and has no place in the input', () => {
    expect(readText(group('group', 'default')).cluster.namespaces).toEqual([
      { name: 'default', labels: { 'kubernetes.io/metadata.name': 'default' } },
    ]);
  });

  it('is as the input has it, where it does', () => {
    const declared = '{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {tenant: a}}}';
    expect(readText(documents(group('group', 'default'), declared)).cluster.namespaces).toMatchObject([
      {
        name: 'default',
        labels: { tenant: 'a', 'kubernetes.io/metadata.name': 'default' },
        source: { file: 'test.yaml', document: 1, path: [] },
      },
    ]);
  });

  it('is none of the cluster where nothing names it', () => {
    const account = '{apiVersion: v1, kind: ServiceAccount, metadata: {name: a, namespace: kube-system}}';
    expect(names(documents(namespace('team-a'), group('group', 'team-a'), account)).namespaces).toEqual(['team-a']);
  });
});

describe('all problems', () => {
  it('of one object come at once', () => {
    const text = lines(
      'apiVersion: operators.coreos.com/v3',
      'kind: OperatorGroup',
      'metadata:',
      '  name: My_Group',
      '  labels: {"a b": c}',
      'spec:',
      '  targetNamespaces: [team-a, 12]',
      '  selector: {matchExpressions: [{key: a, operator: Is}]}',
      '  staticProvidedAPIs: on the whole',
    );
    expect(brief(readText(text).problems)).toEqual([
      ['UNSUPPORTED_VERSION', 1, 13, 'apiVersion'],
      ['INVALID_NAME', 4, 9, 'metadata.name'],
      ['NAMESPACE_NOT_GIVEN', 3, 1, 'metadata.namespace'],
      ['INVALID_NAME', 5, 19, 'metadata.labels["a b"]'],
      ['WRONG_TYPE', 7, 30, 'spec.targetNamespaces[1]'],
      ['WRONG_TYPE', 9, 23, 'spec.staticProvidedAPIs'],
    ]);
  });

  it('of all objects come at once, and the others are read', () => {
    const text = documents(group('A', 'default'), group('good', 'default'), 'kind: Namespace', csv('B', 'default'));
    const { cluster, problems } = readText(text);
    expect(brief(problems).map(([code]) => code)).toEqual(['INVALID_NAME', 'NOT_A_MANIFEST', 'INVALID_NAME']);
    expect(cluster.operatorGroups.map(({ name }) => name)).toEqual(['good']);
  });
});

it.each<[string, string, string]>([
  ['nothing', '', 'FIELD_MISSING'],
  ['null', 'metadata:', 'FIELD_MISSING'],
  ['text', 'metadata: text', 'WRONG_TYPE'],
])('an object without metadata is one problem: %s', (_, text, code) => {
  for (const kind of ['OperatorGroup', 'OLMConfig']) {
    const { problems } = readText(lines(`apiVersion: ${OLM}/v1`, `kind: ${kind}`, text));
    expect(problems).toMatchObject([{ code, path: 'metadata' }]);
  }
});

it('an object without a name has no place in a desired state: generateName is none', () => {
  const text = lines(
    'apiVersion: operators.coreos.com/v1',
    'kind: OperatorGroup',
    'metadata:',
    '  generateName: group-',
    '  namespace: default',
  );
  expect(readText(text).problems).toMatchObject([
    { code: 'FIELD_MISSING', line: 3, column: 1, path: 'metadata.name', found: 'nothing', fix: 'write name instead of generateName' },
  ]);
});

describe('the result', () => {
  const TEXT = documents(
    namespace('team-a'),
    namespace('team-b'),
    group('one', 'team-a'),
    group('two', 'team-a'),
    group('one', 'team-b'),
    group('Bad', 'team-b'),
    group('lost', 'nowhere'),
    csv('etcd', 'team-a'),
    csv('etcd', 'team-b'),
    csv('copied', 'team-b', ', labels: {olm.copiedFrom: team-a}'),
    '{apiVersion: v1, kind: ServiceAccount, metadata: {name: etcd, namespace: team-a}}',
    '{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: one}, rules: []}',
    '{apiVersion: operators.coreos.com/v1, kind: OLMConfig, metadata: {name: cluster}, spec: {features: {disableCopiedCSVs: true}}}',
    '{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a.b}, spec: {group: b, names: {kind: A}}}',
    '{apiVersion: v1, kind: Pot, metadata: {name: a}}',
  );
  const all = parseDocuments({ file: 'test.yaml', text: TEXT }).documents;

  it('does not depend on the order of the documents', () => {
    const sorted = (problems: readonly object[]) => problems.map((problem) => JSON.stringify(problem)).sort();
    const expected = readCluster(all);
    expect(expected.problems).toHaveLength(3);
    expect(expected.cluster.clusterServiceVersions).toHaveLength(2);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        const { cluster, problems } = readCluster(shuffled);
        expect(cluster).toEqual(expected.cluster);
        expect(sorted(problems)).toEqual(sorted(expected.problems));
      }),
    );
  });

  it('is new each time: two readings share nothing that is empty', () => {
    const first = readCluster([]).cluster;
    readCluster(all);
    expect(first).toEqual(EMPTY_CLUSTER);
    expect(readCluster([]).cluster).toEqual(EMPTY_CLUSTER);
  });

  it('is a cluster, or problems, whatever the documents hold', () => {
    const field = fc.constantFrom(
      'apiVersion',
      'kind',
      'metadata',
      'name',
      'namespace',
      'labels',
      'spec',
      'selector',
      'items',
      'install',
      'constructor',
      'toString',
      'length',
    );
    const leaf = fc.oneof(
      fc.string(),
      fc.constantFrom('v1', `${OLM}/v1`, `${OLM}/v1alpha1`, 'OperatorGroup', 'ClusterServiceVersion', 'List'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(field, tie('value'), { maxKeys: 5, noNullPrototype: true }),
      ),
    }));
    const object = fc.record({
      apiVersion: fc.constantFrom('v1', `${OLM}/v1`, `${OLM}/v1alpha1`),
      kind: fc.constantFrom('OperatorGroup', 'ClusterServiceVersion', 'Namespace', 'OLMConfig', 'ServiceAccount', 'List'),
      metadata: fc.oneof(value, fc.record({ name: leaf, namespace: leaf, labels: value, annotations: value })),
      spec: value,
      items: value,
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(value, object), { maxLength: 4 }), (values) => {
        const { problems } = readCluster(
          values.map((entry, document) => ({ value: entry, source: { file: 'a.yaml', document, path: [] } })),
        );
        for (const { message, fix } of problems) expect([message, fix]).not.toContain('');
      }),
      runs(200),
    );
  });
});
