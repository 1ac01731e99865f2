import { describe, expect, it } from 'vitest';
import { spewed, spewHash } from '../../../../src/olm/render/profile/spew-hash.js';

const READ = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };
const foo = { name: 'foo.v1.0.0' };
const sa = (rules?: readonly object[]) => ({ serviceAccountName: 'sa', rules });

describe('the hash of a permission, as OLM v0.22.0 made it', () => {
  it('is of the text that spew prints', () => {
    expect(spewed({ ...foo, namespace: 'op' }, sa([READ]))).toBe(
      '([]interface {})[(string)foo.v1.0.0 (string)op (v1alpha1.StrategyDeploymentPermissions){ServiceAccountName:(string)sa Rules:([]v1.PolicyRule)' +
        '[{Verbs:([]string)[get list] APIGroups:([]string)[] Resources:([]string)[pods] ResourceNames:([]string)<nil> NonResourceURLs:([]string)<nil>}]}]',
    );
  });

  it.each([
    ['rules', [READ], 'b58964dc7'],
    ['the same rule twice', [READ, READ], '6dffd4544c'],
    ['no groups', [{ apiGroups: [], resources: ['pods'], verbs: ['get'] }], 'b8645cb45'],
    ['an empty list of names', [{ apiGroups: [''], resources: ['pods'], verbs: ['get'], resourceNames: [] }], '5d4c9c4578'],
    ['an empty list of URLs and no groups', [{ resources: ['pods'], verbs: ['get'], nonResourceURLs: [] }], '645d5d448c'],
    ['anything as text', [{ apiGroups: ['', ''], resources: ['pods', 'a b', 'ü', '%s', '%'], verbs: ['*'] }], '74fb9cc886'],
    ['no rules', [], '78854f64c5'],
    ['rules that are absent', undefined, '86688665b6'],
  ])('of %s', (_, rules, hash) => {
    expect(spewHash(foo, sa(rules))).toBe(hash);
  });

  it('of clusterPermissions includes the namespace of the CSV', () => {
    expect(spewHash({ ...foo, namespace: 'op' }, sa([READ]))).toBe('64778ff78');
  });
});
