/** The whole cluster is the state: what units that the change does not touch say of roles, bindings, accounts and groups decides about it. */
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { type Change, git, history } from '../../support/git.js';
import { itWith, program } from '../../support/needs.js';

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1\n';
const EVERYTHING = '{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}';
const MORE_PODS = '{apiGroups: [""], resources: [pods], verbs: [get, list]}';
const PODS = '{apiGroups: [""], resources: [pods], verbs: [get]}';
const role = (name: string, rule: string, more = '') => `${RBAC}kind: ClusterRole\nmetadata: {name: ${name}${more}}\nrules: [${rule}]\n`;
const binding = (name: string, roleName: string, subject: string) =>
  `${RBAC}kind: ClusterRoleBinding\nmetadata: {name: ${name}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${roleName}}\nsubjects: [${subject}]\n`;
const user = (name: string) => `{kind: User, apiGroup: rbac.authorization.k8s.io, name: ${name}}`;
const group = (name: string) => `{kind: Group, apiGroup: rbac.authorization.k8s.io, name: "${name}"}`;
const account = (name: string) => `{kind: ServiceAccount, name: ${name}, namespace: ci}`;
/** Overlays of one base: nobody says which cluster gets which. */
const ALTERNATIVES = {
  'base/kustomization.yaml': 'resources: [a.yaml]\n',
  'base/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n',
  'prod/kustomization.yaml': 'resources: [../base, role.yaml]\n',
  'prod/role.yaml': role('seer', PODS),
  'test/kustomization.yaml': 'resources: [../base]\n',
};
/** Flux applies the folders to the cluster that it runs in. */
const flux = (...paths: string[]) => ({
  'clusters/prod/flux.yaml': paths
    .map(
      (path) =>
        `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${path}, namespace: flux-system}\nspec: {path: ./${path}, prune: true, interval: 1h, sourceRef: {kind: GitRepository, name: flux-system}}\n`,
    )
    .join('---\n'),
});
const CLUSTER = {
  ...ALTERNATIVES,
  ...flux('roles', 'users', 'apps'),
  'users/first.yaml': binding('first', 'view', user('first')),
  'apps/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n',
};
const START = process.cwd();
afterEach(() => process.chdir(START));

interface Told {
  readonly id: string;
  readonly severity: string;
  readonly message: string;
  readonly path?: string;
}

/** What is reported of a change to a repository: of two folders, which are read as two commits are and without git. */
function review(before: Change, change: Change) {
  const files = (folder: string, of: Change) =>
    Object.entries(of).flatMap(([path, text]) => (text === undefined ? [] : [[`${folder}/${path}`, text]]));
  process.chdir(folderOf(Object.fromEntries([...files('base', before), ...files('head', { ...before, ...change })])));
  return reported('base', 'head');
}

function reviewCommits(before: Change, change: Change) {
  process.chdir(history(before, change));
  return reported('git:main^', 'git:main');
}

/** The sources of applications, and the immutable roleRef of the bindings here, which other tests are about. */
const BESIDE = ['outside-source', 'role-ref-changed'];

function reported(base: string, head: string) {
  const run = cli(['review', base, head, '--format', 'json']);
  const { summary, gained, findings } = JSON.parse(run.out) as {
    readonly summary: { readonly headline: string };
    readonly gained: unknown[];
    readonly findings: Readonly<Record<'new' | 'grown' | 'unchanged', Told[]>>;
  };
  const told = [...findings.new, ...findings.grown].filter(({ id }) => !BESIDE.includes(id));
  const unchanged = findings.unchanged.map(({ id }) => id);
  return { headline: summary.headline, gained, told, unchanged, ids: told.map(({ id, severity }) => `${severity} ${id}`) };
}

describe('where it is known what reaches a cluster', () => {
  it('a binding is told by the role of an untouched unit, with its place', () => {
    const { headline, told } = reviewCommits(
      { ...CLUSTER, 'roles/owner.yaml': role('owner', EVERYTHING) },
      { 'users/new.yaml': binding('new', 'owner', user('new')) },
    );
    expect(headline).toBe('Grants more: User new can do everything in all namespaces');
    expect(told).toMatchObject([{ id: 'all-rights', severity: 'error' }]);
    expect(told[0]?.path).toContain('ClusterRole owner (unchanged, git:main:roles/owner.yaml:1:1)');
  });

  it('also if role and binding have one name', () => {
    const { told } = review(
      { ...CLUSTER, 'roles/owner.yaml': role('owner', EVERYTHING) },
      { 'users/new.yaml': binding('owner', 'owner', user('new')) },
    );
    expect(told[0]?.path).toContain('ClusterRoleBinding owner → ClusterRole owner (unchanged, head/roles/owner.yaml:1:1)');
  });

  it('a role of an untouched unit that gives little is no error', () => {
    const { headline, ids } = review(
      { ...CLUSTER, 'roles/seer.yaml': role('seer', PODS) },
      { 'users/new.yaml': binding('new', 'seer', user('new')) },
    );
    expect(headline).toBe('Grants more: User new can get pods in all namespaces');
    expect(ids).toEqual([]);
  });

  it('a widened role is told with who is bound to it in an untouched unit', () => {
    const bound = {
      ...CLUSTER,
      'roles/seer.yaml': role('seer', PODS),
      'users/all.yaml': binding('all', 'seer', group('system:authenticated')),
    };
    const { headline, ids } = review(bound, { 'roles/seer.yaml': role('seer', EVERYTHING) });
    expect(headline).toContain('Group system:authenticated can do everything in all namespaces');
    expect(ids).toContain('error all-rights');
    expect(ids).not.toContain('error unbound-role');
  });

  it('what only untouched units make is not told, and nobody gains what an untouched unit gives', () => {
    const bound = { ...CLUSTER, 'roles/owner.yaml': role('owner', EVERYTHING), 'users/first.yaml': binding('first', 'owner', user('new')) };
    const { headline, ids, gained, unchanged } = review(
      { ...bound, 'apps/role.yaml': role('seer', PODS) },
      { 'apps/new.yaml': binding('new', 'seer', user('new')) },
    );
    expect([gained, ids, unchanged]).toEqual([[], [], []]);
    expect(headline).toBe('No new permissions. Changes: ClusterRoleBinding new: new');
  });

  it('a role that nobody knows is told of bindings in the units that the change touches alone', () => {
    const bound = { ...CLUSTER, 'users/first.yaml': binding('first', 'gone', user('new')) };
    const { ids, unchanged } = review(bound, { 'apps/new.yaml': binding('new', 'gone', user('new')) });
    expect([ids, unchanged]).toEqual([['error unknown-role'], []]);
    const other = review(bound, { 'apps/new.yaml': binding('new', 'view', user('new')) });
    expect([other.ids, other.unchanged]).toEqual([[], []]);
  });

  it('the roles of an untouched unit that contradict each other are unknown, and the most powerful is named', () => {
    const two = {
      ...CLUSTER,
      ...flux('roles', 'users', 'others'),
      'roles/owner.yaml': role('owner', PODS),
      'others/owner.yaml': role('owner', EVERYTHING),
    };
    const { ids, told } = review(two, { 'users/new.yaml': binding('new', 'owner', user('new')) });
    expect(ids).toEqual(['error unknown-role']);
    expect(told[0]?.message).toMatch(
      /what it can do is not known; of 2 roles of this name, the one in head\/others\/owner.yaml:1:1 lets them do everything$/,
    );
  });

  it('a role that a mark keeps from being applied is not there', () => {
    const marked = role('owner', PODS, ', annotations: {kustomize.toolkit.fluxcd.io/reconcile: disabled}');
    const { ids } = review({ ...CLUSTER, 'roles/owner.yaml': marked }, { 'users/new.yaml': binding('new', 'owner', user('new')) });
    expect(ids).toEqual(['error unknown-role']);
  });

  it('no role of an untouched unit makes a default one harmless', () => {
    const { headline } = review(
      { ...CLUSTER, 'roles/admin.yaml': role('cluster-admin', PODS) },
      { 'users/new.yaml': binding('new', 'cluster-admin', user('new')) },
    );
    expect(headline).toBe('Grants more: User new can do everything in all namespaces');
  });

  it('a role that reaches another cluster is not that of this one', () => {
    const far = `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: far}\nspec: {source: {repoURL: u, path: far}, destination: {name: far, namespace: x}}\n`;
    const { ids, told } = review(
      { ...CLUSTER, 'clusters/prod/far.yaml': far, 'far/owner.yaml': role('owner', PODS) },
      { 'users/new.yaml': binding('new', 'owner', user('new')) },
    );
    expect(ids).toEqual(['error unknown-role']);
    expect(told[0]?.message).toMatch(/the role of this name in head\/far\/owner.yaml:1:1 lets them get pods$/);
  });

  const job = (name: string) =>
    `apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, namespace: ci}\nspec: {template: {spec: {serviceAccountName: ${name}, restartPolicy: Never, containers: [{name: c, image: "example.com/i@sha256:${'a'.repeat(64)}"}]}}}\n`;
  it('a workload runs as an account of an untouched unit, powerful or not', () => {
    const accounts = {
      ...CLUSTER,
      'users/account.yaml': 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: runner, namespace: ci}\n',
    };
    expect(review(accounts, { 'apps/job.yaml': job('runner') }).ids).not.toContain('error unknown-account');
    const powerful = {
      ...accounts,
      'roles/owner.yaml': role('owner', EVERYTHING),
      'users/ci.yaml': binding('ci', 'owner', account('runner')),
    };
    const { told } = review(powerful, { 'apps/job.yaml': job('runner') });
    expect(
      told
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message)
        .join(),
    ).toContain('do everything in all namespaces');
  });

  it('members join a group that an untouched unit makes powerful', () => {
    const people = (...names: string[]) =>
      `apiVersion: user.openshift.io/v1\nkind: Group\nmetadata: {name: sre}\nusers: [${names.join()}]\n`;
    const bound = {
      ...CLUSTER,
      'roles/owner.yaml': role('owner', EVERYTHING),
      'users/sre.yaml': binding('sre', 'owner', group('sre')),
      'apps/people.yaml': people('a'),
    };
    const { ids, told } = review(bound, { 'apps/people.yaml': people('a', 'mallory') });
    expect(ids).toContain('error group-member');
    expect(told[0]?.message).toContain('do everything in all namespaces');
  });

  itWith([program('kubectl')], 'a role is what its kustomization makes of it', () => {
    const patched = {
      ...CLUSTER,
      'roles/kustomization.yaml': `namePrefix: the-\nresources: [owner.yaml]\npatches: [{target: {kind: ClusterRole}, patch: '[{"op": "replace", "path": "/rules", "value": [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}]}]'}]\n`,
      'roles/owner.yaml': role('owner', PODS),
    };
    const { headline } = review(patched, { 'users/new.yaml': binding('new', 'the-owner', user('new')) });
    expect(headline).toBe('Grants more: User new can do everything in all namespaces');
  });
});

describe('where nobody says what reaches a cluster', () => {
  it('a role of an unrelated folder hides no power', () => {
    const { ids, told } = review(
      { ...ALTERNATIVES, 'samples/owner.yaml': role('owner', PODS) },
      { 'prod/kustomization.yaml': 'resources: [../base, role.yaml, new.yaml]\n', 'prod/new.yaml': binding('new', 'owner', user('new')) },
    );
    expect(ids).toEqual(['error unknown-role']);
    expect(told[0]?.message).toMatch(/not known; the role of this name in head\/samples\/owner.yaml:1:1 lets them get pods$/);
  });

  it('of several, the most powerful is named', () => {
    const several = { ...ALTERNATIVES, 'samples/owner.yaml': role('owner', PODS), 'rbac/owner.yaml': role('owner', EVERYTHING) };
    const { told } = review(several, {
      'prod/kustomization.yaml': 'resources: [../base, role.yaml, new.yaml]\n',
      'prod/new.yaml': binding('new', 'owner', user('new')),
    });
    expect(told[0]?.message).toMatch(/of 2 roles of this name, the one in head\/rbac\/owner.yaml:1:1 lets them do everything$/);
  });

  it('nothing is smaller because of a guess', () => {
    const bound = {
      ...ALTERNATIVES,
      'samples/owner.yaml': role('owner', EVERYTHING),
      'prod/kustomization.yaml': 'resources: [../base, role.yaml, new.yaml]\n',
      'prod/new.yaml': binding('new', 'owner', user('new')),
    };
    const { headline } = review(bound, { 'prod/new.yaml': binding('new', 'seer', user('new')) });
    expect(headline).not.toMatch(/loses do everything|Grants less/);
  });

  it('a widened role that only another unit binds is an error', () => {
    const bound = { ...ALTERNATIVES, 'rbac/all.yaml': binding('all', 'seer', group('devs')) };
    const secrets = '{apiGroups: [""], resources: [secrets], verbs: [get, list]}';
    const { told } = review(bound, { 'prod/role.yaml': role('seer', secrets) });
    expect(told).toMatchObject([{ id: 'unbound-role', severity: 'error' }]);
    expect(told[0]?.message).toMatch(/nobody in the input is, but Group devs in head\/rbac\/all.yaml:1:1$/);
  });
});

describe('of two roles of one name, the one that is not counted can do more', () => {
  const inPolicy = (name: string, inner: string) =>
    `apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {name: ${name}, namespace: hub}\nspec:\n  remediationAction: enforce\n  object-templates:\n  - complianceType: musthave\n    objectDefinition:\n      ${inner.trimEnd().replaceAll('\n', '\n      ')}\n`;
  const inTemplate = (inner: string) =>
    `apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: t, namespace: hub}\nobjects:\n- ${inner.trimEnd().replaceAll('\n', '\n  ')}\n`;
  const bound = (roleName: string) => ({ 'a/bound.yaml': binding('first', roleName, user('first')), 'b/ops.yaml': role('ops', PODS) });
  const after = { 'a/bound.yaml': binding('first', 'ops', user('first')) };
  const powerful = role('ops', EVERYTHING);
  const message =
    /^User first is bound to ClusterRole ops in all namespaces, and another role of this name, in .*, lets them do everything: /;

  it.each([
    ['a policy', { 'c/other.yaml': inPolicy('p', powerful) }],
    ['a template', { 'c/other.yaml': inTemplate(powerful) }],
    ['the second of two policies', { 'b/ops.yaml': inPolicy('o', role('ops', PODS)), 'c/other.yaml': inPolicy('p', powerful) }],
    [
      'a file that repeats an object',
      { 'c/other.yaml': powerful, 'd/x.yaml': role('x', PODS), 'e/x.yaml': role('x', EVERYTHING), ...flux('a', 'b', 'c') },
    ],
  ])('a new binding to it is no lesser one: %s', (_, other) => {
    const { headline, told } = review({ ...bound('view'), ...other }, after);
    expect(headline).toMatch(/^Permissions may change: User first is bound to ClusterRole ops/);
    expect(told).toContainEqual(
      expect.objectContaining({ id: 'uncounted-role', severity: 'error', message: expect.stringMatching(message) }),
    );
  });

  const listed = { 'a/kustomization.yaml': 'resources: [bound.yaml]\n', 'b/kustomization.yaml': 'resources: [ops.yaml]\n' };
  it.each([
    ['plain folders', flux('a', 'b')],
    ['kustomizations', { ...flux('a', 'b'), ...listed }],
    ['a cluster of the configuration', { '.cdk8s-olm.yaml': 'clusters: [{name: one, paths: [a, b]}]\n', ...listed }],
  ])('a change that brings the second one to the cluster is reviewed part by part: %s', (_, cluster) => {
    const { told } = review(
      { ...bound('ops'), ...cluster },
      { 'a/bound.yaml': `${binding('first', 'ops', user('first'))}---\n${role('ops', PODS)}`, 'b/ops.yaml': powerful },
    );
    expect(told).toContainEqual(
      expect.objectContaining({ id: 'uncounted-role', severity: 'error', message: expect.stringMatching(message) }),
    );
  });

  it('one of another cluster, or of the same content, hides nothing', () => {
    const files = (rule: string, other: string) => ({
      'a/bound.yaml': `${binding('first', 'ops', user('first'))}---\n${role('ops', rule)}`,
      'b/ops.yaml': role('ops', other),
      ...listed,
    });
    const clusters = '.cdk8s-olm.yaml';
    const one = { [clusters]: 'clusters: [{name: one, paths: [a, b]}]\n' };
    const two = { [clusters]: 'clusters: [{name: one, paths: [a]}, {name: two, paths: [b]}]\n' };
    expect(review({ ...files(PODS, PODS), ...two }, files(MORE_PODS, EVERYTHING)).ids).not.toContain('error uncounted-role');
    expect(review({ ...files(PODS, PODS), ...one }, files(MORE_PODS, MORE_PODS)).ids).not.toContain('error uncounted-role');
    // What BASE had, nobody has to mend.
    const { ids, unchanged } = review(
      { ...files(PODS, EVERYTHING), ...one },
      { 'a/bound.yaml': `${files(PODS, PODS)['a/bound.yaml']}# x\n`, 'b/ops.yaml': `${powerful}# x\n` },
    );
    expect(ids).not.toContain('error uncounted-role');
    expect(unchanged).toContain('uncounted-role');
  });

  it('who was bound to it before is not told as new', () => {
    const { ids, unchanged } = review({ ...bound('ops'), 'c/other.yaml': inPolicy('p', powerful) }, { 'b/more.yaml': role('more', PODS) });
    expect(ids).not.toContain('error uncounted-role');
    expect(unchanged).toContain('uncounted-role');
  });

  it('one that can do no more hides nothing', () => {
    const { headline, ids } = review({ ...bound('view'), 'c/other.yaml': inPolicy('p', role('ops', PODS, ', labels: {a: b}')) }, after);
    expect([headline.split(':').slice(0, 2).join(':'), ids]).toEqual([
      'Breaks: ClusterRoleBinding first changes roleRef from ClusterRole view to ClusterRole ops',
      [],
    ]);
  });

  it('a policy of a unit of the cluster that the change does not touch leaves it open', () => {
    const { ids } = review(
      {
        ...CLUSTER,
        'users/second.yaml': binding('second', 'view', user('second')),
        'roles/ops.yaml': role('ops', PODS),
        'apps/p.yaml': inPolicy('p', powerful),
      },
      { 'users/second.yaml': binding('second', 'ops', user('second')) },
    );
    expect(ids).toEqual(['error unknown-role']);
  });

  const CIPHER = 'ENC[AES256_GCM,data:abc,iv:def,tag:g,type:str]';
  const SOPS = `sops: {mac: "${CIPHER}", version: 3.8.0}\n`;
  const unread = {
    'encrypted rules': `${RBAC}kind: ClusterRole\nmetadata: {name: ops}\nrules: ${CIPHER}\n${SOPS}`,
    'encrypted words of rules': role('ops', `{apiGroups: ["${CIPHER}"], resources: ["${CIPHER}"], verbs: ["${CIPHER}"]}`) + SOPS,
    'a template': `{{- if .Values.admin }}\n${powerful}{{- end }}\n`,
    'a template of ytt': `${RBAC}kind: ClusterRole\nmetadata:\n  name: ops\nrules: #@ data.values.rules\n`,
  };
  const whole = {
    'an encrypted file': `data: ${CIPHER}\n${SOPS}`,
    'an object of an encrypted kind': `apiVersion: ${CIPHER}\nkind: ${CIPHER}\nmetadata: {name: "${CIPHER}"}\n${SOPS}`,
  };

  it.each(Object.entries({ ...unread, ...whole }))('of one that nobody can read, the effect is not known: %s', (_, text) => {
    const { headline, ids } = review({ ...bound('view'), 'c/other.yaml': text }, after);
    expect(headline).toMatch(/^(?:Permissions may change|Grants more): /);
    expect(ids).toContain('error uncounted-role');
    expect(review({ ...bound('ops'), 'c/other.yaml': text }, { 'b/more.yaml': role('more', PODS) }).unchanged).toContain('uncounted-role');
  });

  it.each(Object.entries(whole))('but nothing takes it for a default role: %s', (_, text) => {
    expect(review({ ...bound('ops'), 'c/other.yaml': text }, { 'a/bound.yaml': binding('first', 'view', user('first')) }).ids).toEqual([]);
  });

  it.each(Object.entries({ ...unread, 'a plain one': powerful }))('in a unit that the change does not touch: %s', (_, text) => {
    const around = { ...CLUSTER, 'users/first.yaml': binding('first', 'view', user('first')), 'roles/ops.yaml': text };
    const change = { 'users/first.yaml': binding('first', 'ops', user('first')) };
    expect(review({ ...around, 'users/ops.yaml': role('ops', PODS) }, change).ids).toContain('error uncounted-role');
    expect(review({ ...around, 'apps/ops.yaml': role('ops', PODS) }, change).ids).toEqual(['error unknown-role']);
  });
});

describe('the cluster restores a default role that is replaced', () => {
  const replaced = (text: string) => ({ 'a/bound.yaml': binding('first', 'view', user('first')), 'b/roles.yaml': text });
  const to = (name: string) => ({ 'a/bound.yaml': binding('first', name, user('first')) });

  it.each([
    ['cluster-admin', role('cluster-admin', PODS), 'do everything'],
    ['one that aggregates others', role('edit', PODS), '.*'],
    ['one that is aggregated', role('system:aggregate-to-edit', PODS), '.*'],
  ])('a new binding to it is no lesser one: %s', (_, text, power) => {
    const { headline, told } = review(replaced(text), to(text.includes('cluster-admin') ? 'cluster-admin' : 'edit'));
    expect(headline).not.toMatch(/^Grants less/);
    expect(told).toContainEqual(
      expect.objectContaining({
        id: 'uncounted-role',
        severity: 'error',
        message: expect.stringMatching(`the default role of this name lets them ${power}: the cluster restores it when it starts$`),
      }),
    );
  });

  it('unless it is told not to', () => {
    const kept = role('cluster-admin', PODS, ', annotations: {rbac.authorization.kubernetes.io/autoupdate: "false"}');
    expect(review(replaced(kept), to('cluster-admin')).ids).toEqual([]);
  });

  it('of a snapshot of another version, nothing is told', () => {
    const recorded = role('system:basic-user', PODS, ', labels: {kubernetes.io/bootstrapping: rbac-defaults}');
    expect(review(replaced(recorded), to('system:basic-user')).ids).not.toContain('error uncounted-role');
  });
});

describe('plain files that Applications send to clusters', () => {
  const application = (path: string, destination: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${path}, namespace: argocd}\nspec: {source: {repoURL: u, path: ${path}}, destination: {${destination}, namespace: x}}\n`;
  const bound = (folder: string, roleName: string) => ({ [`${folder}/bound.yaml`]: binding('first', roleName, user('first')) });
  const far = { 'apps/dev.yaml': application('dev', 'server: "https://dev"'), 'dev/ops.yaml': role('ops', PODS) };

  it.each([
    ['two clusters', { ...far, 'apps/prod.yaml': application('prod', 'name: prod') }, 'prod'],
    ['another cluster, and what nobody sends', far, 'a'],
    ['another cluster, and what is built', { ...far, 'a/kustomization.yaml': 'resources: [bound.yaml]\n' }, 'a'],
  ])('a role of one hides no power in the other: %s', (_, before, folder) => {
    const { ids, told } = review({ ...before, ...bound(folder, 'view') }, bound(folder, 'ops'));
    expect(ids).toEqual(['error unknown-role']);
    expect(told[0]?.message).toMatch(/the role of this name in head\/dev\/ops.yaml:1:1 lets them get pods$/);
  });

  it('those of one cluster are one', () => {
    const here = { 'apps/dev.yaml': application('dev', 'name: in-cluster'), 'dev/ops.yaml': role('ops', PODS) };
    expect(review({ ...here, ...bound('a', 'view') }, bound('a', 'ops')).headline).toMatch(
      /^Breaks: ClusterRoleBinding first changes roleRef/,
    );
  });
});

describe('a role that stands by itself and in a policy', () => {
  const policy = (rule: string) =>
    `apiVersion: policy.open-cluster-management.io/v1\nkind: Policy\nmetadata: {name: p, namespace: acm}\nspec:\n  policy-templates:\n    - objectDefinition:\n        apiVersion: policy.open-cluster-management.io/v1\n        kind: ConfigurationPolicy\n        metadata: {name: p}\n        spec:\n          object-templates:\n            - complianceType: musthave\n              objectDefinition: ${JSON.stringify({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'seer' }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: rule.split(' ') }] })}\n`;
  const before = { 'a/role.yaml': role('seer', MORE_PODS), 'a/policy.yaml': policy('get list') };

  it('changes no policy where only the file does', () => {
    const { told, headline } = review(before, { 'a/role.yaml': role('seer', PODS) });
    expect(headline).not.toMatch(/^(?:Grants more|Permissions may change)/);
    expect(told.map(({ message }) => message)).toEqual(['no longer allows list pods; nobody in the input is bound to it']);
  });

  it('is told where the policy has more in it', () => {
    const { ids } = review(before, { 'a/role.yaml': role('seer', PODS), 'a/policy.yaml': policy('get list create') });
    expect(ids).toContain('error embedded-manifest');
  });
});

describe('a folder of what tests of charts expect', () => {
  const tests = { 'tests/a.expected.yaml': binding('a', 'view', user('a')), 'tests/b.expected.yaml': role('b', PODS) };
  const wider = { 'tests/b.expected.yaml': role('b', EVERYTHING), 'tests/a.expected.yaml': binding('a', 'b', user('a')) };
  const evil = binding('evil', 'cluster-admin', user('evil'));

  it('is told by its lines, and grants nothing', () => {
    const { ids, headline } = review({ ...ALTERNATIVES, ...tests }, { ...wider, 'tests/new.expected.yaml': evil });
    expect(ids.map((id) => id.split(' ')[0])).toEqual(['info', 'info', 'info']);
    expect(headline).toMatch(/^No new permissions\. Changes: File tests\/a.expected.yaml: /);
  });

  const application = (source: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: t, namespace: argocd}\nspec: {source: {repoURL: u, ${source}}, destination: {name: in-cluster, namespace: x}}\n`;
  const flux = 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: t, namespace: f}\n';

  it.each<[string, string]>([
    ['an Application names it', application('path: tests')],
    ['one names it in other words', application('path: apps/../tests')],
    ['one takes all that is at the top', application('path: ., directory: {recurse: true}')],
    ['Flux takes the top', `${flux}spec: {sourceRef: {kind: GitRepository, name: f}}\n`],
    [
      'an Application in a ConfigMap names it',
      `kind: ConfigMap\napiVersion: v1\nmetadata: {name: c, namespace: x}\ndata: {a: ${JSON.stringify(application('path: tests'))}}\n`,
    ],
    [
      'another tool does',
      'apiVersion: fleet.cattle.io/v1alpha1\nkind: GitRepo\nmetadata: {name: t, namespace: x}\nspec: {repo: u, paths: [tests]}\n',
    ],
  ])('is one like any other where %s', (_, text) => {
    expect(review({ ...ALTERNATIVES, ...tests, 'apps/t.yaml': text }, wider).headline).toMatch(/^Grants more/);
  });

  it('is none on account of the Applications that tests expect', () => {
    const expected = { 'tests/t.expected.yaml': application('path: .') };
    expect(review({ ...ALTERNATIVES, ...tests, ...expected }, { 'tests/b.expected.yaml': role('b', EVERYTHING) }).ids).toEqual([
      'info file-changed',
    ]);
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['a folder that is new', {}, { 'apps/evil.expected.yaml': evil }],
    ['one that had something else in it', { 'apps/a.yaml': role('b', PODS) }, { 'apps/evil.expected.yaml': evil }],
  ])('hides nothing in %s', (_, before, change) => {
    expect(review({ ...ALTERNATIVES, ...before }, change).ids.filter((id) => id.startsWith('error'))).toHaveLength(1);
  });
});

describe('a suite of kuttl tests', () => {
  const SUITE = { 'tests/kuttl-test.yaml': 'apiVersion: kuttl.dev/v1beta1\nkind: TestSuite\ntestDirs: [.]\n' };
  const evil = binding('evil', 'cluster-admin', user('evil'));
  const FIRST = { 'tests/k8s/first/00-install.yaml': role('b', PODS), 'tests/k8s/first/00-assert.yaml': binding('a', 'b', user('a')) };
  const before = { ...ALTERNATIVES, ...SUITE, ...FIRST };
  const second = { 'tests/k8s/second/00-install.yaml': evil, 'tests/k8s/second/01-assert.yaml': evil };
  const application = (path: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: t, namespace: argocd}\nspec: {source: {repoURL: u, path: ${path}, directory: {recurse: true}}, destination: {name: in-cluster, namespace: x}}\n`;

  it.each<[string, Change, string]>([
    ['a step that grants more', { 'tests/k8s/first/00-install.yaml': role('b', EVERYTHING) }, 'error'],
    ['a new step', { 'tests/k8s/first/01-more.yaml': evil }, 'error'],
    ['a new test', second, 'error'],
    ['a test that goes', { 'tests/k8s/first/00-install.yaml': undefined, 'tests/k8s/first/00-assert.yaml': undefined }, 'warning'],
    ['an Application that a test applies', { 'tests/k8s/first/01-app.yaml': application('tests/k8s/first') }, 'warning'],
    ['another image', { 'tests/k8s/first/02-pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: b}\n' }, 'warning'],
  ])('can be applied from elsewhere, which its lines say, for %s', (what, change, severity) => {
    const { ids, headline } = review(before, change);
    expect(ids).toContain(`${severity} operator-file-changed`);
    // What is gone grants nothing.
    expect(headline).toMatch(what.endsWith(' goes') ? /^No new permissions\. File tests/ : /^Permissions may change: File tests/);
  });

  it('is told by its lines in a repository that is one cluster', () => {
    const one = { 'all/kustomization.yaml': 'resources: [role.yaml]\n', 'all/role.yaml': role('seer', PODS), ...SUITE, ...FIRST };
    const { headline } = review(one, { 'tests/k8s/first/00-install.yaml': role('b', EVERYTHING) });
    expect(headline).toMatch(/^Permissions may change: File tests/);
    expect(review(one, { ...second, 'all/role.yaml': evil }).headline).toMatch(/^Grants more/);
  });

  const fleet =
    'apiVersion: fleet.cattle.io/v1alpha1\nkind: GitRepo\nmetadata: {name: t, namespace: x}\nspec: {repo: u, paths: [tests/k8s]}\n';

  it.each<[string, Change]>([
    ['an Application applies the suite', { 'apps/t.yaml': application('tests') }],
    ['one applies a test', { 'apps/t.yaml': application('tests/k8s/first') }],
    ['another tool applies tests', { 'apps/t.yaml': fleet }],
    ['a kustomization loads a step', { 'apps/kustomization.yaml': 'resources: [../tests/k8s/first/00-install.yaml]\n' }],
    ['a script applies a test', { 'hack/up.sh': 'kubectl apply -f tests/k8s/first\n' }],
    ['a script applies the suite', { 'hack/up.sh': 'kubectl apply --recursive \\\n  --filename ./tests/\n' }],
    ['a Makefile applies a step', { Makefile: 'up:\n\toc create -f $(ROOT)/tests/k8s/first/00-install.yaml\n' }],
    ['a workflow applies a test', { '.github/workflows/a.yml': 'jobs: {a: {steps: [{run: kubectl apply -f tests/k8s/first}]}}\n' }],
    ['a pipeline in YAML applies a test', { 'ci/a.yaml': 'steps:\n- run: kubectl apply -f tests/k8s/first\n' }],
    ['the suite is elsewhere', { 'tests/kuttl-test.yaml': undefined }],
    ['the folder has other objects', { 'tests/k8s/first/role.yaml': role('c', PODS) }],
    ['nothing is expected', { 'tests/k8s/first/00-assert.yaml': undefined, 'tests/k8s/first/00-b.yaml': binding('a', 'b', user('a')) }],
  ])('is a folder like any other where %s', (_, more) => {
    const { headline } = review(
      { ...before, ...more },
      { 'tests/k8s/first/00-install.yaml': role('b', EVERYTHING), 'tests/k8s/first/02-c.yaml': evil },
    );
    expect(headline).toMatch(/^Grants more/);
  });

  it('is told by its lines where scripts only run the tests', () => {
    const scripts = { Makefile: 'test:\n\tkubectl kuttl test ./tests/k8s --config ./tests/kuttl-test.yaml\n' };
    const { headline } = review({ ...before, ...scripts }, { 'tests/k8s/first/00-install.yaml': role('b', EVERYTHING) });
    expect(headline).toMatch(/^Permissions may change: File tests/);
  });

  it('is real once an Application of the same change applies it', () => {
    expect(review(before, { ...second, 'apps/t.yaml': application('tests/k8s/second') }).headline).toMatch(/^Grants more/);
  });

  it.each<[string, Record<string, string>, Change]>([
    ['a new suite', {}, { ...SUITE, ...second }],
    ['a suite that a change makes of applied files', { 'tests/k8s/second/00-install.yaml': role('b', PODS) }, { ...SUITE, ...second }],
    ['a test that a change makes of applied files', { ...SUITE, ...FIRST, 'tests/k8s/second/00-install.yaml': role('d', PODS) }, second],
    [
      'a folder of whose other files a change makes room',
      { ...SUITE, ...FIRST, 'tests/k8s/second/role.yaml': role('d', PODS) },
      { ...second, 'tests/k8s/second/role.yaml': undefined },
    ],
    [
      'another folder than those of the suite',
      { ...SUITE, ...FIRST },
      { 'tests/apps/x/00-a.yaml': evil, 'tests/apps/x/00-assert.yaml': evil },
    ],
  ])('hides nothing in %s', (_, from, change) => {
    expect(review({ ...ALTERNATIVES, ...from }, change).headline).toMatch(/^(?:Grants more|Permissions may change)/);
  });
});

describe('a plain folder with a file that nobody can apply as it is', () => {
  const before = { ...ALTERNATIVES, 'infra/a.yaml': role('a', PODS) };
  const BINDING = binding('evil', 'cluster-admin', user('evil'));

  it('is read without one that is to be filled in, whose lines are told', () => {
    const text = `apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: a, namespace: "\${NAMESPACE}"}\n---\n${BINDING}`;
    const { ids, told } = review(before, { 'infra/new.yaml': text, 'infra/a.yaml': role('a', MORE_PODS) });
    expect(ids).toContain('error operator-file-changed');
    expect(told.map(({ message }) => message).join()).toContain('ClusterRoleBinding evil (roleRef.name cluster-admin)');
    expect(ids).not.toContain('error unread-file');
  });

  it('is read without a template of a chart that was there before', () => {
    const chart = {
      'charts/c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'charts/c/templates/og.yaml':
        'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: og, namespace: a}\nspec:\n  targetNamespaces:\n    - {{ .Release.Namespace }}\n',
      'charts/c/values.yaml': 'channel: stable\n',
    };
    const { ids } = reviewCommits({ ...before, ...chart }, { 'charts/c/values.yaml': 'channel: fast\n' });
    expect(ids).toContain('warning operator-file-changed');
    expect(ids.filter((id) => id.startsWith('error'))).toEqual([]);
  });

  it('is read without the index of a repository of charts', () => {
    const index = 'apiVersion: v1\nentries: {a: [{name: a, version: 1.0.0}]}\ngenerated: "2022-07-29"\n';
    expect(review(before, { 'infra/index.yaml': index }).ids).toEqual(['warning operator-file-changed']);
  });
});

describe('a file that moves within a folder of plain manifests', () => {
  const evil = binding('evil', 'cluster-admin', user('evil'));
  const before = { ...ALTERNATIVES, 'infra/dev/m.yaml': evil, 'infra/prod/a.yaml': role('a', PODS) };
  const webhook = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: guard}
webhooks: [{name: g.x.io, clientConfig: {service: {name: g, namespace: g}}, rules: [{apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"]}], sideEffects: None, admissionReviewVersions: [v1]}]
`;

  it.each(['infra/prod/m.yaml', 'infra/prod/other.yaml'])('is new where another cluster can be: %s', (to) => {
    process.chdir(history(before, { 'infra/dev/m.yaml': undefined, [to]: evil }));
    expect(cli(['review', 'git:main^', 'git:main']).out).toMatch(/^Grants more: User evil can do everything/);
  });

  it.each([
    ['one folder', { 'dev/m.yaml': evil, 'prod/a.yaml': role('a', PODS) }, 'prod/m.yaml'],
    ['files for each cluster', { 'dev.yaml': evil, 'prod.yaml': role('a', PODS) }, 'prod.yaml'],
    ['a folder beside a kustomization', { ...before, 'infra/rbac-dev.yaml': evil, 'infra/dev/m.yaml': '' }, 'infra/rbac-prod.yaml'],
  ])('is told where all that is read is %s', (_, all, to) => {
    const [from] = Object.entries(all).find(([, text]) => text === evil) as [string, string];
    const moved = `${(all as Record<string, string>)[to] ?? ''}---\n${evil}`;
    const { out } = cli(['review', folderOf(all), folderOf({ ...all, [from]: '', [to]: moved })]);
    expect(out).toMatch(/error\[unit-moved\]/);
    expect(out).toContain(
      `File ${to}: got ClusterRoleBinding evil from ${from}, which can be for other clusters: those lose it, and those that apply ${to} get it`,
    );
  });

  it('is told once with the others of its folder', () => {
    const files = (folder: string) => ({
      [`${folder}/m.yaml`]: evil,
      [`${folder}/a.yaml`]: role('a', PODS),
      'other.yaml': role('b', PODS),
    });
    const { out } = cli(['review', folderOf(files('clusters/one')), folderOf(files('clusters/two'))]);
    expect(out.match(/^\w+\[unit-moved\]/gm)).toEqual(['error[unit-moved]']);
    expect(out).toContain(
      'Folder clusters/two: got ClusterRole a and ClusterRoleBinding evil from clusters/one, which can be for other clusters',
    );
  });

  it('is an error where the other cluster loses what refuses requests', () => {
    const { out } = cli(['review', folderOf({ 'prod/guard.yaml': webhook }), folderOf({ 'dev/guard.yaml': webhook })]);
    expect(out).toMatch(/error\[unit-moved\].* from prod\/guard\.yaml, .*; without ValidatingWebhookConfiguration guard, they refuse less/);
  });

  it('is the same where one Application applies both files', () => {
    const app =
      'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: all, namespace: argocd}\nspec: {source: {repoURL: https://github.com/x/y.git, path: infra, directory: {recurse: true}}, destination: {name: in-cluster}}\n';
    const all = { 'apps/all.yaml': app, 'infra/dev/m.yaml': evil };
    const folder = history(all, { 'infra/dev/m.yaml': undefined, 'infra/prod/m.yaml': evil });
    git(folder, 'remote', 'add', 'origin', 'https://github.com/x/y.git');
    process.chdir(folder);
    expect(cli(['review', 'git:main^', 'git:main']).out).toMatch(/^No change in meaning/);
  });

  it('is new where it is added to a file that is there', () => {
    process.chdir(history(before, { 'infra/dev/m.yaml': undefined, 'infra/prod/a.yaml': `${role('a', PODS)}---\n${evil}` }));
    expect(cli(['review', 'git:main^', 'git:main']).out).toMatch(/^Grants more: User evil can do everything/);
  });

  it('is new where it leaves a List', () => {
    const [moved, other] = ['evil', 'other'].map((name) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name }],
    }));
    const list = `{"apiVersion": "v1", "kind": "List", "items": ${JSON.stringify([moved, other])}}\n`;
    const change = { 'infra/dev/m.yaml': JSON.stringify(other), 'infra/prod/m.yaml': JSON.stringify(moved) };
    process.chdir(history({ ...before, 'infra/dev/m.yaml': list }, change));
    const { out } = cli(['review', 'git:main^', 'git:main']);
    expect(out).toMatch(/^Grants more: User evil can do everything/);
    expect(out).not.toContain('User other');
  });

  it.each([
    ['is empty', ''],
    ['has another object', role('evil', PODS)],
  ])('is gone where a file of its name that came elsewhere %s', (_, came) => {
    const change = { 'infra/dev/guard.yaml': undefined, 'infra/prod/guard.yaml': came };
    process.chdir(history({ ...before, 'infra/dev/guard.yaml': webhook }, change));
    expect(cli(['review', 'git:main^', 'git:main']).out).toMatch(/the validating webhook g\.x\.io is removed/);
  });

  it('is gone as far as what came lacks it', () => {
    const change = { 'infra/dev/m.yaml': undefined, 'infra/prod/m.yaml': evil };
    process.chdir(history({ ...before, 'infra/dev/m.yaml': `${evil}---\n${webhook}` }, change));
    const { out } = cli(['review', 'git:main^', 'git:main']);
    expect(out).toMatch(/^Grants more: User evil can do everything/);
    expect(out).toMatch(/webhook-removed\] \(git:main\^:infra\/dev\/m\.yaml:10:.* the validating webhook g\.x\.io is removed/);
  });

  it('is the same elsewhere', () => {
    const other = evil.replaceAll('evil', 'other');
    const change = { 'infra/parts/a.yaml': undefined, 'infra/a.yaml': other };
    process.chdir(history({ ...before, 'infra/parts/a.yaml': other }, change));
    expect(cli(['review', 'git:main^', 'git:main']).out).toMatch(/^No change in meaning/);
  });
});

describe('what a chart at the top of a repository has beside it', () => {
  const chart = {
    'Chart.yaml': 'name: c\n',
    'values.yaml': 'a: 1\n',
    'templates/a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n',
  };
  const workflow = (step: string) => `on: push\njobs: {a: {steps: [{run: ${step}}]}}\n`;

  it('is quiet where a forge reads it, but for what runs this review', () => {
    const path = '.github/workflows/a.yaml';
    expect(review({ ...chart, [path]: workflow('one') }, { [path]: workflow('two') }).headline).toMatch(/^No change in meaning/);
    expect(review({ ...chart, [path]: workflow('cdk8s-olm review') }, { [path]: workflow('cdk8s-olm') }).ids).not.toEqual([]);
  });
});

it('a manifest that nothing lists is the same with other comments', () => {
  const lists = { 'a/kustomization.yaml': 'resources: [a.yaml]\n', 'a/a.yaml': role('a', PODS) };
  const [before, after] = [role('b', PODS), `# a comment\n---\n${role('b', PODS)}`];
  expect(review({ ...lists, 'a/b.yaml': before }, { 'a/b.yaml': after }).headline).toMatch(/^No change in meaning/);
  expect(review({ ...lists, 'a/b.yaml': before }, { 'a/b.yaml': role('b', EVERYTHING) }).ids).toEqual(['error unread-file']);
});
