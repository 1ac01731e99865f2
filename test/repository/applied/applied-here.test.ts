import { rmSync } from 'node:fs';
import { afterEach, expect } from 'vitest';
import { cli } from '../../support/command-line.js';
import { committed, writeFiles } from '../../support/git.js';
import { describeWith, itWith, program } from '../../support/needs.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

const OURS = 'https://example.com/team/config.git';
const IN_CLUSTER = '{server: https://kubernetes.default.svc, namespace: ns}';
const application = (name: string, source: string, more = '', destination = IN_CLUSTER) =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}, namespace: argocd}\nspec: {source: ${source}, destination: ${destination}, project: default${more}}\n`;
const at = (path: string, more = ', targetRevision: main', repoURL = OURS) => `{repoURL: "${repoURL}", path: ${path}${more}}`;
const map = (name: string, namespace = ', namespace: ns') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${namespace}}\ndata: {a: b}\n`;
const list = (...resources: string[]) => `resources: [${resources.join(', ')}]\n`;
const apps = (...names: string[]) => ({ 'apps/kustomization.yaml': list(...names.map((name) => `${name}.yaml`)) });

/** Two clusters, and two overlays of one base. */
const BEFORE = {
  ...apps('one'),
  'apps/one.yaml': application('one', at('one')),
  'one/kustomization.yaml': list('../base'),
  'two/kustomization.yaml': list('../base'),
  'base/kustomization.yaml': list('a.yaml'),
  'base/a.yaml': map('a'),
};
const NEW = { ...apps('one', 'new'), 'new/kustomization.yaml': list('b.yaml'), 'new/b.yaml': map('b') };

interface Told {
  readonly id: string;
  readonly severity: string;
  readonly subject: { readonly name: string };
}

/** What is told of the Applications of a change, in a clone. */
function told(
  change: Readonly<Record<string, string>>,
  { origin = OURS, base = 'git:origin/main', main = 'main', before = {}, ids = /^(?:outside-source|applied-differently)$/ } = {},
): string[] {
  const clone = committed(
    { ...BEFORE, ...before },
    ['config', 'remote.origin.url', origin],
    ['update-ref', 'refs/remotes/origin/main', 'HEAD'],
    ['update-ref', 'refs/remotes/origin/old', 'HEAD'],
    ['symbolic-ref', 'refs/remotes/origin/HEAD', `refs/remotes/origin/${main}`],
  );
  process.chdir(clone);
  writeFiles(clone, change);
  const { out } = cli(['review', base, '.', '--format', 'json']);
  const { findings } = JSON.parse(out) as { findings: Record<'new' | 'grown', Told[]> };
  return [...findings.new, ...findings.grown]
    .filter(({ id }) => ids.test(id))
    .map(({ id, severity, subject }) => `${severity} ${id} ${subject.name}`);
}
const ofNew = (text: string, more: Readonly<Record<string, string>> = {}, how = {}) =>
  told({ ...NEW, 'apps/new.yaml': text, ...more }, how);
const OUTSIDE = ['error outside-source new'];
/** What is applied is in this repository. */
const HERE = ['warning outside-source new'];

describeWith([program('kubectl')], 'an Application is not told', () => {
  itWith([], 'whose path is part of the same cluster, at the branch that the change goes to', () => {
    expect(ofNew(application('new', at('new')))).toEqual([]);
    expect(ofNew(application('new', at('new', '')))).toEqual([]);
    expect(ofNew(application('new', at('new')), {}, { base: 'git:origin/main:.' })).toEqual([]);
    expect(ofNew(application('new', at('new')), {}, { origin: 'git@example.com:team/config' })).toEqual([]);
  });

  itWith([], 'whose folder is read whole', () => {
    const plain = { 'new/kustomization.yaml': list('b.yaml'), 'plain/x/b.yaml': map('b') };
    expect(ofNew(application('new', at('plain', ', targetRevision: main, directory: {recurse: true}')), plain)).toEqual([]);
  });

  itWith([program('helm')], 'whose chart is rendered with what it gives', () => {
    const chart = {
      'chart/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'chart/templates/b.yaml': map('{{ .Values.name }}', ', namespace: "{{ .Release.Namespace }}"').replace(
        '{{ .Values.name }}',
        '"{{ .Values.name }}"',
      ),
    };
    expect(ofNew(application('new', at('chart', ', targetRevision: main, helm: {valuesObject: {name: b}}')), chart)).toEqual([]);
  });
});

describeWith([program('kubectl')], 'an Application is told', () => {
  itWith([], 'of another repository with the same path, and where nobody knows which one this is', () => {
    for (const other of [
      'https://evil.example.com/team/config',
      'https://example.com/team/Config',
      'http://example.com/team/config',
      '../config',
    ])
      expect(ofNew(application('new', at('new', ', targetRevision: main', other))), other).toEqual(OUTSIDE);
    expect(ofNew(application('new', at('new')), {}, { origin: 'https://example.com/other' })).toEqual(OUTSIDE);
  });

  itWith([], 'at another revision', () => {
    for (const revision of ['evil', 'refs/heads/evil', '0123456789abcdef0123456789abcdef01234567', 'v1'])
      expect(ofNew(application('new', at('new', `, targetRevision: ${revision}`))), revision).toEqual(OUTSIDE);
    expect(ofNew(application('new', at('new', '')), {}, { base: 'git:origin/old' })).toEqual(OUTSIDE);
  });

  itWith([], 'of a path outside, one that is not there, and one that is not built', () => {
    for (const path of ['../new', 'none']) expect(ofNew(application('new', at(path))), path).toEqual(OUTSIDE);
    const broken = { 'new/kustomization.yaml': list('b.yaml', '"https://example.com/evil.yaml"') };
    expect(ofNew(application('new', at('new')), broken)).toContain(OUTSIDE[0]);
  });

  itWith([], 'that takes other tools or parameters', () => {
    for (const more of ['plugin: {name: evil}', 'kustomize: {namePrefix: evil}', 'directory: {recurse: true}', 'helm: {}', 'ref: evil'])
      expect(ofNew(application('new', at('new', `, targetRevision: main, ${more}`))), more).toContain(OUTSIDE[0]);
    expect(ofNew(application('new', at('new')), { 'new/.argocd-source-new.yaml': 'kustomize: {namePrefix: evil}\n' })).toContain(
      OUTSIDE[0],
    );
    const two = application('new', at('new'), `, sources: [${at('new', ', targetRevision: evil')}]`);
    expect(ofNew(two)).toContain(OUTSIDE[0]);
    for (const more of ['sourceHydrator: {}', 'syncPolicy: {managedNamespaceMetadata: {labels: {a: b}}}'])
      expect(ofNew(application('new', at('new'), `, ${more}`)), more).toContain(OUTSIDE[0]);
    expect(ofNew(`${application('new', at('new'))}operation: {sync: {revision: evil}}\n`)).toContain(OUTSIDE[0]);
  });

  itWith([], 'of a folder with what is not read', () => {
    const plain = { 'plain/b.yaml': map('b') };
    expect(ofNew(application('new', at('plain')), plain)).toEqual([]);
    expect(ofNew(application('new', at('plain')), { ...plain, 'plain/c.jsonnet': '{}\n' })).toContain(OUTSIDE[0]);
    const deeper = (more: string) =>
      ofNew(application('new', at('plain', `, targetRevision: main${more}`)), { ...plain, 'plain/x/c.jsonnet': '{}\n' });
    expect(deeper('')).toEqual([]);
    expect(deeper(', directory: {recurse: true}')).toContain(OUTSIDE[0]);
  });

  itWith([], 'of another cluster, or with objects that get the namespace of the destination', () => {
    expect(ofNew(application('new', at('new'), '', '{name: far, namespace: ns}'))).toEqual(HERE);
    expect(ofNew(application('new', at('new')), { 'new/b.yaml': map('b', '') })).toEqual(HERE);
  });

  itWith([], 'that was there, of what else changes', () => {
    expect(told({ 'apps/one.yaml': application('one', at('two')) })).toEqual([]);
    expect(told({ 'apps/one.yaml': application('one', at('two')).replace('project: default', 'project: admins') })).toEqual([
      'error outside-source one',
    ]);
  });
});

describeWith([program('kubectl')], 'an Application that is gone', () => {
  const effectOf = (source: string, before: Readonly<Record<string, string>> = {}) => {
    const clone = committed(
      {
        ...BEFORE,
        ...apps('one', 'old'),
        'apps/old.yaml': application('old', source),
        'old/kustomization.yaml': list('a.yaml'),
        'old/a.yaml': map('o'),
        ...before,
      },
      ['config', 'remote.origin.url', OURS],
      ['update-ref', 'refs/remotes/origin/main', 'HEAD'],
      ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main'],
    );
    process.chdir(clone);
    writeFiles(clone, apps('one'));
    rmSync('apps/old.yaml');
    const { out } = cli(['review', 'git:origin/main', '.']);
    return `${out.split(/[:.]/, 1)[0]}${/^warning\[guard-undone\]/m.test(out) ? '' : ', and nothing of it'}`;
  };
  const plugin = (name: string) => `, targetRevision: main, plugin: {name: ${name}}`;

  itWith([], 'takes along what was read, also where a plugin fills in its values', () => {
    for (const more of ['', plugin('argocd-vault-plugin-kustomize')]) expect(effectOf(at('old', more)), more).toBe('No new permissions');
  });

  itWith([], 'takes along what is not known of another plugin, repository, revision or path', () => {
    const evil = 'https://evil.example.com/team/config';
    const others = [at('old', plugin('evil')), at('old', '', evil), at('old', ', targetRevision: evil'), at('none')];
    const filled = at('old', ', targetRevision: main, plugin: {name: avp, env: [{name: A, value: b}]}');
    for (const source of [...others, filled]) expect(effectOf(source), source).toBe('Permissions may change');
  });

  itWith([], 'takes along a guard that stays in the repository', () => {
    const policy =
      'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: deny, namespace: ns}\nspec: {podSelector: {}, policyTypes: [Ingress]}\n';
    for (const more of ['', plugin('argocd-vault-plugin-kustomize')])
      expect(effectOf(at('old', more), { 'old/a.yaml': policy }), more).toBe('Permissions may change');
  });
});

const EVIL = 'https://evil.example.com/team/config';

describeWith([program('kubectl')], 'an ApplicationSet is told', () => {
  const set = (generator: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: new, namespace: argocd}\nspec: {generators: [${generator}], template: {metadata: {name: "{{name}}"}, spec: {project: p, source: ${at('"{{path}}"')}, destination: ${IN_CLUSTER}}}}\n`;
  const ofGit = (repoURL: string) => `{git: {repoURL: "${repoURL}", revision: main, directories: [{path: new}]}}`;
  const ofList = (more = '') => `{list: {elements: [{name: a, path: new}]${more}}}`;
  const ofBoth = (one: string, other: string) => `{matrix: {generators: [${one}, ${other}]}}`;

  itWith([], 'as one of this repository, where every generator is, those inside of others too', () => {
    for (const generator of [ofGit(OURS), ofList(), ofBoth(ofList(), ofGit(OURS))]) expect(ofNew(set(generator)), generator).toEqual(HERE);
    for (const generator of [ofGit(EVIL), ofBoth(ofList(), ofGit(EVIL))]) expect(ofNew(set(generator)), generator).toEqual(OUTSIDE);
  });

  itWith([], 'as one of this repository, where decisions of the cluster expand it, unless they can decide the path', () => {
    const decisions = '{clusterDecisionResource: {configMapRef: placements, labelSelector: {matchLabels: {placement: p}}}}';
    const literal = (path: string) => set(decisions).replace('"{{path}}"', path);
    expect(ofNew(literal('new'))).toEqual(HERE);
    expect(ofNew(literal('absent'))).toEqual(OUTSIDE);
    expect(ofNew(set(decisions))).toEqual(OUTSIDE);
    expect(ofNew(literal('new').replace(OURS, EVIL))).toEqual(OUTSIDE);
    expect(ofNew(literal('new').replace('targetRevision: main', 'targetRevision: other'))).toEqual(OUTSIDE);
    // A file that nothing reads keeps it from being known.
    expect(ofNew(literal('plain'), { 'plain/a.yaml': map('p'), 'plain/b.jsonnet': '{}' })).toEqual(OUTSIDE);
  });

  itWith([], 'of which a generator has a template of its own', () => {
    expect(ofNew(set(ofList(', template: {metadata: {}, spec: {project: p}}')))).toEqual(OUTSIDE);
  });
});

describeWith([program('kubectl')], 'a Kustomization of Flux is told', () => {
  const flux = (more = '') =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: new, namespace: argocd}\nspec: {path: ./new, prune: true, interval: 1h, sourceRef: {kind: GitRepository, name: r}${more}}\n---\n`;
  const repository = (namespace: string, url = OURS, ref = '{branch: main}') =>
    `apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: r, namespace: ${namespace}}\nspec: {url: "${url}", ref: ${ref}}\n---\n`;

  itWith([], 'as one of this repository', () => {
    expect(ofNew(flux() + repository('argocd'))).toContain(HERE[0]);
  });

  const admin = '[{op: replace, path: /metadata/name, value: patched}]';

  itWith([], 'as one of this repository, where what it changes is read', () => {
    // That it begins to apply them is no less than before.
    for (const more of [
      ', postBuild: {substitute: {a: b}}',
      `, patches: [{target: {kind: ConfigMap}, patch: "${admin}"}]`,
      ', targetNamespace: other',
    ])
      expect(ofNew(flux(more) + repository('argocd')), more).toEqual(['error applied-differently new', HERE[0], 'error outside-source r']);
    const binding = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "\${role}"}
subjects: [{kind: ServiceAccount, name: s, namespace: n}]
`;
    const grants = told(
      { ...NEW, 'new/b.yaml': binding, 'apps/new.yaml': flux(', postBuild: {substitute: {role: cluster-admin}}') },
      { before: { 'sync.yaml': repository('argocd') }, ids: /^/ },
    );
    expect(grants).toContain(HERE[0]);
    expect(grants).toContain('error all-rights s');
  });

  itWith([], 'once, where it changes what it makes of them, which is read', () => {
    const files = {
      ...apps('one', 'old'),
      'sync.yaml': repository('argocd'),
      'new/kustomization.yaml': list('b.yaml'),
      'new/b.yaml': map('b'),
    };
    const between = (was: string, is: string) => told({ 'apps/old.yaml': flux(is) }, { before: { ...files, 'apps/old.yaml': flux(was) } });
    const [one, other] = [', postBuild: {substitute: {a: b}}', ', postBuild: {substitute: {a: c}}'];
    expect(between(one, other)).toEqual(HERE);
    expect(between(one, ', postBuild: {substituteFrom: [{kind: ConfigMap, name: absent}]}')).toContain('error applied-differently new');
    // A folder without a kustomization is read as it is written.
    const plain = { ...files, 'new/kustomization.yaml': undefined };
    const folder = Object.fromEntries(Object.entries(plain).filter(([, text]) => text !== undefined)) as Readonly<Record<string, string>>;
    expect(told({ 'apps/old.yaml': flux(other) }, { before: { ...folder, 'apps/old.yaml': flux(one) } })).toContain(
      'error applied-differently new',
    );
    expect(between(one, `${other}, kubeConfig: {secretRef: {name: far}}`)).toContain('error outside-source new');
  });

  itWith([], 'that changes what it applies in a way that is not known', () => {
    for (const more of [', postBuild: {substituteFrom: [{kind: ConfigMap, name: absent}]}'])
      expect(ofNew(flux(more) + repository('argocd')), more).toEqual(['error applied-differently new', HERE[0], 'error outside-source r']);
  });

  itWith([], 'as one of this repository, if files of the target branch declare its source so', () => {
    const ofFiles = (files: Readonly<Record<string, string>>, change = {}): string[] => ofNew(flux(), change, { before: files });
    expect(ofFiles({ 'sync.yaml': repository('argocd') })).toEqual(HERE);
    expect(ofFiles({ 'a/sync.yaml': repository('argocd'), 'b/sync.yaml': repository('argocd') })).toEqual(HERE);
    expect(ofFiles({ 'a/sync.yaml': repository('argocd'), 'b/sync.yaml': repository('argocd', EVIL) })).toEqual(OUTSIDE);
    expect(ofFiles({ 'sync.yaml': repository('other') })).toEqual(OUTSIDE);
    expect(ofNew(flux() + repository('other'))).toContain(OUTSIDE[0]);
    // What the change itself declares decides nothing.
    expect(ofFiles({}, { 'sync.yaml': repository('argocd') })).toContain(OUTSIDE[0]);
    expect(ofFiles({ 'sync.yaml': repository('argocd', EVIL) }, { 'sync.yaml': repository('argocd') })).toContain(OUTSIDE[0]);
  });

  itWith([], 'whose repository, or another one of that name, is not this one at its branch', () => {
    for (const repositories of [
      repository('argocd', EVIL),
      repository('argocd') + repository('other', EVIL),
      repository('argocd', OURS, '{branch: main, tag: v1}'),
    ])
      expect(ofNew(flux() + repositories), repositories).toContain(OUTSIDE[0]);
  });
});

describeWith([program('kubectl')], 'a Channel and a Subscription of ACM are told', () => {
  const channel = (pathname = OURS, more = '', type = 'Git') =>
    `apiVersion: apps.open-cluster-management.io/v1\nkind: Channel\nmetadata: {name: new, namespace: argocd}\nspec: {type: ${type}, pathname: "${pathname} "${more}}\n---\n`;
  const subscription = (path = 'new', marks = '', more = '', of = 'argocd/new') =>
    `apiVersion: apps.open-cluster-management.io/v1\nkind: Subscription\nmetadata:\n  name: new\n  namespace: argocd\n  annotations: {apps.open-cluster-management.io/git-path: ${path}${marks}}\nspec: {channel: ${of}, placement: {local: true}${more}}\n`;
  const mark = (name: string, value: string): string => `, apps.open-cluster-management.io/${name}: "${value}"`;

  itWith([], 'as those of this repository', () => {
    expect(ofNew(channel() + subscription())).toEqual([...HERE, ...HERE]);
    expect(ofNew(channel() + subscription('new', mark('git-branch', 'main')))).toEqual([...HERE, ...HERE]);
  });

  itWith([], 'as those of another one, or of content that is changed or not known', () => {
    const others = [
      channel(EVIL) + subscription(),
      channel(OURS, '', 'HelmRepo') + subscription(),
      channel(OURS, ', secretRef: {name: a}') + subscription(),
      channel() + subscription('absent'),
      channel() + subscription('new', mark('git-branch', 'other')),
      channel() + subscription('new', mark('git-desired-commit', 'a')),
      channel() + subscription('new', mark('git-tag', 'v1')),
      channel() + subscription('new', mark('github-path', 'other')),
      channel() + subscription('new', '', ', packageOverrides: [{packageName: a}]'),
      channel() + subscription('new', '', '', 'other/new'),
    ];
    for (const text of others) expect(ofNew(text), text).toContain(OUTSIDE[0]);
  });
});

describeWith([program('kubectl')], 'a repository that is read as a whole', () => {
  itWith([], 'is as little an outside source as one of several units', () => {
    const small = (repoURL: string, path = 'manifests') => {
      const clone = committed(
        { 'manifests/a.yaml': map('a') },
        ['config', 'remote.origin.url', OURS],
        ['update-ref', 'refs/remotes/origin/main', 'HEAD'],
        ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main'],
      );
      process.chdir(clone);
      writeFiles(clone, { 'manifests/app.yaml': application('new', at(path, ', targetRevision: main', repoURL)) });
      const { findings } = JSON.parse(cli(['review', 'git:origin/main', '.', '--format', 'json']).out) as { findings: { new: Told[] } };
      return findings.new.map(({ id, severity, subject }) => `${severity} ${id} ${subject.name}`);
    };
    expect(small(OURS)).toEqual(HERE);
    expect(small('git@example.com:team/config')).toEqual(HERE);
    expect(small(EVIL)).toEqual(OUTSIDE);
    expect(small(OURS, 'absent')).toEqual(OUTSIDE);
  });
});
