import { describe, expect, it } from 'vitest';
import { areNamedApart, nameOtherSites } from '../../../src/repository/applied/sites.js';
import { readUnits } from '../../../src/repository/read/read-units.js';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { itWith, program } from '../../support/needs.js';

type Files = Readonly<Record<string, string>>;

const object = (kind: string, name: string, more = '') =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: web}\n${more}`;
const NAMES = ['one', 'two', 'three', 'four'];
/** A kustomization with ConfigMaps of these names. */
const unit = (folder: string, names: readonly string[] = NAMES, more: readonly string[] = []): Files => ({
  [`${folder}/kustomization.yaml`]: 'resources: [all.yaml]\n',
  [`${folder}/all.yaml`]: [...names.map((name) => object('ConfigMap', name)), ...more].join('---\n'),
});
/** Two of them are alternatives: nobody says what is applied. */
const AROUND: Files = {
  ...unit('web/base', ['settings']),
  'web/red/kustomization.yaml': 'resources: [../base]\n',
  'web/blue/kustomization.yaml': 'resources: [../base]\n',
};
const moved = (before: Files, after: Files): string[] | undefined =>
  readUnits([folderOf({ ...AROUND, ...before }), {}], [folderOf({ ...AROUND, ...after }), {}])?.units.flatMap(({ name, states }) =>
    states.map(({ head: { movedFrom } }) => (movedFrom ? `${movedFrom.from} → ${movedFrom.to}: ${movedFrom.same}` : name)),
  );
const APART = ['apps/shop', 'apps/store'];
const argo = (path: string, server = 'https://kubernetes.default.svc'): Files => ({
  'tools/apps.yaml': JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'all', namespace: 'argocd' },
    spec: { destination: { server }, source: { repoURL: 'https://example.com/all', path } },
  }),
});

describe('a folder that moves', () => {
  it('is one unit in both states', () => {
    expect(moved(unit('apps/shop'), unit('apps/store'))).toEqual(['apps/shop → apps/store: 4']);
    expect(moved(unit('apps/shop'), unit('apps/store', NAMES, [object('Secret', 'more')]))).toEqual(['apps/shop → apps/store: 4']);
  });

  it('is told once, with what differs in it', () => {
    const review = (after: Files) => {
      const { out, code } = cli(['review', folderOf({ ...AROUND, ...unit('apps/shop') }), folderOf({ ...AROUND, ...after })]);
      return {
        code,
        first: out.split('\n')[0],
        findings: [...out.matchAll(/^(\w+)\[([\w-]+)\]/gm)].map(([, severity, id]) => `${severity} ${id}`),
      };
    };
    expect(review(unit('apps/store'))).toEqual({
      code: 0,
      first:
        'Permissions may change: Folder apps/store: was apps/shop, with 4 objects of the same name: the tool that applies the new folder applies them; whether that reaches the same clusters as the old folder is not known',
      findings: ['warning unit-moved'],
    });
    const binding =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: x}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: ServiceAccount, name: x, namespace: web}]\n';
    const worse = review(unit('apps/store', NAMES, [binding]));
    expect(worse.code).toBe(1);
    expect(worse.first).toMatch(/^Grants more: /);
    expect(worse.findings).toContain('warning unit-moved');
  });

  it('has more than two thirds of the objects of both', () => {
    expect(moved(unit('apps/shop'), unit('apps/store', ['one', 'two', 'three']))).toEqual(['apps/shop → apps/store: 3']);
    expect(moved(unit('apps/shop'), unit('apps/store', ['one', 'two']))).toEqual(APART);
    expect(moved(unit('apps/shop', ['one', 'two', 'three']), unit('apps/store', ['one', 'two', 'x']))).toEqual(APART);
    // Of another namespace or kind, none is the same.
    const others = NAMES.map((name) => object('Secret', name)).join('---\n');
    expect(moved(unit('apps/shop'), { ...unit('apps/store', []), 'apps/store/all.yaml': others })).toEqual(APART);
  });

  it('is paired once: with the most in common, then by its path', () => {
    expect(moved(unit('apps/shop'), { ...unit('apps/store'), ...unit('apps/kiosk') })).toEqual(['apps/shop → apps/kiosk: 4', 'apps/store']);
    expect(moved(unit('apps/shop'), { ...unit('apps/store'), ...unit('apps/kiosk', ['one', 'two', 'three']) })).toEqual([
      'apps/kiosk',
      'apps/shop → apps/store: 4',
    ]);
    // Two that are alike can be for two clusters.
    expect(moved({ ...unit('apps/shop'), ...unit('apps/bar') }, unit('apps/store'))).toEqual(['apps/bar', 'apps/shop', 'apps/store']);
    expect(moved({ ...unit('apps/rome'), ...unit('apps/berlin') }, { ...unit('all/rome'), ...unit('all/berlin') })).toEqual([
      'apps/berlin → all/berlin: 4',
      'apps/rome → all/rome: 4',
    ]);
    expect(moved({ ...unit('apps/rome'), ...unit('apps/berlin') }, { ...unit('all/rome'), ...unit('all/kiel') })).toEqual([
      'all/kiel',
      'apps/rome → all/rome: 4',
      'apps/berlin',
    ]);
  });

  it('was in a folder that is gone: what stays has its own', () => {
    expect(moved(unit('apps/shop'), { ...unit('apps/shop'), ...unit('apps/store') })).toEqual(['apps/store']);
    expect(moved({ ...unit('apps/shop'), ...unit('more/shop') }, { ...unit('apps/store'), ...unit('more/shop') })).toEqual([
      'apps/shop → apps/store: 4',
    ]);
  });

  it('is new where an Application, a Kustomization of Flux or a set says what is applied', () => {
    for (const server of ['https://kubernetes.default.svc', 'https://a.example.com', '{{server}}'])
      for (const path of ['apps/shop', 'apps/store', 'apps'])
        expect(
          moved({ ...argo(path, server), ...unit('apps/shop') }, { ...argo(path, server), ...unit('apps/store') })?.join(),
        ).not.toContain('→');
    // It says nothing of what it does not apply.
    const other = { ...argo('apps/shop'), ...unit('apps/shop', ['a']) };
    expect(moved({ ...other, ...unit('more/bar') }, { ...other, ...unit('more/kiosk') })).toEqual(['more/bar → more/kiosk: 4']);
    // An Application that comes with it says so, too.
    expect(moved(unit('apps/shop'), { ...argo('apps/store'), ...unit('apps/store') })?.join()).not.toContain('→');
    expect(moved({ ...argo('apps/shop'), ...unit('apps/shop') }, unit('apps/store'))?.join()).not.toContain('→');
    const set = JSON.stringify({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'ApplicationSet',
      metadata: { name: 'all', namespace: 'argocd' },
      spec: {
        generators: [{ clusters: {} }],
        template: {
          spec: { destination: { server: '{{server}}' }, source: { repoURL: 'https://example.com/all', path: 'apps/{{name}}' } },
        },
      },
    });
    const sets = { 'tools/set.yaml': set };
    expect(moved({ ...sets, ...unit('apps/shop') }, { ...sets, ...unit('apps/store') })).toEqual(APART);
    const flux = {
      'tools/flux.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: all, namespace: flux-system}\nspec: {path: ./apps, sourceRef: {kind: GitRepository, name: all}}\n',
    };
    expect(moved({ ...flux, ...unit('apps/shop') }, { ...flux, ...unit('apps/store') })?.join()).not.toContain('→');
    expect(moved({ 'values-hub.yaml': 'a: 1\n', ...unit('apps/shop') }, { 'values-hub.yaml': 'a: 1\n', ...unit('apps/store') })).toEqual(
      APART,
    );
  });

  itWith([program('kubectl')], 'is new where a kustomization makes an Application of it', () => {
    const built = (path: string): Files => {
      const { 'tools/apps.yaml': application = '' } = argo('web/red', '{{server}}');
      return {
        'tools/apps.yaml': application,
        'tools/kustomization.yaml': `resources: [apps.yaml]\npatches: [{target: {kind: Application}, patch: '[{"op": "replace", "path": "/spec/source/path", "value": "${path}"}]'}]\n`,
      };
    };
    expect(moved({ ...built('apps/shop'), ...unit('apps/shop') }, { ...built('apps/shop'), ...unit('apps/store') })).toEqual(APART);
    expect(moved({ ...built('web/blue'), ...unit('apps/shop') }, { ...built('web/blue'), ...unit('apps/store') })).toEqual([
      'apps/shop → apps/store: 4',
    ]);
  });

  it('is new where a path can be for another cluster', () => {
    const pair = (from: string, to: string) => moved(unit(from), unit(to))?.join();
    expect(pair('clusters/dev', 'clusters/prod')).not.toContain('→');
    expect(pair('berlin/shop', 'munich/shop')).toBe('berlin/shop → munich/shop: 4');
    // Another one of the kind stays.
    const rome = unit('rome/shop');
    expect(moved({ ...rome, ...unit('berlin/shop') }, { ...rome, ...unit('munich/shop') })).toEqual(['berlin/shop', 'munich/shop']);
    const flat = unit('places/rome');
    expect(moved({ ...flat, ...unit('places/berlin') }, { ...flat, ...unit('places/munich') })).toEqual(['places/berlin', 'places/munich']);
    // Both stand side by side.
    const both = { ...unit('berlin/bar', ['a']), ...unit('munich/bar', ['b']) };
    expect(moved({ ...both, ...unit('berlin/shop') }, { ...both, ...unit('munich/shop') })).toEqual(['berlin/shop', 'munich/shop']);
  });
});

describe('paths that can be for different clusters', () => {
  it.each([
    ['clusters/dev', 'clusters/prod'],
    ['apps/shop-dev', 'apps/shop-prod'],
    ['apps/shop', 'apps/shop-staging'],
    ['examples/shop', 'apps/shop'],
    ['archive/shop', 'apps/shop'],
    ['shop', 'prod/shop'],
    ['clusters/berlin', 'clusters/munich'],
    ['clusters/berlin/shop', 'clusters/munich/shop'],
    ['apps/overlays/berlin', 'apps/overlays/munich'],
    ['ocp-clusters/berlin', 'ocp-clusters/munich'],
    ['envs', 'envs/berlin'],
    ['lab1/shop', 'lab2/shop'],
    ['site-1', 'site-2'],
    ['ocp/a1', 'ocp/a2'],
    ['apps/shop', 'apps/shop-2'],
    ['PROD/shop', 'Infra/shop'],
    ['hub/shop', 'apps/shop'],
    ['labs/shop', 'apps/shop'],
    ['playground/shop', 'apps/shop'],
    ['incubator/shop', 'apps/shop'],
    ['experimental/shop', 'apps/shop'],
    ['inactive/shop', 'apps/shop'],
    ['parked/shop', 'apps/shop'],
    ['proposed/shop', 'apps/shop'],
    ['charts-tmp/shop', 'apps/shop'],
    ['poc/shop', 'apps/shop'],
    ['canary/shop', 'apps/shop'],
    ['blue/shop', 'green/shop'],
    ['clusters/10-prod', 'clusters/20-prod'],
    ['p/cluster-management', 'p/cluster-storage'],
    ['alpha/shop', 'beta/shop'],
    ['eu-1/shop', 'ap-2/shop'],
    ['shop/overlays/ignore-all', 'shop/overlays/all'],
    ['shop/overlays/default', 'store/overlays/preview'],
    ['apps/hub-local', 'apps/local-hub'],
    ['apps/cluster-berlin', 'apps/cluster-munich'],
    ['apps/cluster-a', 'apps/cluster-b'],
    ['apps/a', 'apps/b'],
    ['apps/shop', 'apps/shop-b'],
    ['apps/site-a/x', 'apps/site-b/x'],
    ['berlin/shop', 'shop/berlin'],
    ['01-store/shop', '02-store/shop'],
    ['01/shop', '02/shop'],
    ['apps/1-shop', 'apps/shop-2'],
  ])('are %s and %s', (from, to) => {
    expect(nameOtherSites(from, to)).toBe(true);
    expect(nameOtherSites(to, from)).toBe(true);
  });

  it.each([
    ['apps/shop', 'apps/store'],
    ['operators/acme-db2', 'operators/acme-cp-db2'],
    ['clusters/berlin/shop', 'clusters/berlin/store'],
    ['shop', 'apps/shop'],
    ['cluster-config/logs', 'cluster-config/logging'],
    ['.', 'apps'],
    ['operators/advanced-cluster-security-operator/base', 'operators/acs-operator/base'],
    ['operators/advanced-cluster-management', 'operators/acm'],
    ['nodes/tuning', 'nodes/tuning/x86_64'],
    ['sso/sso-instance/overlays/crc', 'sso/instance/overlays/crc'],
    ['apps/web-shop', 'apps/shop-web'],
    ['apps/core/logs/overlays/all', 'apps/00-core/logs/overlays/all'],
    ['shop/overlays/v1.2.3', 'store/overlays/v1.2.3'],
    ['meshoperator3/overlays/default', 'acme-mesh-3/overlays/default'],
  ])('are not %s and %s', (from, to) => {
    expect(nameOtherSites(from, to)).toBe(false);
    expect(nameOtherSites(to, from)).toBe(false);
  });
});

describe('files of one whole that each name a site', () => {
  it.each([
    ['infra/dev.yaml', 'infra/prod.yaml', true],
    ['clusters/dev/a.yaml', 'clusters/prod/b.yaml', true],
    ['acm/a.yaml', 'archive/acm/a.yaml', false],
    ['cluster/link.yaml', 'cluster/console/link.yaml', false],
    ['roles/ocp-cluster-log-forwarding/a.yaml', 'roles/ocp-cluster-logging/b.yaml', false],
    ['010-mesh/a.yaml', '020-mesh/a.yaml', false],
    ['envoy.yaml', 'main.yaml', false],
    ['products.yaml', 'tenants.yaml', false],
    ['tenants/a.yaml', 'integration/a.yaml', false],
    ['hub/a.yaml', 'spoke1/a.yaml', true],
    ['clusters/one/a.yaml', 'clusters/two/a.yaml', true],
    ['tenant-a.yaml', 'tenant-b.yaml', true],
    ['cluster1/a.yaml', 'cluster2/a.yaml', true],
    ['eu-1/a.yaml', 'eu-2/a.yaml', true],
    ['cluster-role.yaml', 'cluster-rolebinding.yaml', false],
    ['tenant-roles.yaml', 'tenant-bindings.yaml', false],
    ['tenants/roles.yaml', 'tenants/bindings.yaml', false],
    ['clusters/one/a.yaml', 'clusters/one/b.yaml', false],
    ['overlays/a.yaml', 'overlays/prod/a.yaml', false],
    ['a1.yaml', 'a2.yaml', false],
  ])('%s and %s: %s', (from, to, expected) => {
    expect([areNamedApart(from, to), areNamedApart(to, from)]).toEqual([expected, expected]);
  });
});
