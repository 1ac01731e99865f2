import { describe, expect, it } from 'vitest';
import type { UnreadFile } from '../../../../../src/olm/model/unread-file.js';
import { changedFiles, FILE_CHANGED, OPERATOR_FILE_CHANGED } from '../../../../../src/review/rules/changed/files/changed-files.js';
import { sides, stateOf } from '../../../../support/states.js';

const file = (text: string, reason: UnreadFile['reason'] = 'other', path = 'hack/run.sh'): UnreadFile => ({
  path,
  file: path,
  reason,
  content: text,
  text,
});

const told = (before: readonly UnreadFile[], after: readonly UnreadFile[]) =>
  changedFiles
    .compare(...sides({ ...stateOf(), unread: before }, { ...stateOf(), unread: after }))
    .map(({ severity, message }) => [severity, message]);

const WHY = 'it was not read, because it is not a manifest, and its effect in a tool is not known here';

it.each<[string, string, string, readonly unknown[]]>([
  ['a catalog is a warning', 'source: a\n', 'source: b\n', [['warning', `changes: source changes from a to b; ${WHY}`]]],
  ['anything else is a note', 'size: a\n', 'size: b\n', [['info', `changes: size changes from a to b; ${WHY}`]]],
  ['a value in place of null is told', 'size: null\n', 'size: a\n', [['info', `changes: size changes from null to a; ${WHY}`]]],
  ['null in place of a value is told', 'size: a\n', 'size: null\n', [['info', `changes: size changes from a to null; ${WHY}`]]],
  ['a comment is nothing', 'size: a\n', '# x\nsize: a\n', []],
])('of a file that is not read, %s', (_, before, after, expected) => {
  expect(told([file(before)], [file(after)])).toEqual(expected);
});

it('tells of a file that comes or goes', () => {
  expect(told([], [file('oc adm policy add-cluster-role-to-user cluster-admin a\n')])).toEqual([
    ['warning', `is new: oc adm policy add-cluster-role-to-user cluster-admin a is new; ${WHY}`],
  ]);
  expect(told([file('size: a\n')], [])).toEqual([['info', `is removed: size a is removed; ${WHY}`]]);
});

it('tells of a file that is no text, and of lines in another order', () => {
  const binary = (content: string): UnreadFile => ({ ...file(content), text: undefined });
  expect(told([binary('a')], [binary('b')])).toEqual([['info', `changes; ${WHY}`]]);
  expect(told([file('run a\nrun b\n')], [file('run b\nrun a\n')])).toEqual([['info', `changes: the order of its lines differs; ${WHY}`]]);
});

it('stops at a role in a template', () => {
  const role = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: {{ .x }}}\nrules: [{verbs: ["*"]}]\n';
  expect(told([], [file(role, 'chart-source', 'c/templates/r.yaml')])).toMatchObject([['error', expect.stringContaining('is new')]]);
});

it('only warns of what tests of charts expect, at the top of a repository', () => {
  const role = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: x}\nrules: [{verbs: ["*"]}]\n';
  const severities = (path: string, reason: UnreadFile['reason']) => told([], [file(role, reason, path)]).map(([severity]) => severity);
  expect(severities('tests/a.expected.yaml', 'broken')).toEqual(['warning']);
  expect(severities('prod/tests/a.yaml', 'broken')).toEqual(['error']);
  expect(severities('tests/a.expected.yaml', 'not-applied')).toEqual(['error']);
});

it('takes the own version of a chart for its name, and that of what it depends on for a version', () => {
  const chart = (version: string, dependency: string): UnreadFile =>
    file(`name: c\nversion: ${version}\ndependencies: [{name: d, version: ${dependency}}]\n`, 'chart-source', 'c/Chart.yaml');
  const severities = (is: UnreadFile) => told([chart('1.0.0', '2.0.0')], [is]).map(([severity]) => severity);
  expect(severities(chart('1.0.1', '2.0.0'))).toEqual(['info']);
  expect(severities(chart('1.0.0', '2.0.1'))).toEqual(['warning']);
});

it('tells the image of a catalog in a patch', () => {
  const patch = (image: string) =>
    file(`apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: c}\nspec: {image: ${image}}\n`, 'not-applied');
  expect(told([], [patch('evil.example/c')])).toEqual([
    ['warning', expect.stringContaining('CatalogSource c (spec.image evil.example/c) is new')],
  ]);
});

it('reports these rules', () => {
  expect(changedFiles.rules).toEqual([FILE_CHANGED, OPERATOR_FILE_CHANGED]);
  expect([FILE_CHANGED.id, OPERATOR_FILE_CHANGED.id]).toEqual(['file-changed', 'operator-file-changed']);
});

it('stops where a patch takes the targets of a group away, and not where the patch goes', () => {
  const patch = (targets: string): string =>
    `patches:\n- target: {kind: OperatorGroup, name: g}\n  patch: |-\n    - {op: replace, path: /spec/targetNamespaces, value: ${targets}}\n`;
  const kustomization = (text: string): UnreadFile => file(text, 'not-applied', 'p/kustomization.yaml');
  expect(told([kustomization(patch('[a]'))], [kustomization(patch('[]'))])).toMatchObject([
    ['error', expect.stringContaining('OperatorGroup g')],
  ]);
  expect(told([kustomization(patch('[]'))], [])).toMatchObject([['warning', expect.stringContaining('is removed')]]);
  // Without this patch, the targets of the base count.
  const group = (targets: string): string =>
    `patches:\n- patch: |-\n    apiVersion: operators.coreos.com/v1\n    kind: OperatorGroup\n    metadata: {name: g}\n    spec: {${targets}}\n`;
  const severities = (was: string, is: string) =>
    told([kustomization(group(was))], [kustomization(group(is))]).map(([severity]) => severity);
  expect(severities('targetNamespaces: [], a: b', 'a: b')).toEqual(['warning']);
  expect(severities('targetNamespaces: [a], a: b', 'targetNamespaces: [], a: b')).toEqual(['error']);
});

it('leaves files of other reasons to other rules', () => {
  expect(told([], [file('source: a\n', 'hidden')])).toEqual([]);
});

it('tells a line that comes several times once, with how often', () => {
  const part = 'Content-Type: multipart/mixed; boundary=a\nMIME-Version: 1.0\n';
  expect(told([file('run [\n')], [file(`run [\n${part}run b\n${part}${part}`)])).toEqual([
    ['warning', expect.stringMatching(/MIME-Version 1\.0 is new \(3 times\)/)],
  ]);
  expect(String(told([file('run [\n')], [file(`run [\n${part}${part}`)])).match(/MIME-Version/g)).toHaveLength(1);
});

it('names a task once, and takes what a task reads for nothing that decides', () => {
  const task = (name: string, module: string): string =>
    `- name: ${name}\n  ${module}:\n    api_version: operators.coreos.com/v1alpha1\n    kind: Subscription\n    name: a\n`;
  const severities = (module: string) =>
    told([file(task('first', 'debug'))], [file(task('first', 'debug') + task('wait for it', module))]).map(([severity]) => severity);
  for (const module of ['kubernetes.core.k8s_info', 'k8s_info']) expect(severities(module)).toEqual(['info']);
  // Any other module can write, whatever its name contains.
  for (const module of ['kubernetes.core.k8s', 'evil.k8s_info', 'kubernetes.core.k8s_info_apply', 'k8s_info.apply', 'redhat.openshift.k8s'])
    expect(severities(module)).toEqual(['warning']);
  expect(severities('kubernetes.core.k8s:\n    definition:\n      k8s_info')).toEqual(['warning']);
  const [[, text] = []] = told([file(task('first', 'debug'))], [file(task('first', 'debug') + task('wait for it', 'k8s_info'))]);
  expect(text).toContain('["wait for it"] is new');
  expect(text).not.toContain('wait for it is new');
});

it('leaves out lines of brackets where another line changes', () => {
  expect(told([file('a {\n')], [file('a {\nrun it [\n}\n')])).toEqual([['info', `changes: run it [ is new; ${WHY}`]]);
  expect(told([file('a {\n')], [file('a {\n}\n')])).toEqual([['info', `changes: } is new; ${WHY}`]]);
});

it('takes a chart that is removed for nothing that comes, but it can have refused something', () => {
  const chart = file('name: c\nversion: 1.0.0\n', 'chart-source', 'c/Chart.yaml');
  const template = (kind: string) =>
    file(`apiVersion: v1\nkind: ${kind}\nmetadata: {name: a, namespace: openshift-operators}\n`, 'chart-source', 'c/templates/a.yaml');
  const severities = (before: readonly UnreadFile[], after: readonly UnreadFile[] = []) =>
    told(before, after).map(([severity]) => severity);
  expect(severities([chart, template('ConfigMap')])).toEqual(['warning', 'warning']);
  for (const guard of ['NetworkPolicy', 'ClusterPolicy', 'ResourceQuota', 'ValidatingWebhookConfiguration', 'OperatorGroup', 'AppProject'])
    expect(severities([chart, template(guard)])).toEqual(['warning', 'warning']);
  // Without a template or its values alone, the chart renders something else.
  expect(severities([chart, template('ConfigMap')], [chart])).toEqual(['warning']);
  expect(severities([template('ConfigMap')])).toEqual(['warning']);
});

it('takes versions of Jsonnet libraries for a note', () => {
  const of = (version: string, path: string) => file(`{"dependencies": [{"source": {"a": 1}, "version": "${version}"}]}`, 'settings', path);
  for (const [path, severity] of [
    ['jsonnetfile.json', 'info'],
    ['a/jsonnetfile.lock.json', 'info'],
    ['a/my-jsonnetfile.json', 'warning'],
    ['jsonnetfile.json/values.json', 'warning'],
  ] as const)
    expect(told([of('main', path)], [of('other', path)]).map(([each]) => each)).toEqual([severity]);
});

it('takes another order of Jsonnet libraries for a note, and another source never', () => {
  const library = (remote: string, more: object = {}) => ({ source: { git: { remote, subdir: '' } }, version: 'main', ...more });
  const of = (...dependencies: object[]) => [file(JSON.stringify({ dependencies }), 'settings', 'jsonnetfile.json')];
  const [a, b, c] = ['a', 'b', 'c'].map((name) => library(`https://example.com/${name}`)) as [object, object, object];
  const named = { ...b, name: 'b' };
  for (const second of [b, named]) {
    expect(told(of(a, second, c), of(c, a, second)).map(([severity]) => severity)).toEqual(['info']);
    for (const other of [library('https://evil.example/a'), { ...a, source: { local: { directory: 'evil' } } }])
      expect(told(of(a, second, c), of(c, other, second)).map(([severity]) => severity)).toEqual(['warning']);
  }
});

it.each(['v1', 'v1beta1'])(
  'may change permissions with documents that are not valid, unless they are CRDs of %s with the same conversion',
  (version) => {
    const crd = (text: string, conversion = ''): string =>
      `apiVersion: apiextensions.k8s.io/${version}\nkind: CustomResourceDefinition\nmetadata: {name: a.b.c}\nspec: {${conversion}group: b.c, a: ${text} of a Role}\n`;
    const role = '---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\n';
    const severities = (before: string, after: string) =>
      changedFiles
        .compare(
          ...sides(
            { ...stateOf(), unread: [file(before, 'not-judged', 'crd.yaml')] },
            { ...stateOf(), unread: [file(after, 'not-judged', 'crd.yaml')] },
          ),
        )
        .map(({ severity }) => severity);
    expect(severities(crd('one'), crd('two'))).toEqual(['info']);
    expect(severities(crd('one') + role, crd('two') + role)).toEqual(['info']);
    const [webhook, other] = ['a', 'b'].map((name) => `conversion: {strategy: Webhook, webhook: {name: ${name}}}, `);
    expect(severities(crd('one', webhook), crd('two', webhook))).toEqual(['info']);
    expect(severities(crd('one'), crd('two', webhook))).toEqual(['error']);
    expect(severities(crd('one', webhook), crd('two', other))).toEqual(['error']);
    expect(severities(crd('one'), crd('two') + role)).toEqual(['error']);
    expect(severities(crd('one'), crd('two').replace('apiextensions.k8s.io', 'evil.k8s.io'))).toEqual(['error']);
    expect(severities(crd('one'), `${crd('two')}a: [\n`)).toEqual(['error']);
  },
);

it.each<[UnreadFile['reason'], string, string]>([
  ['test-step', 'none', 'perhaps'],
  ['test-data', 'none', 'perhaps'],
  // Without values, a chart has its own defaults; without a script or a gate, something else runs.
  ['settings', 'perhaps', 'perhaps'],
  ['gate', 'perhaps', 'none'],
  ['not-applied', 'perhaps', 'perhaps'],
])('tells apart what a removed and a new file of the reason %s can bring', (reason, gone, added) => {
  const one = file('namespace: a\nsource: b\n', reason, 'tests/one.yaml');
  const effects = (before: readonly UnreadFile[], after: readonly UnreadFile[]): string[] =>
    changedFiles
      .compare(...sides({ ...stateOf(), unread: before }, { ...stateOf(), unread: after }))
      .map(({ rule, effect = rule.effect }) => (effect === 'none' ? 'none' : 'perhaps'));
  expect([effects([one], []), effects([], [one])]).toEqual([[gone], [added]]);
});

it.each<[string, string, string, string | undefined, string]>([
  ['a switch of the values of a chart', 'c/values.yaml', 'warning', 'admin: false\n', 'admin: true\n'],
  ['a number of the values of a chart', 'c/values.yaml', 'info', 'replicas: 1\n', 'replicas: 2\n'],
  ['hidden values of a chart', 'c/.values.yaml', 'warning', 'a: b\n', 'a: c\n'],
  ['a file that Helm leaves out', 'c/.helmignore', 'warning', undefined, 'templates/np.yaml\n'],
  ['a file that Helm leaves out no more', 'c/.helmignore', 'warning', '.git/\ntemplates/\n', '.git/\n'],
  ['what helm create leaves out', 'c/.helmignore', 'info', undefined, '# Common\n.DS_Store\n.git/\n*.swp\n*~\n.vscode/\n'],
])('of a chart that is not rendered, %s (%s) is: %s', (_, path, severity, before, after) => {
  const was = before === undefined ? [] : [file(before, 'chart-source', path)];
  expect(told(was, [file(after, 'chart-source', path)]).map(([each]) => each)).toEqual([severity]);
});

it.each(['entries: {web: [{urls: [a]}]}', '{"apiVersion":"v1","entries":{"web":[{"urls":["a"]}]}}'])(
  'warns of an index of charts: %s',
  (text) => {
    expect(
      told([file(text, 'settings', 'index.yaml')], [file(`${text} `.replace('a]', 'b]').replace('"a"', '"b"'), 'settings', 'index.yaml')]),
    ).toMatchObject([['warning', expect.anything()]]);
  },
);

it.each(['{{ bad', '{{ .x }}', 'kind: {{ x'])('warns of an object before a document that is broken: %s', (broken) => {
  const object = 'apiVersion: v1\nkind: Pod\nmetadata: {name: evil}\nspec: {env: "{{ .x }}"}\n';
  for (const begin of ['', '---\n', '# a\n---\n'])
    expect(told([], [file(`${begin}${object}---\n${broken}\n`, 'broken', 'x.yaml')]).map(([severity]) => severity)).not.toEqual(['info']);
});

describe('a template of a chart that only has another name', () => {
  const text = 'kind: ClusterRoleBinding\nroleRef: {name: cluster-admin}\nsubjects: [{{ .Values.a }}]\n';
  const severities = (from: string, to: string, ...others: readonly UnreadFile[]) =>
    told([file(text, 'chart-source', from), ...others], [file(text, 'chart-source', to), ...others]).map(([severity]) => severity);
  const ignoring = (pattern: string) => file(`*.bak\n${pattern}\n`, 'chart-source', 'a/.helmignore');

  it('is a note, where the chart leaves out nothing by a name', () => {
    for (const to of ['a/templates/b.yaml', 'a/templates/sub/a.yml']) expect(severities('a/templates/a.yaml', to)).toEqual(['info']);
    expect(severities('a/templates/a.yaml', 'a/templates/b.yaml', ignoring('.git/'))).toEqual(['info']);
  });

  it.each<[string, string, string, readonly UnreadFile[]]>([
    ['a file leaves names out', 'a/templates/a.yaml', 'a/templates/b.yaml', [ignoring('a.yaml')]],
    ['it was a partial', 'a/templates/_a.yaml', 'a/templates/a.yaml', []],
    ['it was no manifest', 'a/templates/a.tpl', 'a/templates/a.yaml', []],
    ['it was no template', 'a/a.yaml', 'a/templates/a.yaml', []],
    ['it was in another chart', 'b/templates/a.yaml', 'a/templates/a.yaml', []],
    ['it was in a chart inside', 'a/charts/b/templates/a.yaml', 'a/templates/a.yaml', []],
  ])('is as severe as a new one, where %s', (_, from, to, others) => {
    expect(severities(from, to, ...others)).toEqual(['error']);
  });
});

describe('a file that only has another path', () => {
  const [from, to] = ['teams/appproject.yaml', 'teams/app-project.yaml'];
  const all = (before: readonly UnreadFile[], after: readonly UnreadFile[]) => told(before, after);

  it.each<[string, string, string]>([
    ['a note', 'size: 1\n', 'info'],
    ['a warning, where its lines decide something', 'source: a\n', 'warning'],
    ['an error, where they grant something', 'description: cluster-admin\n', 'error'],
  ])('is one finding, and as severe as the file that comes: %s', (_, text, severity) => {
    expect(all([file(text, 'settings', from)], [file(text, 'settings', to)])).toEqual([
      [
        severity,
        `is renamed from ${from}, with the same content; it was not read, because it has values or settings of another tool, and no object`,
      ],
    ]);
  });

  it.each<[string, readonly UnreadFile[], readonly UnreadFile[]]>([
    ['it changes as well', [file('source: a\n', 'settings', from)], [file('source: b\n', 'settings', to)]],
    [
      'the old one stays',
      [file('source: a\n', 'settings', from)],
      [file('source: a\n', 'settings', from), file('source: a\n', 'settings', to)],
    ],
    ['it is read in another way', [file('source: a\n', 'test-data', from)], [file('source: a\n', 'settings', to)]],
    [
      'two have its content',
      [file('source: a\n', 'settings', from)],
      [file('source: a\n', 'settings', to), file('source: a\n', 'settings', 'x.yaml')],
    ],
  ])('is told as new where %s', (_, before, after) => {
    expect(JSON.stringify(all(before, after))).toContain('is new');
  });
});

it.each<[string, string | undefined, string | undefined, string]>([
  ['comes', undefined, '{}\n', 'info'],
  ['goes', '{}\n', undefined, 'info'],
  ['gets other blanks', '{}', '---\n{ }\n', 'info'],
  ['gets what is broken', '{}\n', '{a: [}\n', 'error'],
  ['gets an object', '{}\n', '{kind: Role, apiVersion: rbac.authorization.k8s.io/v1}\n', 'error'],
  ['is the first of two documents', undefined, '{}\n---\nkind: Role\n', 'error'],
])('is a note where a file without content %s', (_, was, is, severity) => {
  const side = (text: string | undefined): UnreadFile[] => (text === undefined ? [] : [file(text, 'broken', 'gates/a.json')]);
  expect([...new Set([...told(side(was), side(is)).map(([found]) => found), 'info'])][0]).toBe(severity);
});

describe('a file that a kuttl test compares with the cluster', () => {
  const role = (name: string) =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: ${name}}\nroleRef: {kind: ClusterRole, name: cluster-admin}\n`;
  const step = (path: string, name = 'a') => file(role(name), 'test-step', path);
  const severities = (before: readonly UnreadFile[], after: readonly UnreadFile[]) => told(before, after).map(([severity]) => severity);

  it('is a note in a folder that had tests before', () => {
    const install = step('tests/e2e/00-install.yaml');
    for (const name of ['01-assert.yaml', '12-errors.yaml'])
      for (const before of [[install], [install, step(`tests/e2e/${name}`)]])
        expect(severities(before, [install, step(`tests/e2e/${name}`, 'b')])).toEqual(['info']);
  });

  it('is loud in a folder that the change makes one of tests, and so is a step that kuttl applies', () => {
    expect(severities([step('tests/old/00-install.yaml')], [step('tests/old/00-install.yaml'), step('apps/01-assert.yaml')])).toEqual([
      'error',
    ]);
    expect(severities([step('tests/e2e/01-assert.yaml')], [step('tests/e2e/01-assert.yaml'), step('tests/e2e/02-more.yaml')])).toEqual([
      'error',
    ]);
    expect(severities([file(role('a'), 'broken', 'apps/01-assert.yaml')], [step('apps/01-assert.yaml', 'b')])).toEqual(['error']);
  });
});

it('brings nothing by tasks that are gone, but by tasks that change', () => {
  const tasks = (channel: string) => file(`- name: a\n  k8s: {channel: ${channel}}\n`, 'settings', 'roles/a/tasks/main.yml');
  const effects = (before: readonly UnreadFile[], after: readonly UnreadFile[]) =>
    changedFiles
      .compare(...sides({ ...stateOf(), unread: before }, { ...stateOf(), unread: after }))
      .map(({ rule, effect = rule.effect }) => effect);
  expect(effects([tasks('a')], [])).toEqual(['none']);
  expect(effects([tasks('a')], [tasks('b')])).toEqual(['unknown']);
  expect(effects([], [tasks('b')])).toEqual(['unknown']);
});

describe('a program that moves', () => {
  const go = (path: string, text: string): UnreadFile => file(text, 'source-code', path);
  const ROLE = 'package a\nvar r = rbacv1.ClusterRole{\n\tRules: []rbacv1.PolicyRule{{\n\t\tVerbs: []string{"get"},\n\t}},\n}\n';

  it('is a note, if a compiler reads it', () => {
    expect(told([go('a/x/r.go', ROLE)], [go('b/x/r.go', ROLE)])).toEqual([['info', expect.stringContaining('is renamed from a/x/r.go')]]);
    expect(told([go('a/x/r.py', ROLE)], [go('b/x/r.py', ROLE)]).map(([severity]) => severity)).toEqual(['warning']);
    expect(told([go('a/x/r.go', ROLE)], [go('b/x/other.go', ROLE)]).map(([severity]) => severity)).toEqual(['warning']);
  });

  it('is compared with itself where it changes, too', () => {
    const more = ROLE.replace('"get"', '"get", "escalate"');
    expect(told([go('a/x/r.go', ROLE)], [go('b/x/r.go', more)])).toEqual([
      ['warning', expect.stringMatching(/^is moved from a\/x\/r\.go, and changes: .*escalate/)],
    ]);
    expect(told([go('a/x/r.go', ROLE)], [go('b/x/r.go', `${ROLE}// c\n`)]).map(([severity]) => severity)).toEqual(['info']);
    // Two of a name are told apart by nothing.
    const two = [go('b/x/r.go', more), go('c/x/r.go', ROLE)];
    expect(told([go('a/x/r.go', ROLE.replace('get', 'list'))], two).every(([, text]) => !/is moved/.test(String(text)))).toBe(true);
  });
});
