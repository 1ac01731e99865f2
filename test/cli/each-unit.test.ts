import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { itWith, program } from '../support/needs.js';

const role = (verb: string) =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r, namespace: ops}\nrules: [{apiGroups: [""], resources: [secrets], verbs: [${verb}]}]\n`;
const binding =
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: b, namespace: ops}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: r}\nsubjects: [{kind: ServiceAccount, name: account, namespace: ops}]\n';
const base = {
  'base/kustomization.yaml': 'resources: [namespace.yaml, group.yaml, account.yaml, binding.yaml, subscription.yaml]\n',
  'base/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: ops}\n',
  'base/group.yaml': 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: ops}\n',
  'base/account.yaml': 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: account, namespace: ops}\n',
  'base/binding.yaml': binding,
  'base/subscription.yaml':
    'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: a, namespace: ops}\nspec: {name: etcd, channel: c, source: s, sourceNamespace: olm}\n',
};
const overlay = (name: string, verb: string) => ({
  [`${name}/kustomization.yaml`]: 'resources: [../base, role.yaml]\n',
  [`${name}/role.yaml`]: role(verb),
});
/** Two units may read a Secret, one may not. */
const repository = (): string =>
  folderOf({ '.git/HEAD': '', ...base, ...overlay('a', 'get'), ...overlay('b', 'get'), ...overlay('c', 'list') });

describe('a question about a repository', () => {
  it('is answered by each of its units, and once where the answer is the same', () => {
    const { code, out } = cli(['who-can', 'get', 'secrets', repository()]);
    expect(code).toBe(0);
    expect(out).toMatch(/^2 of 3 units: a, b\n.*ops\/account.*\nc\n/s);
  });

  it('is answered as data with the units of each answer', () => {
    const { answers, unanswered } = JSON.parse(cli(['who-can', 'get', 'secrets', repository(), '--format', 'json']).out);
    expect(answers.map(({ units }: { units: string[] }) => units)).toEqual([['a', 'b'], ['c']]);
    expect(answers[0].result.allowed).not.toEqual([]);
    expect(unanswered).toEqual([]);
  });

  it('is yes for can-i if it is so in one unit', () => {
    const canI = (verb: string, ...more: string[]) =>
      cli(['can-i', verb, 'secrets', repository(), '--as', 'ops/account', '-n', 'ops', ...more]).code;
    expect([canI('get'), canI('list'), canI('delete'), canI('get', '--unit', 'c')]).toEqual([0, 0, 1, 1]);
  });

  it('names the units that have no answer, and why', () => {
    const folder = repository();
    expect(cli(['explain', 'role/ops/r', folder])).toMatchObject({ code: 0 });
    const { code, err } = cli(['explain', 'role/ops/other', folder]);
    expect(code).toBe(2);
    expect(err).toMatch(/^no answer from all 3 units: a, b, c: error: there is no Role ops\/other/m);
    expect(cli(['resolve', folder]).out).toContain('all 3 units: a, b, c\n');
    expect(cli(['images', folder]).code).toBe(0);
  });

  it('is of one unit in a format that holds one answer', () => {
    expect(cli(['upgrades', repository(), '--format', 'mermaid'])).toMatchObject({
      code: 2,
      err: 'error: --format mermaid works for one unit: choose it with --unit or --cluster; 3 units: a, b, c\n',
    });
    expect(cli(['upgrades', repository(), '--format', 'mermaid', '--unit', 'a']).err).not.toContain('choose one');
  });
});

describe('what is of one unit alone', () => {
  it('says which units there are and how to choose', () => {
    for (const words of [['render'], ['drift', '--snapshot', 'none.json']]) {
      const [verb = '', ...more] = words;
      expect(cli([verb, repository(), ...more])).toMatchObject({
        code: 2,
        out: '',
        err: 'error: this command works for one unit: choose it with --unit or --cluster; 3 units: a, b, c\n',
      });
    }
  });

  itWith([program('kubectl')], 'is rendered if it is chosen', () => {
    expect(cli(['render', repository(), '--unit', 'c']).code).toBe(0);
  });
});
