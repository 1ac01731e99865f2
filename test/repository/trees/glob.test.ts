import { describe, expect, it } from 'vitest';
import { matchesGlob } from '../../../src/repository/trees/glob.js';

describe('a pattern of paths', () => {
  it.each([
    ['apps/*', 'apps/a', true],
    ['apps/*', 'apps/a/b', false],
    ['apps/*', 'apps', false],
    ['apps/a?c-*', 'apps/abc-', true],
    ['**/base', 'tenants/a/base', true],
    ['tenants/**/base', 'tenants/base', true],
    ['tenants/**', 'tenants/a/b', true],
    ['tenants/**/base', 'tenants/a/prod', false],
  ])('%s, %s: %s', (pattern, path, expected) => {
    expect(matchesGlob(pattern, path, true)).toBe(expected);
  });

  it('has two stars for one step where folders are asked for, as Argo CD does', () => {
    expect(matchesGlob('tenants/**/base', 'tenants/a/base', false)).toBe(true);
    expect(matchesGlob('tenants/**/base', 'tenants/a/b/base', false)).toBe(false);
  });

  it('takes no time that grows with its stars', () => {
    expect(matchesGlob(`${'*a'.repeat(2000)}b`, 'a'.repeat(2000), true)).toBe(false);
  });
});
