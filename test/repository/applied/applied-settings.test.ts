/** Each setting of Flux and Argo CD: the built objects are those that kubectl builds of a kustomization with the same fields. */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../src/base/inside/index.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { sortedText } from '../../../src/base/manifest/plain-data.js';
import { unitsIn } from '../../../src/repository/index.js';
import { cli, inFolder } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { history } from '../../support/git.js';

const ROLE = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name: 'reader', namespace: 'pond' },
  rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }],
};
const BINDING = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: { name: 'heron', namespace: 'pond' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
  subjects: [{ kind: 'ServiceAccount', name: 'heron', namespace: 'pond' }],
};
const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'heron', namespace: 'pond' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'heron' } },
    template: {
      metadata: { labels: { app: 'heron' } },
      spec: { serviceAccountName: 'heron', containers: [{ name: 'heron', image: 'registry.example.com/heron:1.0' }] },
    },
  },
};
const ACCOUNT = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'heron', namespace: 'pond' } };
const LISTED = { resources: ['account.yaml', 'role.yaml', 'binding.yaml', 'deployment.yaml'] };
const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
const OPS = {
  'ops/account.yaml': json(ACCOUNT),
  'ops/role.yaml': json(ROLE),
  'ops/binding.yaml': json(BINDING),
  'ops/deployment.yaml': json(DEPLOYMENT),
  'more/kustomization.yaml': json({
    apiVersion: 'kustomize.config.k8s.io/v1alpha1',
    kind: 'Component',
    patches: [{ target: { kind: 'Role' }, patch: '- {op: replace, path: /rules/0/verbs, value: ["*"]}' }],
  }),
};

type Fields = Readonly<Record<string, unknown>>;
const flux = (spec: Fields): Fields => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'ops', namespace: 'flux-system' },
  spec: { path: './ops', sourceRef: { kind: 'GitRepository', name: 'flux-system' }, ...spec },
});
const argoCd = (source: Fields): Fields => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'ops', namespace: 'argocd' },
  spec: {
    project: 'default',
    destination: { server: 'https://kubernetes.default.svc', namespace: 'pond' },
    source: { repoURL: 'https://git.example.com/ops.git', path: 'ops', targetRevision: 'main', ...source },
  },
});

const PATCHES = [{ target: { kind: 'Role' }, patch: '- {op: replace, path: /rules/0/verbs, value: ["*"]}' }];
const DELETES = [
  { patch: '$patch: delete\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: heron, namespace: pond}\n' },
];
const IMAGE = { name: 'registry.example.com/heron', newTag: '2.0' };
/** A setting: what applies, and the fields of a kustomization that say the same. */
const SETTINGS: readonly (readonly [string, Fields, Fields])[] = [
  ['targetNamespace', flux({ targetNamespace: 'lake' }), { namespace: 'lake' }],
  ['namePrefix of Flux', flux({ namePrefix: 'a-' }), { namePrefix: 'a-' }],
  ['nameSuffix of Flux', flux({ nameSuffix: '-a' }), { nameSuffix: '-a' }],
  ['patches of Flux', flux({ patches: PATCHES }), { patches: PATCHES }],
  ['patches of Flux that delete', flux({ patches: DELETES }), { patches: DELETES }],
  ['images of Flux', flux({ images: [IMAGE] }), { images: [IMAGE] }],
  ['components of Flux', flux({ components: ['../more'] }), { components: ['../more'] }],
  ['labels of commonMetadata', flux({ commonMetadata: { labels: { team: 'a' } } }), { labels: [{ pairs: { team: 'a' } }] }],
  ['namespace of Argo CD', argoCd({ kustomize: { namespace: 'lake' } }), { namespace: 'lake' }],
  ['namePrefix of Argo CD', argoCd({ kustomize: { namePrefix: 'a-' } }), { namePrefix: 'a-' }],
  ['nameSuffix of Argo CD', argoCd({ kustomize: { nameSuffix: '-a' } }), { nameSuffix: '-a' }],
  ['patches of Argo CD', argoCd({ kustomize: { patches: PATCHES } }), { patches: PATCHES }],
  [
    'replicas of Argo CD',
    argoCd({ kustomize: { replicas: [{ name: 'heron', count: '3' }] } }),
    { replicas: [{ name: 'heron', count: 3 }] },
  ],
  ['images of Argo CD', argoCd({ kustomize: { images: ['registry.example.com/heron:2.0'] } }), { images: [IMAGE] }],
  ['commonLabels of Argo CD', argoCd({ kustomize: { commonLabels: { team: 'a' } } }), { commonLabels: { team: 'a' } }],
  [
    'commonLabels of Argo CD without selectors',
    argoCd({ kustomize: { commonLabels: { team: 'a' }, labelWithoutSelector: true } }),
    { labels: [{ pairs: { team: 'a' } }] },
  ],
  ['commonAnnotations of Argo CD', argoCd({ kustomize: { commonAnnotations: { team: 'a' } } }), { commonAnnotations: { team: 'a' } }],
  ['components of Argo CD', argoCd({ kustomize: { components: ['../more'] } }), { components: ['../more'] }],
];

function kubectl(folder: string): string[] {
  const words = ['kustomize', '--load-restrictor', 'LoadRestrictionsNone', 'ops'];
  const { status, stdout, stderr } = spawnSync('kubectl', words, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: tmpdir() },
  });
  expect(stderr === '' || status === 0, stderr).toBe(true);
  return objectsIn([stdout]);
}

function objectsIn(texts: readonly string[]): string[] {
  return valuesOf(texts.flatMap((text) => parseDocuments({ file: '', text }).documents))
    .map(sortedText)
    .sort();
}

/** The texts of the unit that has the objects of ops. */
function opsOf(files: Readonly<Record<string, string>>): string[] {
  const units = unitsIn(folderOf(files), [], {}, true);
  const all = [...(units?.read(units.units) ?? [])].flatMap(([, read]) => read.files);
  return all.flatMap((file) => {
    const read = file.text();
    return 'text' in read && !read.text.includes('"ops","namespace"') ? [read.text] : [];
  });
}

const holder = (value: Fields): Record<string, string> => ({ 'apply/ops.yaml': json(value) });
const plainly = (value: Fields): Fields => (value.kind === 'Application' ? argoCd({}) : flux({}));

describe.each(SETTINGS)('%s', (_, applying, fields) => {
  const own = { 'ops/kustomization.yaml': json(LISTED) };
  const review = (before: Fields, after: Fields): { out: string; code: number | null } => {
    const folder = history({ ...OPS, ...own, ...holder(before) }, holder(after));
    return inFolder(folder, () => cli(['review', 'git:main~1', 'git:main']));
  };

  it('becomes part of the kustomization that is built', () => {
    const same = { ...OPS, 'ops/kustomization.yaml': json({ ...LISTED, ...fields }) };
    expect(objectsIn(opsOf({ ...OPS, ...own, ...holder(applying) }))).toEqual(kubectl(folderOf(same)));
  });

  it('is a change of the objects, added and removed', () => {
    for (const { out } of [review(plainly(applying), applying), review(applying, plainly(applying))]) {
      expect(out).not.toMatch(/^No change/m);
      expect(out).toMatch(/pond\/(?:heron|reader)|lake\/|a-heron|heron-a|heron/);
    }
  });
});

describe('a path without a kustomization', () => {
  it('gets the kustomization that Flux generates', () => {
    const same = { ...OPS, 'ops/kustomization.yaml': json({ resources: [...LISTED.resources].sort(), namespace: 'lake' }) };
    expect(objectsIn(opsOf({ ...OPS, ...holder(flux({ targetNamespace: 'lake' })) }))).toEqual(kubectl(folderOf(same)));
  });
});

describe('variables of Flux', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Flux
  const VARIABLE = '${role:=reader}';
  const binding = { ...BINDING, roleRef: { ...BINDING.roleRef, name: VARIABLE } };
  const files = { ...OPS, 'ops/binding.yaml': json(binding) };
  const map = (data: Fields): Record<string, string> => ({
    'apply/values.yaml': json({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'values', namespace: 'flux-system' }, data }),
  });
  const rolesIn = (own: Readonly<Record<string, string>>): unknown[] =>
    opsOf(own).flatMap((text) => [...text.matchAll(/kind: Role\n {2}name: (.*)/g)].map(([, name]) => name));
  const from = { substituteFrom: [{ kind: 'ConfigMap', name: 'values' }] };

  it.each([
    ['their default', {}, flux({ postBuild: { substitute: { other: 'x' } } }), 'reader'],
    ['a value of the Kustomization', {}, flux({ postBuild: { substitute: { role: 'admin' } } }), 'admin'],
    ['a value of a ConfigMap', map({ role: 'edit' }), flux({ postBuild: from }), 'edit'],
    ['the value that wins', map({ role: 'edit' }), flux({ postBuild: { ...from, substitute: { role: 'admin' } } }), 'admin'],
    ['no value that is unknown', {}, flux({ postBuild: from }), VARIABLE],
    ['no value where nothing replaces them', {}, flux({ targetNamespace: 'lake' }), VARIABLE],
  ])('get %s', (_, more, applying, expected) => {
    expect(rolesIn({ ...files, ...more, ...holder(applying) })).toEqual([expected]);
  });

  it('get no value of a ConfigMap that nothing applies', () => {
    const unapplied = { 'aside/values.yaml': map({ role: 'edit' })['apply/values.yaml'] ?? '' };
    expect(rolesIn({ ...files, ...unapplied, ...holder(flux({ postBuild: from })) })).toEqual([VARIABLE]);
  });

  it('are said where their value is unknown, by check and review', () => {
    const all = { ...files, ...holder(flux({ postBuild: from })) };
    const folder = history({ ...files, ...holder(flux({})) }, holder(flux({ postBuild: from })));
    const { out, code } = inFolder(folder, () => cli(['review', 'git:main~1', 'git:main']));
    expect(out).toContain('variable role');
    expect(code).toBe(1);
    expect(unitsIn(folderOf(all), [], {}, true)?.settings).toEqual(['Kustomization flux-system/ops (postBuild.substituteFrom)']);
  });
});

describe('files of a folder that Argo CD applies', () => {
  const admin = json({
    ...BINDING,
    kind: 'ClusterRoleBinding',
    roleRef: { ...BINDING.roleRef, kind: 'ClusterRole', name: 'cluster-admin' },
  });
  const files = { 'ops/account.yaml': json(ACCOUNT), 'ops/rbac.yaml': admin };
  const review = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string =>
    inFolder(history(before, after), () => cli(['review', 'git:main~1', 'git:main'])).out;
  const EVERYTHING = /^Grants more: ServiceAccount pond\/heron can do everything in all namespaces$/m;

  it.each([
    ['directory.exclude', argoCd({ directory: { exclude: 'rbac*' } })],
    ['directory.exclude with alternatives', argoCd({ directory: { exclude: '{x,rb[a-c]c}.yaml' } })],
    ['directory.include', argoCd({ directory: { include: 'acc*' } })],
  ])('are left out by %s, and grant when it goes', (_, applying) => {
    expect(review({ ...files, ...holder(applying) }, holder(argoCd({})))).toMatch(EVERYTHING);
    expect(review({ 'ops/account.yaml': json(ACCOUNT), ...holder(applying) }, { 'ops/rbac.yaml': admin })).not.toMatch(EVERYTHING);
  });

  it('are left out by the comment, and grant when it goes', () => {
    const marked = { ...files, 'ops/rbac.yaml': `# +argocd:skip-file-rendering\n${admin}` };
    for (const more of [{}, holder(argoCd({}))]) expect(review({ ...marked, ...more }, { 'ops/rbac.yaml': admin })).toMatch(EVERYTHING);
  });

  it('are read in spite of the comment where Flux applies them', () => {
    const marked = { 'ops/rbac.yaml': `# +argocd:skip-file-rendering\n${admin}` };
    expect(review({ 'ops/account.yaml': json(ACCOUNT), ...holder(flux({})) }, marked)).toMatch(EVERYTHING);
  });
});
