import { describe, expect, it } from 'vitest';
import type { GrantScope, GrantSubject, Right } from '../../../src/base/rbac/grant.js';
import {
  boundTo,
  inSteps,
  objectText,
  permissionText,
  permissionTexts,
  placeText,
  placeTexts,
  scopeText,
  subjectText,
  whereText,
} from '../../../src/base/wording/permissions.js';
import { counted, joined, listed, targetsText } from '../../../src/base/wording/phrases.js';

describe('words for', () => {
  it.each<[GrantSubject, string]>([
    [{ kind: 'ServiceAccount', namespace: 'a', name: 'b' }, 'ServiceAccount a/b'],
    [{ kind: 'User', name: 'b' }, 'User b'],
    [{ kind: 'RoleHolder', name: 'edit' }, 'anyone bound to edit'],
  ])('the subject %j', (subject, text) => expect(subjectText(subject)).toBe(text));

  it.each<[GrantScope, string, string]>([
    ['cluster', 'all namespaces', 'in all namespaces'],
    ['where-bound', 'wherever it is bound', 'wherever it is bound'],
    [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more namespaces', 'in a, b, c and 2 more namespaces'],
  ])('the scope %j', (scope, text, where) => expect([scopeText(scope), whereText(scope)]).toEqual([text, where]));

  it.each<[Right, string]>([
    [{ verbs: ['get', 'list'], apiGroup: '', resource: 'pods' }, 'get and list pods'],
    [{ verbs: ['*'], apiGroup: 'apps', resource: 'deployments' }, 'use all verbs on deployments.apps'],
    [{ verbs: ['*'], apiGroup: '*', resource: '*' }, 'do everything'],
    [{ verbs: ['get'], apiGroup: '', resource: '*' }, 'get all resources in the core API group'],
    [{ verbs: ['get'], apiGroup: '*', resource: 'pods/log' }, 'get pods/log in any API group'],
    [{ verbs: ['get'], apiGroup: '', resource: 'secrets', resourceNames: ['a', 'b'] }, 'get secrets named a and b'],
    [{ verbs: ['get'], nonResourceURL: '/metrics' }, 'get /metrics'],
  ])('the permission %j', (right, text) => expect(permissionText(right)).toBe(text));

  it.each(['1 Ingress', '2 Ingresses', '2 NetworkPolicies', '2 Gateways', '2 Patches', 'no grants'])('%s', (text) => {
    const [number = '', noun = ''] = text.split(' ');
    const one = noun.replace(/ies$/, 'y').replace(/(?<=ss|ch)es$|(?<=[^s])s$/, '');
    expect(counted(Number(number.replace('no', '0')), one)).toBe(text);
  });

  it('several permissions, those with the same verbs and names together', () => {
    const get = (resource: string, names?: string[]): Right => ({
      verbs: ['get'],
      apiGroup: '',
      resource,
      ...(names ? { resourceNames: names } : {}),
    });
    expect(permissionTexts([get('secrets'), get('pods'), get('pods', ['a']), get('secrets')])).toEqual([
      'get pods and secrets',
      'get pods named a',
    ]);
  });

  it('of many resources the first ones given, and whole API groups in any case', () => {
    const get = (resource: string, apiGroup = ''): Right => ({ verbs: ['get'], apiGroup, resource });
    const many = ['secrets', 'a', 'b', 'c', 'd'].map((resource) => get(resource));
    expect(permissionTexts(many, 3)).toEqual(['get a, b, secrets and 2 more']);
    expect(permissionTexts([...many, get('*', 'apps')], 3)).toEqual(['get a, secrets, all resources in apps and 3 more']);
    expect(permissionTexts(many, 4)).toEqual(['get a, b, c, d and secrets']);
  });

  it('all names, except of CRDs that somebody sees', () => {
    const resourceNames = ['a', 'b', 'c', 'privileged'];
    const named = (verb: string, resource: string): Right => ({ verbs: [verb], apiGroup: '', resource, resourceNames });
    expect(permissionTexts([named('use', 'securitycontextconstraints'), named('get', 'customresourcedefinitions')], 2)).toEqual([
      'use securitycontextconstraints named a, b, c and privileged',
      'get customresourcedefinitions named a, b and 2 more',
    ]);
  });

  it('places', () => {
    expect([placeText({ file: 'a' }), placeText({ file: 'a', line: 1 }), placeText({ file: 'a', line: 1, column: 2 })]).toEqual([
      'a',
      'a:1',
      'a:1:2',
    ]);
    expect(placeTexts([{ file: 'a', line: 1, column: 2 }, { file: 'b' }, { file: 'a', line: 3, column: 4 }])).toEqual(['a:1:2, 3:4', 'b']);
  });

  it('an object without a group or resource', () => expect(objectText({ verbs: [] })).toBe('all resources in the core API group'));

  it('a scope of permissions on what has no namespace', () => {
    const nodes = { verbs: ['get'], apiGroup: '', resource: 'nodes' };
    expect(whereText('cluster', [nodes, { verbs: ['get'], nonResourceURL: '/metrics' }])).toBe('in the whole cluster');
    expect(whereText('cluster', [nodes, { verbs: ['get'], apiGroup: '', resource: 'pods' }])).toBe('in all namespaces');
  });

  it('verbs, reading before writing', () => {
    expect(permissionText({ verbs: ['bind', 'create', 'watch', 'get'], apiGroup: '', resource: 'pods' })).toBe(
      'get, watch, create and bind pods',
    );
  });

  it('whole API groups, together', () => {
    const all = (apiGroup: string): Right => ({ verbs: ['*'], apiGroup, resource: '*' });
    expect(permissionTexts([all('batch'), { verbs: ['*'], apiGroup: '', resource: 'pods' }, all('apps'), all('')])).toEqual([
      'use all verbs on pods and all resources in apps, batch and the core API group',
    ]);
  });

  it.each<[string[] | undefined, string]>([
    [undefined, 'no namespace'],
    [[''], 'all namespaces'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more namespaces'],
  ])('the target namespaces %j', (targets, text) => expect(targetsText(targets)).toBe(text));

  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    // One more is named as briefly as it is counted.
    [['a', 'b', 'c', 'd'], 'a, b, c and d'],
    [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more roles'],
  ])('the list %j', (items, text) => expect(listed(items, 'roles')).toBe(text));

  it('all names of a list', () => {
    expect([joined(['a', 'b', 'c', 'd', 'e']), joined(['admin', 'edit', 'view'], 'or')]).toEqual([
      'a, b, c, d and e',
      'admin, edit or view',
    ]);
    expect(boundTo(['admin', 'edit'])).toBe('anyone bound to admin or edit');
  });

  it('steps, none of which can be forged by a name', () => {
    expect(inSteps(['User a → b', 'ClusterRole c'])).toBe('"User a → b" → ClusterRole c');
  });
});
