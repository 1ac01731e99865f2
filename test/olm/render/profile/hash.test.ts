import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { goString } from '../../../../src/base/kubernetes/go-json.js';
import { permissionRoleName } from '../../../../src/olm/render/permissions.js';
import { ERA } from '../../../../src/olm/render/profile/era.js';
import {
  apiHash,
  base62Sha224,
  bindingHash,
  type HashedPermission,
  permissionHash,
  rulesHash,
} from '../../../../src/olm/render/profile/hash.js';
import { table } from '../../../support/golden.js';

interface Text {
  readonly kind: string;
  readonly in: string;
  readonly want: string;
}

interface PermissionCase {
  readonly kind: 'permission';
  readonly example: number;
  readonly in: {
    readonly csv: string;
    readonly namespace: string;
    readonly permission: { readonly serviceAccountName: string; readonly rules: HashedPermission['rules'] | null };
  };
  readonly want: {
    readonly role: string;
    readonly clusterRole: string;
    readonly rulesHash: string;
    readonly roleBindingHash: string;
    readonly clusterRoleBindingHash: string;
  };
}

const cases = table<readonly (Text | PermissionCase)[]>('olm-names');
const texts = (kind: string): Text[] => (cases as readonly Text[]).filter((entry) => entry.kind === kind);
const permissions = cases.filter((entry): entry is PermissionCase => entry.kind === 'permission');
const knownAnswers = table<readonly Text[]>('hashes-known-answers').filter(({ kind }) => kind === 'apiHash');

describe('SHA-224 as a base-62 number (digits, lower case, upper case)', () => {
  it.each(texts('base62Sha224'))('$in → $want', ({ in: text, want }) => {
    expect(base62Sha224(text)).toBe(want);
  });

  it('has no leading zeros, so it may be shorter than 38 characters', () => {
    expect(base62Sha224('op/og24958/admin')).toHaveLength(35);
  });
});

describe('FNV-1a of Kind.version.group', () => {
  it.each([...texts('apiHash'), ...knownAnswers])('$in → $want', ({ in: api, want }) => {
    expect(apiHash(api)).toBe(want);
  });

  it('is not padded to 16 digits', () => {
    expect(apiHash('Kind118927.v1.example.com')).toHaveLength(12);
  });
});

describe('the names and hashes of what a CSV is given for its permissions', () => {
  it.each(permissions)('example $example: $in.csv in $in.namespace, account $in.permission.serviceAccountName', ({ in: given, want }) => {
    const { serviceAccountName } = given.permission;
    const rules = given.permission.rules ?? undefined;
    const csv = { name: given.csv, namespace: given.namespace };
    const asked = { serviceAccountName, rules: given.permission.rules as readonly Record<string, unknown>[] | undefined };
    const role = permissionRoleName(csv, asked, ERA.C, 'permissions');
    const clusterRole = permissionRoleName(csv, asked, ERA.C, 'clusterPermissions');
    const subject = { name: serviceAccountName, namespace: given.namespace };
    expect({
      role,
      clusterRole,
      rulesHash: rulesHash(rules),
      roleBindingHash: bindingHash({ kind: 'Role', name: role }, subject),
      clusterRoleBindingHash: bindingHash({ kind: 'ClusterRole', name: clusterRole }, subject),
    }).toEqual(want);
  });

  const pods = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }];
  const name = (csv: string, serviceAccountName: string): string =>
    permissionRoleName({ name: csv, namespace: 'op' }, { serviceAccountName, rules: pods }, ERA.C, 'permissions');

  it('gives a Role the same name in every namespace, and a ClusterRole one of each namespace', () => {
    const [inOp, inOther] = permissions;
    expect(inOther?.want.role).toBe(inOp?.want.role);
    expect(inOther?.want.clusterRole).not.toBe(inOp?.want.clusterRole);
  });

  it('does not count the dash when it decides whether to cut, so a name may have 64 characters', () => {
    expect(name('foo.v1.0.0', 'fourteen-chars')).toHaveLength(64);
    expect(name('foo.v1.0.0', 'fifteen-charss-')).toHaveLength(63);
  });

  it('may leave a dot or a dash where it cuts', () => {
    expect(permissions.find(({ example }) => example === 10)?.want.role).toMatch(/^foo\.v1\.0\.0-a-rather-long-\w{38}$/);
    expect(
      permissionRoleName(
        { name: `${'a'.repeat(23)}.v1.0.0.${'b'.repeat(30)}`, namespace: 'op' },
        { serviceAccountName: 's', rules: pods },
        ERA.C,
        'clusterPermissions',
      ),
    ).toMatch(/^a{23}\.-\w{38}$/);
  });

  it('tells absent rules from an empty list', () => {
    expect(rulesHash(undefined)).not.toBe(rulesHash([]));
    expect(permissionHash({ name: 'f' }, { serviceAccountName: 's' })).not.toBe(
      permissionHash({ name: 'f' }, { serviceAccountName: 's', rules: [] }),
    );
  });

  it('does not see in which order a rule lists its fields, nor lists that are empty', () => {
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
    expect(rulesHash([{ nonResourceURLs: [], resources: ['pods'], apiGroups: [''], verbs: ['get'] }])).toBe(rulesHash([rule]));
  });
});

describe('text in Go’s JSON', () => {
  it.each([
    ['<a>&b', String.raw`"\u003ca\u003e\u0026b"`],
    ['one\u2028two\u2029', String.raw`"one\u2028two\u2029"`],
    ['Ünï/code', '"Ünï/code"'],
    ['a"b\\c\n', String.raw`"a\"b\\c\n"`],
  ])('%j', (text, json) => {
    expect(goString(text)).toBe(json);
  });
});

it('writes any SHA-224 as a number with base 62, also with zeros in it', () => {
  const BASE62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const numberOf = (digits: string): bigint => [...digits].reduce((sum, digit) => sum * 62n + BigInt(BASE62.indexOf(digit)), 0n);
  const texts = Array.from({ length: 2_000 }, (_, index) => `text ${index}`);
  const hashes = texts.map(base62Sha224);
  expect(hashes.map(numberOf)).toEqual(texts.map((text) => BigInt(`0x${createHash('sha224').update(text).digest('hex')}`)));
  expect(hashes.filter((hash) => hash.startsWith('0'))).toEqual([]);
  // Some have a zero where one group of digits ends and the next one begins.
  for (const place of [8, 16, 24, 32]) expect(hashes.some((hash) => hash.at(-place) === '0')).toBe(true);
});
