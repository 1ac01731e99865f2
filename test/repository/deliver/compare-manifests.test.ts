import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { compareManifests, comparisonText, isSame } from '../../../src/repository/deliver/compare-manifests.js';

const role = (name: string, rules: unknown, namespace = 'a'): KubernetesObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name, namespace },
  rules,
});

describe('a rendered folder against what the sources give', () => {
  it('is the same, whatever the order of objects and fields', () => {
    const [a, b] = [role('a', [{ verbs: ['get'] }]), role('b', [])];
    const turned = { rules: [{ verbs: ['get'] }], metadata: { namespace: 'a', name: 'a' }, kind: 'Role', apiVersion: a.apiVersion };
    const comparison = compareManifests([a, b], [b, turned]);
    expect(isSame(comparison)).toBe(true);
    expect(comparisonText(comparison)).toBe('');
  });

  it('differs by objects added and removed, and by fields', () => {
    const before = [role('gone', []), role('kept', [{ verbs: ['get'], resources: ['pods'] }])];
    const after = [role('kept', [{ verbs: ['get', 'list'], resources: ['secrets'], apiGroups: [''] }]), role('new', [], 'b')];
    const comparison = compareManifests(before, after);
    expect(isSame(comparison)).toBe(false);
    expect(comparisonText(comparison)).toBe(
      [
        '+ Role b/new',
        '- Role a/gone',
        '~ Role a/kept',
        '    rules[0].apiGroups: nothing → [""]',
        '    rules[0].resources[0]: "pods" → "secrets"',
        '    rules[0].verbs: ["get"] → ["get","list"]',
        '',
      ].join('\n'),
    );
  });

  it('tells kinds of different groups apart', () => {
    const other = { ...role('a', []), apiVersion: 'example.com/v1' };
    expect(compareManifests([role('a', [])], [other])).toMatchObject({ added: [{ name: 'a' }], removed: [{ name: 'a' }] });
  });
});
