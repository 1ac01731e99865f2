import { describe, expect, it } from 'vitest';
import { check } from '../../../src/base/manifest/check.js';
import { operatorGroup } from '../../../src/olm/model/group-of-manifest.js';
import { operatorGroupSchema } from '../../../src/olm/model/schemas.js';

const source = { file: 'a.yaml', document: 0, path: [] };

function manifest(spec?: unknown, metadata: object = {}): Record<string, unknown> {
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'group', namespace: 'team-a', ...metadata },
    ...(spec === undefined ? {} : { spec }),
  };
}

/** A manifest that passes the check, as the rules see it. */
function read(object: Record<string, unknown>) {
  const { value, problems } = check(operatorGroupSchema, object, source);
  expect(problems).toEqual([]);
  return operatorGroup(value as NonNullable<typeof value>);
}

describe('an OperatorGroup', () => {
  const bare = { name: 'group', namespace: 'team-a', targetNamespaces: [], staticProvidedAPIs: false };

  it.each<[string, unknown]>([
    ['without a spec', undefined],
    ['with a spec that is null', null],
    ['with an empty spec', {}],
    [
      'with fields that are null',
      { targetNamespaces: null, selector: null, staticProvidedAPIs: null, serviceAccountName: null, upgradeStrategy: null },
    ],
    ['with fields that are empty', { targetNamespaces: [], serviceAccountName: '' }],
  ])('selects by nothing %s', (_, spec) => {
    const object = manifest(spec);
    expect(read(object)).toEqual({ ...bare, manifest: object });
  });

  it('is read with everything that the rules look at', () => {
    const selector = { matchLabels: { tenant: 'a' }, matchExpressions: [{ key: 'env', operator: 'Exists' }] };
    const object = manifest(
      { targetNamespaces: ['team-a', 'team-b'], selector, staticProvidedAPIs: true, serviceAccountName: 'scoped' },
      { annotations: { 'olm.providedAPIs': 'A.v1.b', other: 'x' }, creationTimestamp: '2024-01-01T00:00:00Z' },
    );
    expect(operatorGroup(object as never, source)).toEqual({
      name: 'group',
      namespace: 'team-a',
      targetNamespaces: ['team-a', 'team-b'],
      selector,
      staticProvidedAPIs: true,
      providedAPIs: 'A.v1.b',
      serviceAccountName: 'scoped',
      creationTimestamp: '2024-01-01T00:00:00Z',
      manifest: object,
      source,
    });
  });

  it('keeps an annotation of provided APIs that is empty', () => {
    expect(read(manifest({}, { annotations: { 'olm.providedAPIs': '' } })).providedAPIs).toBe('');
  });

  // OLM takes it and never syncs the group: a verdict, not bad input.
  it('may name the empty namespace as a target', () => {
    expect(read(manifest({ targetNamespaces: [''] })).targetNamespaces).toEqual(['']);
  });

  it.each(['Team-A', 'team_a', 'a.b', '-a', 'a'.repeat(64)])('cannot target %j', (name) => {
    expect(check(operatorGroupSchema, manifest({ targetNamespaces: ['team-a', name] }), source).problems).toEqual([
      {
        code: 'INVALID_NAME',
        message: 'this is not a valid namespace name',
        source,
        at: ['spec', 'targetNamespaces', 1],
        found: JSON.stringify(name),
        expected: 'at most 63 lower-case letters, digits and "-"',
        fix: 'write a valid namespace name',
      },
    ]);
  });

  it.each<[string, unknown, string, (string | number)[]]>([
    ['one target as text', { targetNamespaces: 'team-a' }, 'WRONG_TYPE', ['spec', 'targetNamespaces']],
    ['a target that is no text', { targetNamespaces: [12] }, 'WRONG_TYPE', ['spec', 'targetNamespaces', 0]],
    ['a selector that is text', { selector: 'tenant=a' }, 'WRONG_TYPE', ['spec', 'selector']],
    ['labels right under selector', { selector: { tenant: 'a' } }, 'INVALID_SELECTOR', ['spec', 'selector']],
    ['"true" in quotes', { staticProvidedAPIs: 'true' }, 'WRONG_TYPE', ['spec', 'staticProvidedAPIs']],
    ['a service account that is no text', { serviceAccountName: 1 }, 'WRONG_TYPE', ['spec', 'serviceAccountName']],
    ['an upgrade strategy of its own', { upgradeStrategy: 'Sometimes' }, 'INVALID_VALUE', ['spec', 'upgradeStrategy']],
    ['a spec that is a list', [], 'WRONG_TYPE', ['spec']],
  ])('cannot have %s', (_, spec, code, at) => {
    expect(check(operatorGroupSchema, manifest(spec), source).problems).toMatchObject([{ code, at }]);
  });
});
