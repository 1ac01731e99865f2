import { describe, expect, it } from 'vitest';
import {
  objectText,
  placeText,
  placeTexts,
  rightText,
  rightTexts,
  scopeText,
  subjectText,
  whereText,
} from '../../../src/review/report/wording.js';
import type { GrantScope, GrantSubject, Right } from '../../../src/review/review.js';

describe('words for', () => {
  it.each<[GrantSubject, string]>([
    [{ kind: 'ServiceAccount', namespace: 'a', name: 'b' }, 'ServiceAccount a/b'],
    [{ kind: 'User', name: 'b' }, 'User b'],
    [{ kind: 'RoleHolder', name: 'edit' }, 'whoever is bound to ClusterRole edit'],
  ])('the subject %j', (subject, text) => expect(subjectText(subject)).toBe(text));

  it.each<[GrantScope, string, string]>([
    ['cluster', 'the whole cluster', 'in the whole cluster'],
    ['where-bound', 'wherever the role is bound', 'wherever the role is bound'],
    [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more', 'in a, b, c and 2 more'],
  ])('the scope %j', (scope, text, where) => expect([scopeText(scope), whereText(scope)]).toEqual([text, where]));

  it.each<[Right, string]>([
    [{ verbs: ['get', 'list'], apiGroup: '', resource: 'pods' }, 'get, list pods'],
    [{ verbs: ['*'], apiGroup: 'apps', resource: 'deployments' }, 'use all verbs on deployments.apps'],
    [{ verbs: ['*'], apiGroup: '*', resource: '*' }, 'use all verbs on all resources'],
    [{ verbs: ['get'], apiGroup: '', resource: '*' }, 'get all resources of the core group'],
    [{ verbs: ['get'], apiGroup: '*', resource: 'pods/log' }, 'get pods/log of any group'],
    [{ verbs: ['get'], apiGroup: '', resource: 'secrets', resourceNames: ['a', 'b'] }, 'get secrets named a, b'],
    [{ verbs: ['get'], nonResourceURL: '/metrics' }, 'get /metrics'],
  ])('the right %j', (right, text) => expect(rightText(right)).toBe(text));

  it('several rights, those with the same verbs and names together', () => {
    const get = (resource: string, names?: string[]): Right => ({
      verbs: ['get'],
      apiGroup: '',
      resource,
      ...(names ? { resourceNames: names } : {}),
    });
    expect(rightTexts([get('secrets'), get('pods'), get('pods', ['a']), get('secrets')])).toEqual([
      'get pods, secrets',
      'get pods named a',
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

  it('an object without a group or resource', () => expect(objectText({ verbs: [] })).toBe('all resources of the core group'));
});
