import { expect, it } from 'vitest';
import { packageNameIsThere } from '../../../src/rules/v1/package-name.js';
import { registry } from '../../support/registry.js';

it('OLM v1 refuses a bundle whose package has no name', () => {
  expect(packageNameIsThere(registry())).toEqual([]);
  expect(packageNameIsThere(registry({ packageName: '' }))).toEqual(['package name is empty']);
});
