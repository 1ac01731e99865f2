import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import { documents as finder } from '../../../../../src/review/rules/changed/documents/documents.js';
import { notReviewedText, presenceTexts } from '../../../../../src/review/rules/changed/documents/not-reviewed.js';
import { riskFinders } from '../../../../../src/review/rules/index.js';
import type { ReadDocument, State } from '../../../../../src/review/state/state.js';
import { clusterOf, namespace } from '../../../../support/build.js';
import { cli } from '../../../../support/command-line.js';
import { folderOf } from '../../../../support/files.js';
import { sides, stateOfCluster } from '../../../../support/states.js';

const state = (...given: readonly KubernetesObject[]) => stateOfCluster(clusterOf(namespace('op')), [], 'documented', given);
const settings = (data: Record<string, string>): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'op', name: 'settings' },
  data,
});

describe('documents that differ in anything that no other part of the review looks into', () => {
  it('names an object that comes, goes or changes', () => {
    const messages = (a: KubernetesObject[], b: KubernetesObject[]) =>
      finder.compare(...sides(state(...a), state(...b))).map(({ message }) => message);
    const other = { ...settings({}), apiVersion: 'example.com/v1' };
    expect(messages([], [other])).toEqual(['is new; the review does not cover this']);
    expect(messages([other], [])).toEqual(['is removed; the review does not cover this']);
    expect(messages([settings({ a: '1' })], [settings({ a: '2' })])).toEqual(['changes data.a ("1" → "2")']);
    expect(messages([settings({ a: '1' })], [settings({ a: '1' })])).toEqual([]);
  });

  it('counts them in one sentence', () => {
    const other = (data: Record<string, string>): KubernetesObject => ({ ...settings(data), apiVersion: 'example.com/v1' });
    const changes = riskFinders().changes(state(other({})), state(other({ a: '1' })));
    expect(notReviewedText(changes)).toBe('1 changed object was not reviewed: ConfigMap op/settings');
    expect(notReviewedText([])).toBeUndefined();
  });

  it('says of a kind that other rules look at only that an object comes or goes', () => {
    const found = [...riskFinders().changes(state(), state(settings({}))), ...riskFinders().changes(state(settings({})), state())];
    expect(found.map(({ id, message }) => [id, message])).toEqual([
      ['object-comes-or-goes', 'is new'],
      ['object-comes-or-goes', 'is removed'],
    ]);
    expect(presenceTexts(found)).toEqual(['New: ConfigMap op/settings', 'Removed: ConfigMap op/settings']);
    expect(notReviewedText(found)).toBeUndefined();
  });

  it('leaves the rules of roles to the comparison of permissions, but not their labels', () => {
    const role = (verbs: string[], labels = {}): KubernetesObject => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'r', labels },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs }],
    });
    const binding: KubernetesObject = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'b' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ada' }],
    };
    const bound = (...roles: readonly KubernetesObject[]) =>
      stateOfCluster(clusterOf(namespace('op'), binding, ...roles), [], 'documented', [binding, ...roles]);
    expect(finder.compare(...sides(bound(role(['get', 'list'])), bound(role(['list', 'delete']))))).toEqual([]);
    expect(finder.compare(...sides(bound(), bound(role(['get']))))).toEqual([]);
    expect(finder.compare(...sides(bound(role(['get'])), bound(role(['get'], { a: 'b' })))).map(({ message }) => message)).toEqual([
      'differs in metadata.labels.a; the review does not cover this',
    ]);
    const messages = (...roles: readonly [KubernetesObject[], KubernetesObject[]]) =>
      finder.compare(...sides(state(...roles[0]), state(...roles[1]))).map(({ message }) => message);
    expect(messages([], [role(['get'])]), 'nobody holds it').toEqual(['is new; the review does not cover this']);
    expect(messages([role(['get'])], [role(['list'])])).toEqual(['differs in rules; the review does not cover this']);
    expect(messages([role(['get'])], [role(['get', 'list'])])).toEqual(['differs in rules; the review does not cover this']);
    expect(messages([role(['get', 'list'])], [role(['get'])])).toEqual([
      expect.stringMatching(/^no longer allows list .*; nobody in the input is bound to it$/),
    ]);
    expect(messages([role(['get', 'list'])], [role(['list', 'get'])])).toEqual([]);
  });

  it('names roles and bindings that grant nothing, as one day they can', () => {
    const apiVersion = 'rbac.authorization.k8s.io/v1';
    const role = (...verbs: readonly string[]): KubernetesObject => ({
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name: 'r' },
      rules: verbs.length > 0 ? [{ apiGroups: [''], resources: ['pods'], verbs }] : [],
    });
    const binding = (roleName: string, ...names: readonly string[]): KubernetesObject => ({
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'b' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: roleName },
      subjects: names.map((name) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name })),
    });
    const state = (...given: readonly KubernetesObject[]) => stateOfCluster(clusterOf(namespace('op'), ...given), [], 'documented', given);
    const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
      finder.compare(...sides(state(...before), state(...after))).map(({ subject, message }) => `${subject.kind}: ${message}`);
    expect(told([], [role(), binding('r', 'ada')])).toEqual([
      'ClusterRole: is new, and grants nothing so far',
      'ClusterRoleBinding: is new, and grants nothing so far',
    ]);
    expect(told([binding('cluster-admin')], [])).toEqual(['ClusterRoleBinding: is removed, and granted nothing']);
    expect(told([binding('view')], [binding('cluster-admin')])).toEqual([
      'ClusterRoleBinding: differs in roleRef.name; the review does not cover this',
    ]);
    expect(told([], [role('get'), binding('r', 'ada')])).toEqual([]);
    const inNamespace = (apiGroup: string, resource: string, verb: string) => [
      { ...role(), rules: [{ apiGroups: [apiGroup], resources: [resource], verbs: [verb] }] },
      { ...binding('r', 'ada'), kind: 'RoleBinding', metadata: { name: 'b', namespace: 'op' } },
    ];
    // `use` is asked where the Pod is.
    expect(told([], inNamespace('security.openshift.io', 'securitycontextconstraints', 'use'))).toEqual([]);
    expect(told([], inNamespace('', 'nodes', 'get'))).toEqual(['RoleBinding: is new, and grants nothing so far']);
  });

  it.each(['ClusterRoleBinding', 'RoleBinding'])(
    'leaves the subjects and the role of a %s to the comparison of permissions, where the last subject goes, too',
    (kind) => {
      const written = (subjects: object, role = 'view'): string => {
        const metadata = { name: 'r', ...(kind === 'RoleBinding' ? { namespace: 'op' } : {}) };
        const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role };
        return folderOf({ 'a.yaml': JSON.stringify({ apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata, roleRef, ...subjects }) });
      };
      const reviewed = (a: string, b: string) => cli(['review', a, b, '--all']).out;
      const bound = written({ subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }] });
      for (const nobody of [written({ subjects: [] }), written({})]) {
        expect(reviewed(bound, nobody)).toMatch(/^Grants less: /);
        expect(reviewed(nobody, bound)).toMatch(/^Grants more: /);
        for (const text of [reviewed(bound, nobody), reviewed(nobody, bound)]) expect(text).not.toContain('not-reviewed');
      }
      expect(reviewed(written({ subjects: [] }), written({ subjects: [] }, 'edit'))).toMatch(/not-reviewed|role-ref-changed/);
    },
  );

  it('says nothing of a list in another order where that has no meaning, in kinds that are known', () => {
    const told = (apiVersion: string) => {
      const object = (...resources: readonly string[]): KubernetesObject => ({
        apiVersion,
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'a' },
        webhooks: [{ name: 'w', rules: [{ resources }] }],
      });
      return finder.compare(...sides(state(object('a', 'b')), state(object('b', 'a')))).map(({ message }) => message);
    };
    expect(told('admissionregistration.k8s.io/v1')).toEqual([]);
    expect(told('example.com/v1')).toEqual(['differs in webhooks[w].rules; the review does not cover this']);
  });

  it('names an object of one API group though another one of its kind and name is told', () => {
    const service = (apiVersion: string, spec: object): KubernetesObject => ({
      apiVersion,
      kind: 'Service',
      metadata: { namespace: 'op', name: 'web' },
      spec,
    });
    const knative = (image: string) => service('serving.knative.dev/v1', { template: { spec: { containers: [{ name: 'web', image }] } } });
    const changes = riskFinders().changes(state(knative('a/b:1')), state(knative('a/b:2'), service('v1', { externalName: 'evil' })));
    expect(changes.map(({ id }) => id)).toEqual(['image-changed', 'object-comes-or-goes', 'object-not-reviewed']);
  });

  describe('of bundles and catalogs', () => {
    const role = (name: string): KubernetesObject => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name },
      rules: [],
    });
    const documents = (...read: readonly ReadDocument[]): State => ({ ...state(), documents: read });
    const inBundle = (...values: readonly unknown[]): State =>
      documents(...values.map((value) => ({ value, file: 'b/manifests/a.yaml', bundle: 'etcd.v1' })));
    const told = (base: State, head: State) =>
      finder
        .compare(...sides(base, head))
        .map(({ severity, subject, message }) => `${severity} ${subject.kind} ${subject.name}: ${message}`);

    it('names a bundle that nothing installs, and its roles as an error', () => {
      expect(told(state(), inBundle(settings({})))).toEqual(['info Bundle etcd.v1: is new, and nothing installs it; it was not reviewed']);
      expect(told(state(), inBundle(settings({}), role('r')))).toEqual([
        'error Bundle etcd.v1: is new, and nothing installs it; it was not reviewed, and a GitOps tool that applies its folder brings ClusterRole r',
      ]);
      const constraints = { apiVersion: 'security.openshift.io/v1', kind: 'SecurityContextConstraints', metadata: { name: 'any' } };
      expect(told(state(), inBundle(settings({}), constraints))[0]).toMatch(/^error .* brings SecurityContextConstraints any$/);
      expect(told(inBundle(settings({})), state())).toEqual(['info Bundle etcd.v1: is gone, and nothing installs it; it was not reviewed']);
    });

    it('names what differs in one', () => {
      expect(told(inBundle(settings({})), inBundle(settings({}), role('r')))).toEqual([
        'error ClusterRole r: is new; the review does not cover this',
      ]);
      expect(told(inBundle(settings({ a: '1' })), inBundle(settings({ a: '2' })))).toEqual([
        'info ConfigMap settings: changes data.a ("1" → "2")',
      ]);
    });

    it('names a package once, however much of it differs in catalogs', () => {
      const entry = (schema: string, name: string) => ({ value: { schema, package: 'etcd', name }, file: 'catalog.yaml' });
      expect(told(state(), documents(entry('olm.channel', 'stable'), entry('olm.bundle', 'etcd.v1')))).toEqual([
        'info Package etcd: differs in the catalog: olm.bundle etcd.v1 and olm.channel stable; this was not reviewed',
      ]);
    });
  });
});
