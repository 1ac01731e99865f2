import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import type { Subject } from '../../../src/base/kubernetes/rbac.js';
import { type AccessRequest, isAllowed } from '../../../src/base/rbac/authorizer.js';
import { defaultsFor, KUBERNETES_DEFAULTS, OPENSHIFT_DEFAULTS } from '../../../src/base/rbac/default-policy.js';
import { rolesFor } from '../../../src/base/rbac/default-roles.js';
import { rbacOf } from '../../../src/base/rbac/rbac.js';
import { inShared, itWith, SHARED } from '../../support/needs.js';
import { binding } from '../../support/rbac.js';
import { alone } from '../../support/review.js';

const APPLE = { user: 'apple', groups: [] };

/** Whether someone who holds a default ClusterRole may do this in the namespace `team`. */
function may(roleName: string, verb: string, apiGroup: string, resource: string, subresource?: string): boolean {
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'given', namespace: 'team' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: roleName },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'apple' }],
  };
  const request: AccessRequest = { verb, apiGroup, resource, ...(subresource === undefined ? {} : { subresource }) };
  return isAllowed(rbacOf(alone([binding])), APPLE, 'team', request);
}

describe('the default ClusterRoles', () => {
  it.each([
    // view, edit, admin
    ['get', '', 'pods', undefined, [true, true, true]],
    ['get', '', 'pods', 'log', [true, true, true]],
    ['get', '', 'secrets', undefined, [false, true, true]],
    ['create', '', 'pods', 'exec', [false, true, true]],
    ['create', 'apps', 'deployments', undefined, [false, true, true]],
    ['update', 'apps', 'deployments', 'status', [false, false, false]],
    ['impersonate', '', 'serviceaccounts', undefined, [false, true, true]],
    ['create', '', 'serviceaccounts', 'token', [false, true, true]],
    ['list', 'coordination.k8s.io', 'leases', undefined, [false, true, true]],
    ['create', 'rbac.authorization.k8s.io', 'rolebindings', undefined, [false, false, true]],
    ['bind', 'rbac.authorization.k8s.io', 'roles', undefined, [false, false, false]],
    ['update', '', 'resourcequotas', undefined, [false, false, false]],
    ['get', 'operators.coreos.com', 'operatorgroups', undefined, [false, false, false]],
  ] as const)('%s %s/%s %s', (verb, apiGroup, resource, subresource, [view, edit, admin]) => {
    const answers = ['view', 'edit', 'admin', 'cluster-admin'].map((name) => may(name, verb, apiGroup, resource, subresource));
    expect(answers).toEqual([view, edit, admin, true]);
  });

  it.each([
    ['Kubernetes', KUBERNETES_DEFAULTS],
    ['OpenShift', OPENSHIFT_DEFAULTS],
    ['the platform olm', defaultsFor({ objects: [], cluster: { platform: 'olm' } })],
    ['the platform openshift', defaultsFor({ objects: [], cluster: { platform: 'openshift' } })],
  ])('and bindings of %s have names of their own, and every binding gives a role that is there', (_, { roles, bindings }) => {
    const key = ({ kind, metadata: { namespace = '', name } }: KubernetesObject): string => `${kind} ${namespace}/${name}`;
    const names = [...roles, ...bindings].map(key);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const given = bindings.map(({ roleRef, metadata: { namespace = '' } }) =>
      roleRef.kind === 'Role' ? `Role ${namespace}/${roleRef.name}` : `ClusterRole /${roleRef.name}`,
    );
    expect(given.filter((role) => !names.includes(role))).toEqual([]);
  });
});

/** Where the recorded API server is a build of OpenShift's, and where aggregation has filled in a role. */
const RECORDED = 'schema/rbac-defaults-1.32.json';

itWith([inShared(RECORDED)], 'the defaults of Kubernetes are those that an API server of 1.32 serves', () => {
  const recorded = (JSON.parse(readFileSync(join(SHARED, RECORDED), 'utf8')) as KubernetesObject[]).filter(
    ({ metadata }) => !metadata.name.startsWith('system:openshift:'),
  );
  const { roles, bindings } = KUBERNETES_DEFAULTS;
  const plain = (object: KubernetesObject): unknown => {
    // OpenShift keeps what Kubernetes took out of edit: writing Endpoints.
    const rules = (object.rules as PolicyRule[] | undefined)?.map(({ resources, ...rule }) => ({
      ...rule,
      ...(resources
        ? { resources: resources.filter((name) => object.metadata.name !== 'system:aggregate-to-edit' || name !== 'endpoints') }
        : {}),
    }));
    const subjects = (object.subjects as Subject[] | undefined)?.map(({ kind, name, namespace }) => ({ kind, name, namespace }));
    // The recording leaves out the label that all of them have.
    const { labels: { 'kubernetes.io/bootstrapping': _, ...labels } = {}, ...metadata } = object.metadata;
    return {
      ...object,
      metadata: { ...metadata, ...(Object.keys(labels).length > 0 ? { labels } : {}) },
      rules: rules ?? [],
      subjects: subjects ?? [],
    };
  };
  expect([...roles, ...bindings].map(plain).sort(byText)).toEqual(recorded.map(plain).sort(byText));
});

function byText(a: unknown, b: unknown): number {
  const key = (object: unknown): string => {
    const { kind, metadata } = object as KubernetesObject;
    return `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
  };
  return key(a) < key(b) ? -1 : 1;
}

describe('the default bindings', () => {
  const HEALTH: AccessRequest = { verb: 'get', path: '/healthz' };
  const ANYBODY = { user: 'apple', groups: ['system:unauthenticated'] };
  const DISCOVERY = binding('system:public-info-viewer', 'ClusterRole/system:public-info-viewer', { kind: 'Group', name: 'devs' });

  it('let everybody ask for the health of the API server', () => {
    expect(isAllowed(rbacOf(alone([])), ANYBODY, undefined, HEALTH)).toBe(true);
    expect(isAllowed(rbacOf(alone([]), rolesFor(alone([]))), ANYBODY, undefined, HEALTH)).toBe(false);
  });

  it('give way to one of the input of the same name', () => {
    expect(isAllowed(rbacOf(alone([DISCOVERY])), ANYBODY, undefined, HEALTH)).toBe(false);
  });
});

describe('what OpenShift adds', () => {
  const GIVEN = binding('readers', 'ClusterRole/cluster-reader', { kind: 'User', name: 'apple' });
  const CRD: KubernetesObject = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'clusterversions.config.openshift.io' },
  };
  const READ_NODES: AccessRequest = { verb: 'list', apiGroup: '', resource: 'nodes' };

  it('counts on an OpenShift cluster alone', () => {
    expect(isAllowed(rbacOf(alone([GIVEN])), APPLE, undefined, READ_NODES)).toBe(false);
    expect(isAllowed(rbacOf(alone([GIVEN, CRD])), APPLE, undefined, READ_NODES)).toBe(true);
  });

  it('collects what is labelled for it', () => {
    const rbac = rbacOf(alone([GIVEN, CRD]));
    expect(isAllowed(rbac, APPLE, undefined, { verb: 'get', apiGroup: '', resource: 'pods' })).toBe(true);
    expect(isAllowed(rbac, APPLE, undefined, { verb: 'get', apiGroup: '', resource: 'secrets' })).toBe(false);
  });
});

describe('the roles that OLM comes with', () => {
  const cluster = { platform: 'olm' };
  const isEditor = { user: 'apple', groups: [] };
  const bound = binding('given', 'ClusterRole/edit', { kind: 'User', name: 'apple' });
  const subscribe: AccessRequest = { verb: 'create', apiGroup: 'operators.coreos.com', resource: 'subscriptions' };

  it('let whoever may edit subscribe, where the platform is known', () => {
    const state = alone([bound]);
    expect(isAllowed(rbacOf(state), isEditor, 'team', subscribe)).toBe(false);
    expect(
      isAllowed(rbacOf({ ...state, cluster } as typeof state, defaultsFor({ objects: [], cluster })), isEditor, 'team', subscribe),
    ).toBe(true);
  });
});
