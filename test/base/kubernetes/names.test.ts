import { describe, expect, it } from 'vitest';
import {
  isDnsLabel,
  isDnsSubdomain,
  isLabelValue,
  isPathSegment,
  isQualifiedName,
  isServiceName,
} from '../../../src/base/kubernetes/names.js';

const a = (length: number) => 'a'.repeat(length);

// The rules: apimachinery's pkg/util/validation and pkg/api/validation/path.
describe.each<[string, (name: string) => boolean, readonly string[], readonly string[]]>([
  [
    'names of namespaces (DNS label)',
    isDnsLabel,
    ['a', '0', 'team-a', '1e3', 'on', a(63), 'a--b'],
    ['', '-a', 'a-', '-', 'A', 'team_a', 'a.b', 'a b', 'ä', 'a\n', a(64)],
  ],
  [
    'names of Services (RFC 1035 label)',
    isServiceName,
    ['a', 'a0', 'team-a', 'a--b', a(63)],
    ['', '0', '1a', '-a', 'a-', 'A', 'a_b', 'a.b', 'ä', 'a\n', a(64)],
  ],
  [
    'names of most objects (DNS subdomain)',
    isDnsSubdomain,
    ['a', 'etcdoperator.v0.9.4', 'a.b.c', '1.2', `${a(63)}.${a(63)}`, a(253), `${a(126)}.${a(126)}`],
    ['', '.', 'a.', '.a', 'a..b', 'a-.b', 'a.-b', 'A.b', 'a_b', 'a/b', 'a\n', a(254)],
  ],
  ['label values', isLabelValue, ['', 'a', 'A', '0', 'a_b.c-D', a(63)], ['-', '_a', 'a.', 'a b', 'a/b', 'ä', 'a\n', a(64)]],
  [
    'label and annotation keys (qualified name)',
    isQualifiedName,
    ['a', 'Tenant_1.x', 'example.com/tenant', `${a(253)}/${a(63)}`, 'olm.providedAPIs'],
    ['', '/', 'a/', '/a', 'a/b/c', 'Example.com/a', 'a_b/c', '-a', 'a ', 'a\n', a(64), `${a(254)}/a`],
  ],
  [
    'names of roles and bindings (path segment)',
    isPathSegment,
    ['a', 'system:controller:x', 'A B', '...', a(300)],
    ['', '.', '..', 'a/b', 'a%b', '/'],
  ],
])('%s', (_, isName, good, bad) => {
  it.each(good)('%j is one', (name) => {
    expect(isName(name)).toBe(true);
  });

  it.each(bad)('%j is none', (name) => {
    expect(isName(name)).toBe(false);
  });
});

it('a long text that is almost a name is refused in no time', () => {
  const almost = `${'a-.'.repeat(200_000)}!`;
  expect([isDnsLabel, isDnsSubdomain, isLabelValue, isQualifiedName].map((isName) => isName(almost))).toEqual([false, false, false, false]);
});
