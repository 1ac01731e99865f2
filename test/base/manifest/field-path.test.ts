import { describe, expect, it } from 'vitest';
import { type FieldPath, formatFieldPath } from '../../../src/base/manifest/field-path.js';

describe('a field path, as kubectl prints it', () => {
  it.each<[string, FieldPath]>([
    ['', []],
    ['spec', ['spec']],
    ['spec.install.spec.permissions[0].rules', ['spec', 'install', 'spec', 'permissions', 0, 'rules']],
    ['[2].kind', [2, 'kind']],
    ['items[1][0]', ['items', 1, 0]],
    ['metadata.annotations["olm.providedAPIs"]', ['metadata', 'annotations', 'olm.providedAPIs']],
    ['metadata.labels["example.com/tenant"].x', ['metadata', 'labels', 'example.com/tenant', 'x']],
    ['["0"][""][".a"]', ['0', '', '.a']],
    [String.raw`["a\"b\n"]`, ['a"b\n']],
    ['__proto__.with-dash', ['__proto__', 'with-dash']],
  ])('%s', (text, path) => {
    expect(formatFieldPath(path)).toBe(text);
  });
});
