import { expect, it } from 'vitest';
import { listItems } from '../../../src/base/inside/index.js';

const named = { metadata: { name: 'a' } };

// The rows were also put to kubectl.
it.each<[string, unknown, unknown]>([
  [
    'of a List are its objects',
    { apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'Pod' }] },
    [{ apiVersion: 'v1', kind: 'Pod' }],
  ],
  [
    'of a List of one kind have its kind',
    { apiVersion: 'v1', kind: 'PodList', items: [named] },
    [{ ...named, apiVersion: 'v1', kind: 'Pod' }],
  ],
  ['with a kind of their own keep it', { apiVersion: 'v1', kind: 'PodList', items: [{ kind: 'Job' }] }, [{ kind: 'Job' }]],
  ['of a List of any kind have no kind', { apiVersion: 'v1', kind: 'List', items: [named] }, [named]],
  ['can be in any kind', { apiVersion: 'a.io/v1', kind: 'Thing', items: [named] }, [{ ...named, apiVersion: 'a.io/v1', kind: 'Thing' }]],
  ['are none of an object', { apiVersion: 'v1', kind: 'Pod' }, undefined],
])('the items %s', (_, value, items) => {
  expect(listItems(value)).toEqual(items);
});
