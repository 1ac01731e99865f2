import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import type { Subject } from '../../../src/base/kubernetes/rbac.js';
import { type AccessRequest, isAllowed, ruleAllows, rulesFor } from '../../../src/base/rbac/authorizer.js';
import type { Rbac } from '../../../src/base/rbac/bound.js';
import { NO_DEFAULTS } from '../../../src/base/rbac/default-policy.js';
import { rbacOf as indexOf } from '../../../src/base/rbac/rbac.js';
import { type Identity, serviceAccount, subjectKey, subjectKeys, subjectsOf } from '../../../src/base/rbac/subject.js';
import { READ_PODS } from '../../support/permissions.js';
import { alone } from '../../support/review.js';
import { runs } from '../../support/runs.js';

const ROBOT = serviceAccount({ namespace: 'op', name: 'robot' });
const ROBOT_SUBJECT: Subject = { kind: 'ServiceAccount', namespace: 'op', name: 'robot' };
const GET_PODS: AccessRequest = { verb: 'get', apiGroup: '', resource: 'pods' };

/** The index of these objects alone. */
const rbacOf = (objects: readonly KubernetesObject[]): Rbac => indexOf(alone(objects), NO_DEFAULTS);

function isSubject(subject: Subject, identity: Identity, bindingNamespace: string | undefined): boolean {
  const keys = subjectKeys(identity);
  return subjectsOf({ subjects: [subject] }, bindingNamespace).some((meant) => keys.includes(subjectKey(meant)));
}

/** A Role of a namespace, or a ClusterRole. @example role('op/reader', READ_PODS) */
function role(id: string, ...rules: unknown[]): KubernetesObject {
  return { ...named('Role', id), rules };
}

/** A RoleBinding of a namespace, or a ClusterRoleBinding, to `Role/name` or `ClusterRole/name`. */
function binding(id: string, to: string, ...subjects: Subject[]): KubernetesObject {
  const [kind, name] = to.split('/');
  return { ...named('RoleBinding', id), roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name }, subjects };
}

function named(kind: 'Role' | 'RoleBinding', id: string): Pick<KubernetesObject, 'apiVersion' | 'kind' | 'metadata'> {
  const [name, namespace] = id.split('/').reverse() as [string, string?];
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: namespace === undefined ? `Cluster${kind}` : kind, metadata };
}

describe('a rule over resources', () => {
  const rule = (fields: PolicyRule): PolicyRule => ({ verbs: ['get'], apiGroups: ['apps'], resources: ['deployments'], ...fields });
  const request = (fields: Partial<Extract<AccessRequest, { resource: string }>> = {}): AccessRequest => {
    return { verb: 'get', apiGroup: 'apps', resource: 'deployments', ...fields };
  };

  it.each<[string, PolicyRule, AccessRequest]>([
    ['what it names', rule({}), request()],
    ['any verb by *', rule({ verbs: ['*'] }), request({ verb: 'escalate' })],
    ['any API group by *', rule({ apiGroups: ['*'] }), request({ apiGroup: 'example.com' })],
    ['any resource by *', rule({ resources: ['*'] }), request({ resource: 'pods' })],
    ['subresources by * too', rule({ resources: ['*'] }), request({ subresource: 'scale' })],
    ['a subresource', rule({ resources: ['deployments/scale'] }), request({ subresource: 'scale' })],
    ['a subresource of any resource', rule({ resources: ['*/scale'] }), request({ subresource: 'scale' })],
    ['a subresource with a slash', rule({ resources: ['*/proxy/path'] }), request({ subresource: 'proxy/path' })],
    ['one of several', rule({ resources: ['pods', 'deployments'] }), request()],
    ['the object that it names', rule({ resourceNames: ['one', 'two'] }), request({ name: 'two' })],
    ['one object where it names none', rule({}), request({ name: 'two' })],
    ['one object where its list of names is empty', rule({ resourceNames: [] }), request({ name: 'two' })],
  ])('allows %s', (_, allowing, asked) => {
    expect(ruleAllows(allowing, asked)).toBe(true);
  });

  it.each<[string, PolicyRule, AccessRequest]>([
    ['another verb', rule({}), request({ verb: 'list' })],
    ['a verb in capitals', rule({ verbs: ['GET'] }), request()],
    ['another API group', rule({}), request({ apiGroup: '' })],
    ['another resource', rule({}), request({ resource: 'pods' })],
    ['a subresource of what it names', rule({}), request({ subresource: 'scale' })],
    ['the resource whose subresource it names', rule({ resources: ['deployments/scale'] }), request()],
    ['the resource itself by */scale', rule({ resources: ['*/scale'] }), request()],
    ['another subresource', rule({ resources: ['*/scale', 'deployments/scale'] }), request({ subresource: 'status' })],
    ['a subresource that only begins the same', rule({ resources: ['*/proxy'] }), request({ subresource: 'proxy/path' })],
    ['any subresource by deployments/*', rule({ resources: ['deployments/*'] }), request({ subresource: 'scale' })],
    ['another object than it names', rule({ resourceNames: ['one'] }), request({ name: 'two' })],
    ['all objects where it names one', rule({ resourceNames: ['one'] }), request()],
    ['any object by the name *', rule({ resourceNames: ['*'] }), request({ name: 'two' })],
    ['a URL', rule({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }), { verb: 'get', path: '/metrics' }],
    ['anything without verbs', { apiGroups: ['*'], resources: ['*'] }, request()],
    ['anything without API groups', { verbs: ['*'], resources: ['*'] }, request()],
    ['anything without resources', { verbs: ['*'], apiGroups: ['*'] }, request()],
  ])('does not allow %s', (_, allowing, asked) => {
    expect(ruleAllows(allowing, asked)).toBe(false);
  });
});

describe('a rule over URLs', () => {
  const allows = (nonResourceURLs: string[], path: string) => ruleAllows({ verbs: ['get'], nonResourceURLs }, { verb: 'get', path });

  it.each<[string, string]>([
    ['/metrics', '/metrics'],
    ['*', '/anything/at/all'],
    ['/healthz/*', '/healthz/ready'],
    ['/healthz/*', '/healthz/'],
    ['/healthz*', '/healthz'],
    ['/healthz*', '/healthz-other'],
    // Kubernetes cuts off all asterisks at the end.
    ['/healthz/**', '/healthz/ready'],
    ['/a/*/c', '/a/*/c'],
  ])('%s allows %s', (url, path) => {
    expect(allows([url], path)).toBe(true);
  });

  it.each<[string, string]>([
    ['/metrics', '/metrics/cadvisor'],
    ['/metrics/', '/metrics'],
    ['/healthz/*', '/healthz'],
    ['/a/*/c', '/a/b/c'],
  ])('%s does not allow %s', (url, path) => {
    expect(allows([url], path)).toBe(false);
  });

  it('allows what any of its URLs allows', () => {
    expect(allows(['/healthz', '/metrics'], '/metrics')).toBe(true);
    expect(allows([], '/metrics')).toBe(false);
  });

  it('allows neither other verbs nor resources', () => {
    const rule = { verbs: ['get'], nonResourceURLs: ['*'] };
    expect(ruleAllows(rule, { verb: 'post', path: '/metrics' })).toBe(false);
    expect(ruleAllows(rule, GET_PODS)).toBe(false);
  });
});

describe('a ServiceAccount', () => {
  it('asks as a user and as three groups', () => {
    expect(ROBOT).toEqual<Identity>({
      user: 'system:serviceaccount:op:robot',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:op', 'system:authenticated'],
    });
  });
});

describe('a subject', () => {
  it.each<[string, Subject, string | undefined]>([
    ['the ServiceAccount', ROBOT_SUBJECT, undefined],
    ['the ServiceAccount from another namespace', ROBOT_SUBJECT, 'elsewhere'],
    ["the ServiceAccount of the binding's namespace", { kind: 'ServiceAccount', name: 'robot' }, 'op'],
    ["the ServiceAccount of the binding's namespace, by an empty text", { kind: 'ServiceAccount', name: 'robot', namespace: '' }, 'op'],
    ["the ServiceAccount of the binding's namespace, by null", { kind: 'ServiceAccount', name: 'robot', namespace: null }, 'op'],
    ['the user of the ServiceAccount', { kind: 'User', name: 'system:serviceaccount:op:robot' }, undefined],
    ['all ServiceAccounts', { kind: 'Group', name: 'system:serviceaccounts' }, undefined],
    ['all ServiceAccounts of the namespace', { kind: 'Group', name: 'system:serviceaccounts:op' }, undefined],
    ['all who are known', { kind: 'Group', name: 'system:authenticated' }, undefined],
  ])('means a ServiceAccount as %s', (_, subject, bindingNamespace) => {
    expect(isSubject(subject, ROBOT, bindingNamespace)).toBe(true);
  });

  it.each<[string, Subject, string | undefined]>([
    ['a ServiceAccount of another name', { ...ROBOT_SUBJECT, name: 'other' }, 'op'],
    ['a ServiceAccount of another namespace', { ...ROBOT_SUBJECT, namespace: 'elsewhere' }, 'op'],
    ["a ServiceAccount of the binding's other namespace", { kind: 'ServiceAccount', name: 'robot' }, 'elsewhere'],
    ['a ServiceAccount without any namespace', { kind: 'ServiceAccount', name: 'robot' }, undefined],
    ['a user of its bare name', { kind: 'User', name: 'robot' }, 'op'],
    ['a user of the name of its group', { kind: 'User', name: 'system:serviceaccounts' }, 'op'],
    ['a group of its name', { kind: 'Group', name: 'system:serviceaccount:op:robot' }, 'op'],
    ['the ServiceAccounts of another namespace', { kind: 'Group', name: 'system:serviceaccounts:elsewhere' }, 'op'],
    ['a kind that there is not', { ...ROBOT_SUBJECT, kind: 'Robot' }, 'op'],
  ])('does not mean a ServiceAccount as %s', (_, subject, bindingNamespace) => {
    expect(isSubject(subject, ROBOT, bindingNamespace)).toBe(false);
  });

  it('means a person by name or by group', () => {
    const ann: Identity = { user: 'ann', groups: ['developers'] };
    const subjects: Subject[] = [
      { kind: 'User', name: 'ann' },
      { kind: 'Group', name: 'developers' },
      { kind: 'User', name: 'bob' },
      { kind: 'Group', name: 'ann' },
      { kind: 'ServiceAccount', name: 'ann' },
    ];
    expect(subjects.map((subject) => isSubject(subject, ann, 'op'))).toEqual([true, true, false, false, false]);
  });
});

describe('access', () => {
  /** Where the robot may get pods: in the namespaces `op` and `elsewhere`, and in the whole cluster. */
  function allowedIn(...objects: KubernetesObject[]): string[] {
    const rbac = rbacOf(objects);
    return ['op', 'elsewhere', undefined].flatMap((namespace) =>
      isAllowed(rbac, ROBOT, namespace, GET_PODS) ? [namespace ?? 'the whole cluster'] : [],
    );
  }

  it('is none without a binding', () => {
    expect(allowedIn(role('op/reader', READ_PODS), role('reader', READ_PODS))).toEqual([]);
  });

  it('is none through a binding that names what it cannot', () => {
    expect(
      allowedIn(role('default/reader', READ_PODS), role('undefined/reader', READ_PODS), binding('b', 'Role/reader', ROBOT_SUBJECT)),
    ).toEqual([]);
    expect(allowedIn(role('op/reader', READ_PODS), binding('op/b', 'Reader/reader', ROBOT_SUBJECT))).toEqual([]);
  });

  it.each<[string, KubernetesObject[], string[]]>([
    [
      'of a RoleBinding to a Role is in its namespace',
      [role('op/reader', READ_PODS), binding('op/b', 'Role/reader', ROBOT_SUBJECT)],
      ['op'],
    ],
    [
      'of a RoleBinding to a ClusterRole is in its namespace',
      [role('reader', READ_PODS), binding('op/b', 'ClusterRole/reader', ROBOT_SUBJECT)],
      ['op'],
    ],
    [
      'of a RoleBinding elsewhere is there',
      [role('elsewhere/reader', READ_PODS), binding('elsewhere/b', 'Role/reader', ROBOT_SUBJECT)],
      ['elsewhere'],
    ],
    [
      'of a ClusterRoleBinding is everywhere',
      [role('reader', READ_PODS), binding('b', 'ClusterRole/reader', ROBOT_SUBJECT)],
      ['op', 'elsewhere', 'the whole cluster'],
    ],
    ['is not to the Role of another namespace', [role('elsewhere/reader', READ_PODS), binding('op/b', 'Role/reader', ROBOT_SUBJECT)], []],
    [
      'is not to a Role where a ClusterRole is meant',
      [role('op/reader', READ_PODS), binding('op/b', 'ClusterRole/reader', ROBOT_SUBJECT)],
      [],
    ],
    ['is not to a ClusterRole where a Role is meant', [role('reader', READ_PODS), binding('op/b', 'Role/reader', ROBOT_SUBJECT)], []],
    ['is not of a ClusterRoleBinding to a Role', [role('op/reader', READ_PODS), binding('b', 'Role/reader', ROBOT_SUBJECT)], []],
    [
      'does not come of roles that do not exist, nor is it kept away by them',
      [
        binding('b', 'ClusterRole/missing', ROBOT_SUBJECT),
        binding('op/a', 'Role/missing', ROBOT_SUBJECT),
        role('op/reader', READ_PODS),
        binding('op/b', 'Role/reader', ROBOT_SUBJECT),
      ],
      ['op'],
    ],
    ['is not for others', [role('op/reader', READ_PODS), binding('op/b', 'Role/reader', { kind: 'User', name: 'ann' })], []],
    [
      'is for every subject',
      [role('op/reader', READ_PODS), binding('op/b', 'Role/reader', { kind: 'User', name: 'ann' }, ROBOT_SUBJECT)],
      ['op'],
    ],
    ['is not without subjects', [role('reader', READ_PODS), binding('b', 'ClusterRole/reader')], []],
    [
      'is for an account of the namespace of a RoleBinding that leaves it out',
      [role('reader', READ_PODS), binding('op/b', 'ClusterRole/reader', { kind: 'ServiceAccount', name: 'robot' })],
      ['op'],
    ],
    [
      'is not for an account whose namespace a ClusterRoleBinding leaves out',
      [role('reader', READ_PODS), binding('b', 'ClusterRole/reader', { kind: 'ServiceAccount', name: 'robot' })],
      [],
    ],
  ])('%s', (_, objects, expected) => {
    expect(allowedIn(...objects)).toEqual(expected);
  });

  it('is not pieced together from several rules', () => {
    const objects = [
      role(
        'op/half',
        { verbs: ['get'], apiGroups: [''], resources: ['services'] },
        { verbs: ['list'], apiGroups: [''], resources: ['pods'] },
      ),
      binding('op/b', 'Role/half', ROBOT_SUBJECT),
    ];
    expect(allowedIn(...objects)).toEqual([]);
  });

  it('to URLs is of ClusterRoles', () => {
    const rbac = rbacOf([
      role('metrics', { verbs: ['get'], nonResourceURLs: ['/metrics'] }),
      binding('b', 'ClusterRole/metrics', { kind: 'Group', name: 'system:serviceaccounts' }),
    ]);
    expect(isAllowed(rbac, ROBOT, undefined, { verb: 'get', path: '/metrics' })).toBe(true);
    expect(isAllowed(rbac, ROBOT, undefined, { verb: 'get', path: '/healthz' })).toBe(false);
  });

  it('comes of the rules of all bindings, those of the whole cluster first', () => {
    const write = { verbs: ['update'], apiGroups: [''], resources: ['pods'] };
    const rbac = rbacOf([
      role('op/writer', write),
      role('reader', READ_PODS),
      binding('op/b', 'Role/writer', ROBOT_SUBJECT),
      binding('b', 'ClusterRole/reader', ROBOT_SUBJECT),
    ]);
    expect([...rulesFor(rbac, ROBOT, 'op')]).toEqual([READ_PODS, write]);
    expect([...rulesFor(rbac, ROBOT, undefined)]).toEqual([READ_PODS]);
  });
});

describe('the index of roles and bindings', () => {
  it('takes lists that are not given, or null, for empty', () => {
    const rbac = rbacOf([
      { ...role('reader'), rules: null },
      { ...binding('b', 'ClusterRole/reader'), subjects: undefined },
    ]);
    expect(rbac.clusterRoles.get('reader')?.rules).toEqual([]);
    expect(rbac.bindings.map(({ subjects }) => subjects)).toEqual([[]]);
  });

  it('reads rules as Go does, whatever the case of their keys', () => {
    const rules = rbacOf([role('reader', { verbs: ['get'], apigroups: [''], Resources: ['pods'], other: 1 })]).clusterRoles.get(
      'reader',
    )?.rules;
    expect(rules).toEqual([{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }]);
  });

  it('puts what names no namespace into the namespace default', () => {
    const withoutNamespace = (object: KubernetesObject): KubernetesObject => ({ ...object, metadata: { name: object.metadata.name } });
    const rbac = rbacOf([role('op/reader', READ_PODS), binding('op/b', 'Role/reader', ROBOT_SUBJECT)].map(withoutNamespace));
    expect(['default', 'op', undefined].map((namespace) => isAllowed(rbac, ROBOT, namespace, GET_PODS))).toEqual([true, false, false]);
  });
});

describe('access over random roles and bindings', () => {
  const NAMESPACES = ['op', 'elsewhere'];
  const some = (...values: string[]) => fc.subarray(values, { minLength: 1 });
  const anyRule = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        verbs: some('get', 'list', '*'),
        apiGroups: some('', 'apps', '*'),
        resources: some('pods', '*/scale', 'pods/scale', '*'),
      }),
    },
    fc.record({ verbs: some('get', '*'), apiGroups: some('', '*'), resources: some('pods', '*'), resourceNames: some('one', 'two') }),
    fc.record({ verbs: some('get', '*'), nonResourceURLs: some('/metrics', '/healthz/*', '*') }),
  );
  const anySubject = fc.constantFrom<Subject>(
    ROBOT_SUBJECT,
    { ...ROBOT_SUBJECT, namespace: 'elsewhere' },
    { kind: 'ServiceAccount', name: 'robot' },
    { kind: 'Group', name: 'system:serviceaccounts' },
    { kind: 'User', name: ROBOT.user },
    { kind: 'User', name: 'ann' },
  );
  const scopes = ['', 'op/', 'elsewhere/'];
  const anyBinding = fc
    .record({
      scope: fc.constantFrom(...scopes),
      to: fc.constantFrom('ClusterRole/reader', 'ClusterRole/writer', 'ClusterRole/missing', 'Role/reader', 'Role/writer'),
      subjects: fc.array(anySubject, { maxLength: 3 }),
    })
    .map(({ scope, to, subjects }) => binding(`${scope}binding`, to, ...subjects));
  const anyBindings = fc.array(anyBinding, { maxLength: 5, size: 'max' });
  const anyRoles = fc
    .tuple(
      ...scopes
        .flatMap((scope) => [`${scope}reader`, `${scope}writer`])
        .map((id) => fc.tuple(fc.constant(id), fc.array(anyRule, { maxLength: 2 }))),
    )
    .map((roles) => roles.map(([id, rules]) => role(id, ...rules)));
  const anyRequest = fc.constantFrom<AccessRequest>(
    GET_PODS,
    { ...GET_PODS, name: 'one' },
    { ...GET_PODS, subresource: 'scale' },
    { ...GET_PODS, verb: 'delete' },
    { ...GET_PODS, apiGroup: 'apps' },
    { verb: 'get', path: '/metrics' },
    { verb: 'get', path: '/healthz/ready' },
  );
  const anyWhere = fc.constantFrom(...NAMESPACES, undefined);
  const may = (objects: readonly KubernetesObject[], where: string | undefined, request: AccessRequest) =>
    isAllowed(rbacOf(objects), ROBOT, where, request);

  it('is not taken away by a further binding', () => {
    fc.assert(
      fc.property(anyRoles, anyBindings, anyBinding, anyWhere, anyRequest, (roles, bindings, further, where, request) => {
        fc.pre(may([...roles, ...bindings], where, request));
        expect(may([...roles, further, ...bindings], where, request)).toBe(true);
      }),
      runs(40),
    );
  });

  it('is not taken away by a further rule', () => {
    fc.assert(
      fc.property(anyRoles, anyBindings, anyRule, fc.nat(), anyWhere, anyRequest, (roles, bindings, further, index, where, request) => {
        fc.pre(may([...roles, ...bindings], where, request));
        const longer = roles.map((one, at) =>
          at === index % roles.length ? { ...one, rules: [further, ...(one.rules as unknown[])] } : one,
        );
        expect(may([...longer, ...bindings], where, request)).toBe(true);
      }),
      runs(40),
    );
  });

  it('that one has in the whole cluster one has in every namespace', () => {
    fc.assert(
      fc.property(anyRoles, anyBindings, anyRequest, (roles, bindings, request) => {
        const objects = [...roles, ...bindings];
        fc.pre(may(objects, undefined, request));
        expect(NAMESPACES.map((where) => may(objects, where, request))).toEqual([true, true]);
      }),
      runs(40),
    );
  });

  it('is what the bindings give one by one', () => {
    fc.assert(
      fc.property(anyRoles, anyBindings, anyWhere, anyRequest, (roles, bindings, where, request) => {
        expect(may([...roles, ...bindings], where, request)).toBe(bindings.some((one) => may([...roles, one], where, request)));
      }),
      runs(100),
    );
  });
});
