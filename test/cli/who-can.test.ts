import { join } from 'node:path';
import { wrap } from 'jest-snapshot-serializer-raw';
import { describe, expect, it } from 'vitest';
import { csv, group, namespace, subscription } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { contending } from '../support/contending.js';
import { folderOf } from '../support/files.js';
import { validatorOf } from '../support/output-schema.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { allow, binding, role } from '../support/rbac.js';

const GROWERS = { kind: 'Group', name: 'growers' };
const SCRAPER = { kind: 'ServiceAccount', namespace: 'b', name: 'scraper' };

const FLEET = [
  ...['a', 'b', 'operators'].map((name) => namespace(name)),
  group('operators/etcd', { targets: ['a', 'b'] }),
  csv('operators/etcd.v1', {
    owns: ['Etcd.v1.example.com'],
    ...asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] }),
  }),
  binding('a/growers', 'ClusterRole/view', GROWERS),
  role('scraper', { verbs: ['get'], nonResourceURLs: ['/metrics*'] }, allow('get', 'pods', { resourceNames: ['one'] })),
  binding('scraper', 'ClusterRole/scraper', SCRAPER),
];

/** Asks about a file of these objects; the file's folder is cut off. */
function whoCan(...argv: readonly string[]): ReturnType<typeof cli> {
  const folder = folderOf({ 'input.yaml': manifests(...FLEET) });
  const [verb = '', resource = '', ...options] = argv;
  const { code, out, err } = cli(['who-can', verb, resource, join(folder, 'input.yaml'), ...options]);
  return { code, out: out.replaceAll(`${folder}/`, ''), err: err.replaceAll(`${folder}/`, '') };
}

describe('who-can', () => {
  it('shows who can do something, where, and through what', () => {
    const { code, out, err } = whoCan('list', 'pods');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(wrap(out)).toMatchSnapshot();
  });

  it('shows who can do it in a namespace', () => {
    const { out } = whoCan('list', 'etcds', '-n', 'a');
    expect(wrap(out)).toMatchSnapshot();
    expect(whoCan('list', 'pods', '-n', 'b').out).not.toContain('growers');
  });

  it('shows who can do it to one object', () => {
    expect(whoCan('get', 'pods', '--name', 'one').out).toContain('ServiceAccount b/scraper');
    expect(whoCan('get', 'pods').out).not.toContain('scraper');
  });

  it('knows URLs', () => {
    expect(whoCan('get', '/metrics/cadvisor').out).toBe(`SUBJECT                   WHERE              PATH
Group system:masters      the whole cluster  ClusterRoleBinding cluster-admin
ServiceAccount b/scraper  the whole cluster  ClusterRoleBinding scraper
`);
  });

  it('says so if nobody can', () => {
    const nobody = role('cluster-admin');
    const folder = folderOf({ 'input.yaml': manifests(nobody) });
    expect(cli(['who-can', 'create', '/healthz', folder])).toMatchObject({ code: 0, out: 'nobody\n' });
  });

  it('with -A shows who can do it in all namespaces at once, of whom can-i -A says so, too', () => {
    const { allowed } = JSON.parse(whoCan('list', 'pods', '-A', '--format', 'json').out) as { allowed: { scope: unknown }[] };
    expect(allowed.length).toBeGreaterThan(0);
    expect(allowed.filter(({ scope }) => scope !== 'cluster')).toEqual([]);
    expect(whoCan('list', 'etcds', '-A').out).not.toContain('growers');
    const folder = folderOf({ 'input.yaml': manifests(...FLEET) });
    expect(cli(['can-i', 'list', 'etcds', folder, '--as-group', 'growers', '-A']).out).toBe('no\n');
    expect(cli(['can-i', 'list', 'etcds', folder, '--as-group', 'growers']).out).toMatch(/^yes\n/);
  });

  it('gives the same as JSON', () => {
    const { code, out } = whoCan('list', 'pods', '-n', 'b', '--format', 'json');
    const name = expect.stringMatching(/^etcd\.v1-robot-/);
    const result = JSON.parse(out) as { allowed: { scope: unknown }[] };
    const validate = validatorOf('who-can');
    expect([validate(result), validate.errors]).toEqual([true, null]);
    // Who may do it in the whole cluster are Kubernetes' own parts.
    const allowed = result.allowed.filter(({ scope }) => scope !== 'cluster');
    expect({ code, result: { ...result, allowed } }).toMatchObject({
      code: 0,
      result: {
        request: { verb: 'list', apiGroup: '', resource: 'pods' },
        namespace: 'b',
        allowed: [
          ...['admin', 'edit', 'view'].map((holder) => ({ subject: { kind: 'RoleHolder', name: holder }, scope: 'where-bound' })),
          {
            subject: { kind: 'ServiceAccount', namespace: 'operators', name: 'robot' },
            scope: ['b'],
            paths: [
              {
                binding: { kind: 'RoleBinding', namespace: 'b', name },
                roles: [{ kind: 'Role', namespace: 'b', name }],
                rule: 0,
                owner: { kind: 'ClusterServiceVersion', namespace: 'operators', name: 'etcd.v1' },
                field: 'spec.install.spec.permissions[0].rules[0]',
                place: { file: 'input.yaml', line: expect.any(Number), column: expect.any(Number) },
              },
            ],
          },
        ],
      },
    });
  });

  it('asks for the API group of a resource that it does not know', () => {
    expect(whoCan('get', 'things/status')).toEqual({
      code: 2,
      out: '',
      err: 'error: neither Kubernetes nor the input has a resource things; write it with its API group, such as things.example.com/status\n',
    });
    expect(whoCan('get', 'secretz').err).toBe(
      'error: neither Kubernetes nor the input has a resource secretz; did you mean secrets? Otherwise write it with its API group, such as secretz.example.com\n',
    );
  });

  it('gives URLs and what is only perhaps so as JSON of the same schema', () => {
    const validate = validatorOf('who-can');
    const folder = folderOf({ 'input.yaml': manifests(...contending(), binding('x', 'ClusterRole/gone', SCRAPER)) });
    for (const words of [
      ['get', 'secrets'],
      ['get', '/metrics'],
    ]) {
      const result = JSON.parse(cli(['who-can', ...words, folder, '--format', 'json']).out) as { perhaps: unknown[] };
      expect([validate(result), validate.errors]).toEqual([true, null]);
      expect(result.perhaps.length).toBeGreaterThan(0);
      expect(validate({ ...result, more: 1 })).toBe(false);
    }
  });

  it('leaves questions about one account to can-i', () => {
    expect(whoCan('list', 'pods', '--as', 'operators/robot')).toEqual({
      code: 2,
      out: '',
      err: 'error: who-can lists everyone; for one account, run cdk8s-olm can-i list pods input.yaml --as operators/robot\n',
    });
  });

  it('tells the same of what was rendered before', () => {
    const folder = folderOf({ 'input.yaml': manifests(...FLEET.slice(0, 5)) });
    const rendered = join(folder, 'rendered');
    expect(cli(['render', join(folder, 'input.yaml'), '-o', rendered]).code).toBe(0);
    const before = cli(['who-can', 'list', 'pods', join(folder, 'input.yaml')]);
    expect(before.out).toContain('ServiceAccount operators/robot');
    expect(cli(['who-can', 'list', 'pods', rendered])).toEqual(before);
  });

  it('answers without an object that is wrong, and names that', () => {
    const folder = folderOf({ 'input.yaml': manifests(group('operators/etcd'), namespace('operator')) });
    const { code, out, err } = cli(['who-can', 'get', 'pods', folder]);
    expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining('Group system:masters') });
    expect(err).toContain('error[NAMESPACE_NOT_FOUND]');
  });

  it('counts the roles and bindings that a bundle brings beside its CSV', () => {
    const agent = { kind: 'ServiceAccount', namespace: 'a', name: 'agent' };
    const others = [role('agent', allow('get', 'secrets')), binding('agent', 'ClusterRole/agent', agent)];
    const wanted = [namespace('a'), group('a/group', { targets: ['a'] }), subscription('a/etcd', { channel: 'stable' })];
    const folder = folderOf({ 'input.yaml': manifests(...wanted), ...bundleFiles('etcd/0.9.4', { others }) });
    const { code, out } = cli(['who-can', 'get', 'secrets', folder, '--format', 'json']);
    expect(code).toBe(0);
    const { allowed } = JSON.parse(out) as { allowed: unknown[] };
    expect(allowed).toContainEqual(expect.objectContaining({ subject: agent, scope: 'cluster' }));
  });

  it('shows only operators with --operators, and which verbs of a group they have', () => {
    const { code, out } = whoCan('read', 'pods', '--operators');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^OPERATOR +SUBJECT +WHERE +VERBS +PATH\noperators\/etcd\.v1 +ServiceAccount operators\/robot +.* (?:get|list|watch)/,
    );
    expect(out).not.toContain('growers');
    expect(whoCan('write', 'nodes', '--operators').out).toBe('no operator\n');
    const validate = validatorOf('who-can');
    expect(validate(JSON.parse(whoCan('read', 'pods', '--operators', '--format', 'json').out)) || validate.errors).toBe(true);
  });
});
