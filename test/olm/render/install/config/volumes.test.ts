import { expect, it } from 'vitest';
import { mergeByName } from '../../../../../src/olm/render/install/settings.js';

it('of several mounts of a name, OLM v0 replaces the first and OLM v1 the last', () => {
  const mounts = ['/a', '/b'].map((mountPath) => ({ name: 'v', mountPath }));
  const added = [
    { name: 'v', mountPath: '/x' },
    { name: 'w', mountPath: '/y' },
  ];
  expect(mergeByName(mounts, added, 'first').map(({ mountPath }) => mountPath)).toEqual(['/x', '/b', '/y']);
  expect(mergeByName(mounts, added, 'last').map(({ mountPath }) => mountPath)).toEqual(['/a', '/x', '/y']);
});
