import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesIn } from '../../../../../src/review/rules/changed/files/weighed-changes.js';

const said = (before: string | undefined, after: string | undefined): string => {
  const side = (text: string | undefined) =>
    text === undefined ? undefined : ({ path: 'a.yaml', file: 'a.yaml', reason: 'unlisted', content: text, text } as const);
  return changesIn(side(before), side(after)).text;
};

const objectOf = (kind: string, id: string, more = ''): string => {
  const [name, namespace] = id.split('/').reverse();
  return `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: "${name}"\n${namespace ? `  namespace: ${namespace}\n` : ''}${more}`;
};
const RULES = 'rules:\n- apiGroups: [""]\n  resources: [secrets, pods]\n  verbs: [get, list, watch]\n';
const bound = (role: string): string => `roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${role}}\n`;

describe('a file of new objects', () => {
  it('names objects and no fields of them', () => {
    expect(said(undefined, objectOf('Role', 'x/a', RULES))).toBe('Role x/a is new');
    expect(said(objectOf('Role', 'x/a', RULES), undefined)).toBe('Role x/a is removed');
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => objectOf('ConfigMap', `x/${name}`)).join('---\n');
    expect(said(undefined, five)).toBe('ConfigMap x/a, ConfigMap x/b, ConfigMap x/c and 2 more objects are new');
  });

  it('names the most powerful first, with the role that is bound and what an operator is installed from', () => {
    const text = [
      ...['a', 'b', 'c'].map((name) => objectOf('ConfigMap', `x/${name}`)),
      objectOf('RoleBinding', 'x/view', bound('view')),
      objectOf('ClusterRoleBinding', 'all', bound('cluster-admin')),
    ].join('---\n');
    expect(said(undefined, text)).toBe(
      'ClusterRoleBinding all (roleRef.name cluster-admin), RoleBinding x/view (roleRef.name view), ConfigMap x/a and 2 more objects are new',
    );
    expect(said(undefined, objectOf('Subscription', 'x/etcd', 'spec: {name: etcd, channel: beta, source: evil}\n'))).toBe(
      'Subscription x/etcd (spec.name etcd, spec.channel beta, spec.source evil) is new',
    );
  });

  it('has a sentence of bounded length that counts every object', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,20}$/), { minLength: 1, maxLength: 30 });
    const kinds = fc.constantFrom('Role', 'ClusterRoleBinding', 'Subscription', 'Deployment', 'ConfigMap');
    const extras = fc.constantFrom('', RULES, bound('edit'), 'spec: {channel: a, source: b, name: c, sourceNamespace: d}\n');
    fc.assert(
      fc.property(names, kinds, extras, fc.boolean(), (all, kind, extra, isNew) => {
        const text = all.map((name) => objectOf(kind, `team/${name}`, extra)).join('---\n');
        const sentence = isNew ? said(undefined, text) : said(text, undefined);
        const [, more = '0'] = / and (\d+) more objects? are/.exec(sentence) ?? [];
        expect(sentence.split(`${kind} team/`).length - 1 + Number(more)).toBe(all.length);
        expect(sentence.length).toBeLessThan(4 * 110);
        expect(sentence).toMatch(isNew ? /(?:is|are) new$/ : /(?:is|are) removed$/);
        expect(sentence).not.toMatch(/rules|metadata|verbs/);
      }),
    );
  });
});
