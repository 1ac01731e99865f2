import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { review } from '../../../../src/review/compare/compare.js';
import { namespace as namespaceOf } from '../../../support/build.js';
import { stateOf } from '../../../support/states.js';

type Spec = Readonly<Record<string, unknown>>;

const delivery =
  (apiVersion: string, kind: string) =>
  (namespace: string | undefined, spec: Spec, metadata: object = {}, name = 'shop') =>
    ({ apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...metadata }, spec }) as KubernetesObject;
const application = delivery('argoproj.io/v1alpha1', 'Application');
const applicationSet = delivery('argoproj.io/v1alpha1', 'ApplicationSet');
const kustomization = delivery('kustomize.toolkit.fluxcd.io/v1', 'Kustomization');
const release = delivery('helm.toolkit.fluxcd.io/v2', 'HelmRelease');

const SOURCE = { repoURL: 'https://example.com/charts', chart: 'shop', targetRevision: '1.0.0', helm: { values: 'a: 1' } };
const SPEC = { source: SOURCE, project: 'default', destination: { namespace: 'shop' } };

const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  review(stateOf(namespaceOf('op'), ...before), stateOf(namespaceOf('op'), ...after))
    .findings.filter(({ kind, state }) => kind === 'risk' && (state === 'new' || state === 'grown'))
    .map(({ finding: { id, severity } }) => `${severity} ${id}`)
    .sort();
const message = (before: KubernetesObject, after: KubernetesObject) =>
  review(stateOf(before), stateOf(after)).findings.find(({ finding }) => finding.id === 'delivery-moved')?.finding.message;

const MOVED = ['warning delivery-moved'];
const APART = ['error applied-differently', 'warning guard-undone', 'warning outside-source'];

describe('delivery-moved', () => {
  it('tells once that an Application is in another namespace', () => {
    expect(told([application('a', SPEC)], [application('b', SPEC)])).toEqual(MOVED);
    expect(message(application('a', SPEC), application('b', SPEC))).toBe(
      'Application b/shop is moved here from the namespace a: whether Argo CD looks into this one, and with which permissions, was not reviewed; the old object goes, and what it applied can stay',
    );
    expect(message(application(undefined, SPEC), application('b', SPEC))).toMatch(/^Application b\/shop is moved here from no namespace: /);
    expect(told([application('a', SPEC)], [application('a', SPEC)])).toEqual([]);
  });

  it('does so of an ApplicationSet, a Kustomization of Flux and a HelmRelease', () => {
    const of = { sourceRef: { kind: 'GitRepository', name: 'ours', namespace: 'flux-system' } };
    const set = { template: { spec: SPEC } };
    expect(told([applicationSet('a', set)], [applicationSet('b', set)])).toEqual(MOVED);
    expect(told([kustomization('a', of)], [kustomization('b', of)])).toEqual(MOVED);
    const chart = { targetNamespace: 'shop', chart: { spec: { chart: 'shop', ...of } }, values: { serviceAccountName: 'x' } };
    expect(told([release('a', chart)], [release('b', chart)])).toEqual(MOVED);
  });

  it('says what becomes of what it applied', () => {
    const end = (make: typeof application, spec: Spec, metadata: object = {}) =>
      message(make('a', spec, metadata), make('b', spec, metadata))?.replace(/^.*what it applied /, '');
    const finalizers = ['resources-finalizer.argocd.argoproj.io/background'];
    expect(end(application, SPEC, { finalizers })).toBe('goes with it');
    expect(end(application, SPEC)).toBe('can stay');
    expect(end(applicationSet, {})).toBe('goes with it');
    expect(end(applicationSet, { syncPolicy: { preserveResourcesOnDeletion: true } })).toBe('can stay');
    expect(end(kustomization, { prune: true })).toBe('goes with it');
    expect(end(kustomization, {})).toBe('can stay');
    expect(end(release, {})).toBe('goes with it');
  });

  it('tells what else differs as of any object that stays', () => {
    const changed = (source: object, more: object = {}) =>
      told([application('a', SPEC)], [application('b', { ...SPEC, ...more, source: { ...SOURCE, ...source } })]);
    expect(changed({ targetRevision: '1.0.1' })).toEqual(['info outside-source', ...MOVED]);
    expect(changed({ repoURL: 'https://example.com/evil' })).toEqual(['error applied-differently', 'error outside-source', ...MOVED]);
    expect(changed({}, { project: 'admins' })).toContain('error outside-source');
    expect(changed({ helm: { values: 'a: 2' } })).toContain('error applied-differently');
  });

  it('is an error of what refuses requests, by its name: nobody may look into its new namespace', () => {
    expect(told([application('a', SPEC, {}, 'kyverno')], [application('b', SPEC, {}, 'kyverno')])).toEqual(['error delivery-moved']);
    const policies = { ...SPEC, source: { repoURL: 'https://example.com/all', path: 'gatekeeper' } };
    expect(told([application('a', policies)], [application('b', policies)])).toEqual(['error delivery-moved']);
  });

  it('pairs only one that is gone with one that came, of the same name', () => {
    const other = application('b', SPEC, {}, 'other');
    expect(told([application('a', SPEC)], [other])).toEqual(APART);
    expect(told([application('a', SPEC)], [application('a', SPEC), application('b', SPEC)])).not.toContain(MOVED[0]);
    expect(told([application('a', SPEC)], [application('b', SPEC), application('c', SPEC)])).not.toContain(MOVED[0]);
    expect(told([application('a', SPEC), application('c', SPEC)], [application('b', SPEC)])).not.toContain(MOVED[0]);
    expect(told([application('a', SPEC), application('c', SPEC)], [application('b', SPEC), application('c', SPEC)])).toEqual(MOVED);
    expect(told([application('a', SPEC)], [{ ...application('b', SPEC), apiVersion: 'example.com/v1' }])).not.toContain(MOVED[0]);
  });

  it('tells once that an Application has another name in its namespace', () => {
    const renamed = (name: string, metadata: object = {}) => application('a', SPEC, metadata, name);
    expect(told([renamed('shop')], [renamed('shop-2')])).toEqual(MOVED);
    expect(message(renamed('shop'), renamed('shop-2'))).toBe(
      'Application a/shop-2 is shop under another name, with the same spec: the release of Helm has the new name, too; the old object goes, and what it applied can stay',
    );
    const finalizers = ['resources-finalizer.argocd.argoproj.io'];
    expect(message(renamed('shop', { finalizers }), renamed('shop-2'))).toMatch(/what it applied goes with it$/);
    const plain = { source: { repoURL: 'https://example.com/ours', path: 'a' } };
    expect(message(application('a', plain), application('a', plain, {}, 'b'))).toMatch(/, with the same spec: the old object goes/);
    // What refuses requests is known by either name.
    for (const [was, is] of [
      ['kyverno', 'shop'],
      ['shop', 'kyverno'],
    ] as const)
      expect(told([renamed(was)], [renamed(is)])).toContain('error delivery-moved');
  });

  it('pairs no other name where anything else differs, or there are several', () => {
    const named = (name: string, spec: Spec = SPEC, at = 'a') => application(at, spec, {}, name);
    for (const [before, after] of [
      [[named('one')], [named('two', { ...SPEC, project: 'admins' })]],
      [[named('one')], [{ ...named('two'), operation: { sync: {} } }]],
      [[named('one')], [named('two'), named('three')]],
      [[named('one'), named('two')], [named('three')]],
      [
        [named('one'), named('one', SPEC, 'b')],
        [named('two'), named('one', SPEC, 'c')],
      ],
      [[named('one')], [named('one'), named('two')]],
      [[applicationSet('a', {}, {}, 'one')], [applicationSet('a', {}, {}, 'two')]],
      [[application('a', SPEC, { annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' } }, 'one')], [named('two')]],
    ] as const)
      expect(told(before, after)).not.toContain(MOVED[0]);
  });

  it('pairs none that is kept when it goes: then there are two', () => {
    const kept = { annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' } };
    expect(told([application('a', SPEC, kept)], [application('b', SPEC)])).not.toContain(MOVED[0]);
  });

  it('reads what Flux finds in the namespace of the object as of that namespace', () => {
    const of = (namespace?: string, more: object = {}) => ({
      sourceRef: { kind: 'GitRepository', name: 'ours', ...(namespace === undefined ? {} : { namespace }) },
      ...more,
    });
    // Another namespace has another source of this name.
    expect(told([kustomization('a', of())], [kustomization('b', of())])).toEqual(['error outside-source', ...MOVED]);
    expect(told([kustomization('a', of())], [kustomization('b', of('a'))])).toEqual(MOVED);
    // It installs into its own namespace.
    expect(told([release('a', of('x'))], [release('b', of('x'))])).toEqual(MOVED);
    expect(message(release('a', of('x')), release('b', of('x')))).toContain('; what it installs goes here, too; ');
    expect(message(release('a', of('x')), release('b', of('x', { targetNamespace: 'a' })))).not.toContain('installs');
    expect(told([release('a', of('x'))], [release('b', of('x', { targetNamespace: 'c' }))])).toEqual([
      'warning delivery-moved',
      'warning outside-source',
    ]);
    expect(told([release('a', of('x'))], [release('b', of('x', { targetNamespace: 'a' }))])).toEqual(MOVED);
    for (const local of [{ serviceAccountName: 'x' }, { valuesFrom: [] }, { postBuild: { substituteFrom: [] } }, { kubeConfig: {} }])
      expect(told([kustomization('a', of('x', local))], [kustomization('b', of('x', local))])).not.toContain(MOVED[0]);
  });
});
