/** Values of a chart that hold rights: each place of a chart with each field and value of a right, and values that are none. */

import { describe, expect, it } from 'vitest';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();
const CHART = {
  'a.yaml': NAMESPACE,
  'chart/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n',
  'chart/templates/a.yaml': '{{ .Values.x }}\n',
};

/** Where a chart puts the value that is given. */
const PLACES: Readonly<Record<string, (value: unknown) => unknown>> = {
  'at the top': (value) => value,
  'in a part': (value) => ({ rbac: value }),
  'in a subchart': (value) => ({ sub: { manager: value } }),
};
const FIELDS: readonly (readonly [name: string, before: unknown, after: unknown])[] = [
  ['another resource', { rules: [{ resources: ['pods'] }] }, { rules: [{ resources: ['secrets'] }] }],
  ['one more resource', { resources: ['pods'] }, { resources: ['pods', 'secrets'] }],
  ['another resource of any list', { watched: ['pods'] }, { watched: ['secrets'] }],
  ['one more resource of any list', { watched: ['pods'] }, { watched: ['pods', 'serviceaccounts/token'] }],
  ['another verb', { verbs: ['get'] }, { verbs: ['update'] }],
  ['one more verb', { verbs: ['get'] }, { verbs: ['get', 'escalate'] }],
  ['another group', { apiGroups: ['apps'] }, { apiGroups: [''] }],
  ['one more URL', { nonResourceURLs: ['/a'] }, { nonResourceURLs: ['/a', '/b'] }],
  ['fewer names', { resourceNames: ['a', 'b'] }, { resourceNames: ['a'] }],
  ['another role', { roleRef: { name: 'view' } }, { roleRef: { name: 'edit' } }],
  ['another role of the cluster', { clusterRole: 'view' }, { clusterRole: 'edit' }],
  ['another name of a role', { clusterRoleName: 'view' }, { clusterRoleName: 'edit' }],
  ['another subject', { subjects: [{ name: 'a' }] }, { subjects: [{ name: 'b' }] }],
];
const ANNOTATIONS: Readonly<Record<string, string>> = {
  'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/a',
  'iam.gke.io/gcp-service-account': 'a@b.iam.gserviceaccount.com',
  'azure.workload.identity/client-id': '0000',
  'vault.hashicorp.com/role': 'admin',
  'serviceaccounts.openshift.io/oauth-redirecturi.a': 'https://evil.example.com',
};
const OF_ACCOUNTS = Object.entries(ANNOTATIONS).flatMap(([key, value]): (readonly [string, unknown, unknown])[] => [
  [`a new ${key}`, { serviceAccount: { annotations: {} } }, { serviceAccount: { annotations: { [key]: value } } }],
  [`another ${key}`, { serviceAccount: { annotations: { [key]: 'x' } } }, { serviceAccount: { annotations: { [key]: value } } }],
]);
const OF_PODS: readonly (readonly [name: string, before: unknown, after: unknown])[] = [
  ['a part that is switched on', { ui: { enabled: false } }, { ui: { enabled: true } }],
  ...['networkPolicy', 'webhook', 'tls', 'rbac', 'podSecurity', 'auth'].map(
    (guard): readonly [name: string, before: unknown, after: unknown] => [
      `${guard} that is switched off`,
      { [guard]: { enabled: true } },
      { [guard]: { enabled: false } },
    ],
  ),
  ['another switch that is switched off', { ui: { create: true } }, { ui: { create: false } }],
  ['another account', { serviceAccount: { name: 'a' } }, { serviceAccount: { name: 'b' } }],
  ['another name of an account', { serviceAccountName: 'a' }, { serviceAccountName: 'b' }],
  ['the network of the node', {}, { hostNetwork: true }],
  ['all of the node', { securityContext: {} }, { securityContext: { privileged: true } }],
  ['a token', {}, { serviceAccount: { automount: true } }],
  ['one more role of a list', { clusterRoles: ['view'] }, { clusterRoles: ['view', 'edit'] }],
];
const OTHERS: readonly (readonly [name: string, before: unknown, after: unknown])[] = [
  ['sizes', { resources: { limits: { cpu: '1' } } }, { resources: { limits: { cpu: '2' } } }],
  ['a text', { title: 'pods' }, { title: 'my pods' }],
  ['a number', { replicas: 1 }, { replicas: 2 }],
  ['a word of another list', { tags: ['a'] }, { tags: ['a', 'b'] }],
  ['a path', { path: '/a' }, { path: '/b' }],
  [
    'an annotation of a tool',
    { serviceAccount: { annotations: {} } },
    { serviceAccount: { annotations: { 'helm.sh/resource-policy': 'keep' } } },
  ],
  ['an account that gets a name', { serviceAccount: {} }, { serviceAccount: { create: 'yes' } }],
  ['a switch that stays off', {}, { hostNetwork: 'false' }],
  ['the tag of an image', { image: { tag: 'v1' } }, { image: { tag: 'v2' } }],
];
const isWarned = (before: unknown, after: unknown): boolean => {
  const [was, is] = [before, after].map((values) => reviewed(values)) as unknown as [Record<string, string>, Record<string, string>];
  return /^(?:error|warning)\[.*values\.yaml/m.test(reviewFiles(was, is).text);
};
const reviewed = (values: unknown) => ({ ...CHART, 'chart/values.yaml': JSON.stringify(values) });

describe.each(Object.entries(PLACES))('values %s', (_, put) => {
  it.each([...FIELDS, ...OF_ACCOUNTS, ...OF_PODS])('are a warning for %s', (__, before, after) => {
    expect(isWarned(put(before), put(after))).toBe(true);
  });

  it.each(OTHERS)('are none for %s', (__, before, after) => {
    expect(isWarned(put(before), put(after))).toBe(false);
  });
});

it('lists each right that changes, and first', () => {
  const values = (resources: readonly string[]) =>
    reviewed({ a: resources.length, rules: [{ apiGroups: ['a.io'], resources, verbs: ['get'] }] });
  const names = Array.from({ length: 20 }, (_, index) => `things${index}`);
  const { text } = reviewFiles(values([]), values(names));
  for (const name of names) expect(text).toMatch(new RegExp(`^warning\\[.*${name} is new`, 'm'));
});

it('reads values beside a chart, too', () => {
  const values = (role: string) => ({ 'a.yaml': NAMESPACE, 'envs/prod/values.yaml': `rbac: {clusterRole: ${role}}\n` });
  expect(reviewFiles(values('view'), values('edit')).text).toMatch(/^warning\[.*values\.yaml.*edit/m);
  const size = (replicas: number) => ({ 'a.yaml': NAMESPACE, 'envs/prod/values.yaml': `replicas: ${replicas}\n` });
  expect(reviewFiles(size(1), size(2)).text).not.toMatch(/^(?:error|warning)\[/m);
});

describe('rights in a cloud may change permissions', () => {
  const resource = (line: string): string => `resource "a" "b" {\n  name = "x"\n${line}}\n`;
  const policy = (statement: object): string => `${JSON.stringify({ Version: '2012-10-17', Statement: [statement] }, undefined, 1)}\n`;
  const allow = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['a'], Condition: { Bool: { a: 'true' } } };
  const { Condition: _, ...open } = allow;
  const CASES: Readonly<Record<string, readonly [file: string, before: string, after: string]>> = {
    ...Object.fromEntries(
      [
        'role = "roles/owner"',
        'roles = ["owner"]',
        'role_definition_name = "Owner"',
        'policy_arn = "arn:aws:iam::aws:policy/AdministratorAccess"',
        'managed_policy_arns = ["a"]',
        'actions = ["*"]',
        'members = ["user:a"]',
        'member = "user:a"',
        'permissions = ["a.b.c"]',
        'assume_role_policy = data.a.b.json',
        'locals = [\n  "roles/editor",\n]',
        'any = [\n  "s3:*",\n]',
        'Action = ["*"]',
        'kubernetes_groups = ["system:masters"]',
        'scope = "/"',
        'any = [\n  "serviceAccount:a@b.c",\n]',
      ].map((line) => [line, ['cloud/a.tf', resource(''), resource(`  ${line}\n`)] as const]),
    ),
    'one more action of a policy': ['cloud/a.json', policy(allow), policy({ ...allow, Action: ['s3:GetObject', 's3:*'] })],
    'a policy that allows what it refused': ['cloud/a.json', policy({ ...allow, Effect: 'Deny' }), policy(allow)],
    'a policy without its condition': ['cloud/a.json', policy(allow), policy(open)],
    'a policy without its denial': [
      'cloud/a.json',
      `${JSON.stringify({ Statement: [allow, { Effect: 'Deny', Action: ['iam:*'] }] }, undefined, 1)}\n`,
      `${JSON.stringify({ Statement: [allow] }, undefined, 1)}\n`,
    ],
    'a condition of Terraform that goes': ['cloud/a.tf', resource('  condition {\n    test = "a"\n  }\n'), resource('')],
    'variables of Terraform': ['cloud/a.tfvars', 'role = "viewer"\n', 'role = "owner"\n'],
    'another principal': ['cloud/a.json', policy({ ...allow, Principal: 'a' }), policy({ ...allow, Principal: '*' })],
  };

  it.each(Object.entries(CASES))('%s', (_name, [file, before, after]) => {
    const { text } = reviewFiles({ 'a.yaml': NAMESPACE, [file]: before }, { 'a.yaml': NAMESPACE, [file]: after });
    expect(text).toMatch(/^Permissions may change: File cloud/m);
  });

  it('but not where they go, nor by another size or name', () => {
    const told = (before: string, after: string): string =>
      reviewFiles({ 'a.yaml': NAMESPACE, 'cloud/a.tf': before }, { 'a.yaml': NAMESPACE, 'cloud/a.tf': after }).text;
    expect(told(resource('  role = "roles/owner"\n'), resource(''))).toMatch(/^No new permissions/m);
    expect(told(resource('  size = 1\n'), resource('  size = 2\n'))).toMatch(/^No new permissions/m);
  });
});

describe('a value that a role or a binding of a template uses', () => {
  const OF_ROLES: Files = {
    'ns.yaml': NAMESPACE,
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
    'c/templates/b.yaml':
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: b}\nroleRef: {kind: ClusterRole, name: {{ .Values.level }}}\nsubjects:\n{{- range .Values.team.people }}\n- {kind: User, name: {{ . }}}\n{{- end }}\n',
    'c/templates/e.yaml':
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: e}\nspec: {replicas: {{ .Values.image.tag }}}\n---\n# .Values.text\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: e\n  labels:\n    a: {{ .Values.mark }}\n',
    'c/templates/d.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\ndata: {a: {{ .Values.text }}}\n',
  };
  const told = (before: string, after: string): string =>
    reviewFiles({ ...OF_ROLES, 'c/values.yaml': before }, { ...OF_ROLES, 'c/values.yaml': after }).headline;

  it.each([
    ['level: view\n', 'level: other\n'],
    ['team: {people: [ann]}\n', 'team: {people: [ann, mallory]}\n'],
    ['team: {}\n', 'team: {people: [mallory]}\n'],
  ])('may change permissions from %j to %j', (before, after) => {
    expect(told(before, after)).toMatch(/^Permissions may change: File c\/values\.yaml: /);
  });

  it.each([
    ['text: a\n', 'text: b\n'],
    ['team: {color: a}\n', 'team: {color: b}\n'],
    ['levels: a\n', 'levels: b\n'],
    ['mark: a\n', 'mark: b\n'],
    ['image: {tag: 1.0.0}\n', 'image: {tag: 1.0.1}\n'],
  ])('is no other value, such as one from %j to %j', (before, after) => {
    expect(told(before, after)).toMatch(/^No new permissions\. /);
  });

  const binding = (name: string): string =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: b}\nroleRef: {kind: ClusterRole, name: ${name}}\n`;
  it.each<[string, Files, string]>([
    ['by another name', { 'c/templates/x.yaml': `{{- $v := .Values }}\n${binding('{{ $v.who }}')}` }, 'who: '],
    ['by a key', { 'c/templates/x.yaml': binding('{{ index .Values "who" }}') }, 'who: '],
    [
      'in a named template',
      {
        'c/templates/_h.tpl': '{{- define "c.who" }}{{ .Values.who }}{{ end }}\n',
        'c/templates/x.yaml': binding('{{ include "c.who" . }}'),
      },
      'who: ',
    ],
    [
      'in a chart within it',
      { 'c/charts/sub/Chart.yaml': 'name: sub\n', 'c/charts/sub/templates/x.yaml': binding('{{ .Values.who }}') },
      'sub: {who: ',
    ],
    [
      'in JSON',
      {
        'c/templates/x.yaml':
          '{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "roleRef": {"name": "{{ .Values.who }}"}}\n',
      },
      'who: ',
    ],
  ])('is found %s', (_, files, start) => {
    const of = (value: string): Files => ({
      ...OF_ROLES,
      ...files,
      'c/values.yaml': `${start}${value}${start.includes('{') ? '}' : ''}\n`,
    });
    expect(reviewFiles(of('one'), of('two')).headline).toMatch(/^Permissions may change: File c\/values\.yaml: /);
  });
});
