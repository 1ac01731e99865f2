import { describe, expect, it } from 'vitest';
import { type Atom, atomKey, atomSet, atomsOf, isCovered, isCoveredByGreater } from '../../../src/base/rbac/atoms.js';

const get = (resource: string, fields: { apiGroup?: string; verb?: string; name?: string } = {}): Atom => ({
  verb: 'get',
  apiGroup: '',
  resource,
  ...fields,
});
const url = (path: string, verb = 'get'): Atom => ({ verb, url: path });

describe('the atoms of a rule', () => {
  it('are every verb on every resource of every API group, by every name', () => {
    const rule = { verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['pods'], resourceNames: ['x', 'y'] };
    expect([...atomsOf(rule, true)]).toEqual(
      ['', 'apps'].flatMap((apiGroup) =>
        ['x', 'y'].flatMap((name) => ['get', 'list'].map((verb) => ({ verb, apiGroup, resource: 'pods', name }))),
      ),
    );
  });

  it('are one where the lists hold wildcards, whatever else is in them', () => {
    const rule = { verbs: ['get', '*'], apiGroups: ['*', ''], resources: ['pods', '*', 'pods/log'], resourceNames: [] };
    expect([...atomsOf(rule, true)]).toEqual([{ verb: '*', apiGroup: '*', resource: '*' }]);
  });

  it('are of each name, also beside the name *, which is no wildcard', () => {
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['*', 'x', '*'] };
    expect([...atomsOf(rule, true)]).toEqual(['*', 'x'].map((name) => get('secrets', { name })));
  });

  it('are none of URLs in a namespace', () => {
    const rule = { verbs: ['get'], nonResourceURLs: ['/metrics', '/metrics'] };
    expect([[...atomsOf(rule, true)], [...atomsOf(rule, false)]]).toEqual([[url('/metrics')], []]);
  });

  it('are none without verbs, API groups or resources', () => {
    expect([...atomsOf({ apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/a'] }, true)]).toEqual([]);
    expect([...atomsOf({ verbs: ['get'], resources: ['pods'] }, true)]).toEqual([]);
    expect([...atomsOf({ verbs: ['get'], apiGroups: [''] }, true)]).toEqual([]);
  });

  it('name URLs in one way', () => {
    const rule = { verbs: ['get'], nonResourceURLs: ['/*', '**', '/a**', '/a*', '/a'] };
    expect([...atomsOf(rule, true)]).toEqual(['*', '/a*', '/a'].map((path) => url(path)));
  });
});

describe('a right is part of', () => {
  it.each<[Atom, Atom]>([
    [get('pods'), get('pods', { verb: '*' })],
    [get('pods'), get('*')],
    [get('pods'), get('pods', { apiGroup: '*' })],
    [get('pods', { name: 'x' }), get('pods')],
    [get('pods/log'), get('*/log')],
    [get('*/log'), get('*')],
    [get('pods/proxy/x'), get('*/proxy/x')],
    [get('pods', { name: 'x' }), get('*', { verb: '*', apiGroup: '*' })],
    [url('/a/b'), url('/a/*')],
    [url('/a/b*'), url('/a/*')],
    [url('/a'), url('*', '*')],
    [url('/a'), url('/a', '*')],
  ])('%j: %j', (less, more) => {
    expect([isCovered(less, atomSet([more])), isCoveredByGreater(less, atomSet([more]))]).toEqual([true, true]);
    expect(isCovered(more, atomSet([less]))).toBe(false);
  });

  it.each<[Atom]>([[get('pods')], [get('*')], [get('*/log')], [get('pods', { name: 'x' })], [url('/a')], [url('/a/*')], [url('*')]])(
    'itself, which is no greater one: %j',
    (atom) => {
      expect([isCovered(atom, atomSet([atom])), isCoveredByGreater(atom, atomSet([atom]))]).toEqual([true, false]);
    },
  );
});

describe('a key', () => {
  it('is equal for equal atoms alone, whatever characters are in them', () => {
    const atoms: Atom[] = [
      { verb: 'get', apiGroup: '', resource: 'x', name: 'y' },
      { verb: 'get\n', apiGroup: 'x', resource: 'y' },
      { verb: 'get', apiGroup: '', resource: 'x\ny' },
      { verb: 'get', apiGroup: '\nx', resource: 'y' },
      { verb: 'get', apiGroup: '', resource: 'x', name: '' },
      { verb: 'get', apiGroup: '', resource: 'x' },
    ];
    expect(new Set(atoms.map(atomKey)).size).toBe(atoms.length);
    expect(atomKey({ ...(atoms[0] as Atom) })).toBe(atomKey(atoms[0] as Atom));
  });
});

describe('a right is no part of', () => {
  it.each<[Atom, Atom]>([
    [get('pods'), get('pods/log')],
    [get('pods/log'), get('pods')],
    [get('pods'), get('*/log')],
    [get('pods/log'), get('pods/*')],
    [get('pods', { name: 'x' }), get('pods', { name: 'y' })],
    [get('pods', { name: 'x' }), get('pods', { name: '*' })],
    [get('pods'), get('pods', { verb: 'GET' })],
    [get('pods'), url('*')],
    [url('/a'), get('*')],
    [url('/a'), url('/a/*')],
    [url('/a'), url('/a', 'post')],
  ])('another one: %j, %j', (one, other) => {
    expect(isCovered(one, atomSet([other]))).toBe(false);
  });
});
