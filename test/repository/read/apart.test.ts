/**
 * A file or base that one revision could apply by itself, and the other one applies through a kustomization: what a kustomization starts to
 * apply is new, and what it stops to apply is gone, although both revisions have the file.
 */
import { describe, expect, it } from 'vitest';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const BINDING = manifests({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'root' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'root' }],
});
const settings = (name: string): string => manifests({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } });
const resources = (...entries: string[]): string => `resources: ${JSON.stringify(entries)}\n`;
const review = (base: Record<string, string>, head: Record<string, string>): string => cli(['review', folderOf(base), folderOf(head)]).out;

/** Where the binding is, the entry that applies it, and the kustomization that has the entry. */
const PLACES = {
  'a base of its own': { file: 'base/binding.yaml', beside: { 'base/kustomization.yaml': resources('binding.yaml') }, entry: '../base' },
  'a file next to the overlay': { file: 'prod/binding.yaml', beside: {}, entry: 'binding.yaml' },
  'a folder below the overlay': { file: 'prod/more/binding.yaml', beside: {}, entry: 'more/binding.yaml' },
  'a folder of examples': { file: 'docs/examples/binding.yaml', beside: {}, entry: '../docs/examples/binding.yaml' },
} as const;
/** Other fields of the kustomization: without any it only lists, with some it is built. */
const WAYS = { 'that lists': '', 'that is built': 'namePrefix: my-\n' } as const;
/** Other units of the repository: none, or an overlay that loads the same files. */
const OTHERS = { alone: false, 'next to another overlay': true } as const;

describe.each(Object.entries(PLACES))('a binding in %s', (_, { file, beside, entry }) => {
  describe.each(Object.entries(WAYS))('of a kustomization %s', (__, fields) => {
    describe.each(Object.entries(OTHERS))('%s', (___, hasOther) => {
      const repository = (isApplied: boolean): Record<string, string> => ({
        [file]: BINDING,
        ...beside,
        'prod/settings.yaml': settings('prod'),
        'prod/kustomization.yaml': `${fields}${resources('settings.yaml', '../common', ...(isApplied ? [entry] : []))}`,
        'common/kustomization.yaml': resources('settings.yaml'),
        'common/settings.yaml': settings('common'),
        ...(hasOther ? { 'dev/settings.yaml': settings('dev'), 'dev/kustomization.yaml': resources('settings.yaml', '../common') } : {}),
      });

      it('is new where the kustomization starts to apply it', () => {
        expect(review(repository(false), repository(true))).toMatch(/^Grants more: User root can do everything/);
      });

      it('is gone where the kustomization stops to apply it', () => {
        expect(review(repository(true), repository(false))).toMatch(/^Grants less: User root can no longer/);
      });

      it('is told where the kustomization stops to apply it, and it changes', () => {
        const head = { ...repository(false), [file]: BINDING.replaceAll('name: root', 'name: other').replace('User', 'Group') };
        expect(review(repository(true), head)).toMatch(/^(?:Permissions may change|Grants more)/);
      });
    });
  });
});

describe('a folder that becomes a kustomization', () => {
  const plain = { 'rbac/binding.yaml': BINDING, 'rbac/settings.yaml': settings('a') };
  const built = { ...plain, 'rbac/kustomization.yaml': resources('binding.yaml', 'settings.yaml') };

  it('applies what it had applied', () => {
    expect(review(plain, built)).toMatch(/^No (?:change in meaning|new permissions)/);
    expect(review(built, plain)).toMatch(/^No (?:change in meaning|new permissions)/);
  });

  it('brings a file from elsewhere', () => {
    const head = { ...plain, 'docs/binding.yaml': BINDING.replaceAll('root', 'toor') };
    const kustomized = { ...head, 'rbac/kustomization.yaml': resources('binding.yaml', 'settings.yaml', '../docs/binding.yaml') };
    expect(review(head, kustomized)).toMatch(/^Grants more: User toor/);
  });
});

it('a base that an Application applies is not new where an overlay loads it', () => {
  const application = manifests({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'base', namespace: 'argocd' },
    spec: {
      project: 'default',
      source: { repoURL: 'https://example.com/repository.git', path: 'base' },
      destination: { name: 'in-cluster', namespace: 'default' },
    },
  });
  const repository = (...more: string[]): Record<string, string> => ({
    'apps/application.yaml': application,
    'base/binding.yaml': BINDING,
    'base/kustomization.yaml': resources('binding.yaml'),
    'prod/settings.yaml': settings('prod'),
    'prod/kustomization.yaml': resources('settings.yaml', ...more),
  });
  expect(review(repository(), repository('../base'))).not.toMatch(/^Grants more/);
});

describe.each(Object.entries({ 'a base': ['base/binding.yaml', '../base'], 'a file': ['prod/binding.yaml', 'binding.yaml'] }))(
  '%s whose binding the overlay deletes',
  (_, [file = '', entry = '']) => {
    const set = (path: string, isPlain: boolean): string =>
      manifests({
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'ApplicationSet',
        metadata: { name: 'all', namespace: 'argocd' },
        spec: {
          generators: [{ clusters: {} }],
          template: {
            metadata: { name: '{{name}}' },
            spec: {
              project: 'default',
              source: { repoURL: 'https://example.com/r.git', path, ...(isPlain ? { directory: { recurse: true } } : {}) },
              destination: { server: '{{server}}' },
            },
          },
        },
      });
    const repository = (path: string, kustomization: string, isPlain = false): Record<string, string> => ({
      [file]: BINDING,
      ...(file.startsWith('base/') ? { 'base/kustomization.yaml': resources('binding.yaml') } : {}),
      'argocd/set.yaml': set(path, isPlain),
      'prod/settings.yaml': settings('prod'),
      'prod/kustomization.yaml': kustomization,
    });
    const deleted =
      'patches: [{ patch: "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: root}, $patch: delete}" }]\n';

    it('is not quietly gone where an object that is not followed begins to apply it', () => {
      const base = repository('prod', `${resources('settings.yaml', entry)}${deleted}`);
      const head = repository(file.split('/')[0] ?? '', resources('settings.yaml'), file.startsWith('prod/'));
      expect(review(base, head)).toMatch(/^(?:Grants more|Permissions may change)/);
    });
  },
);
