/** `drift` with a real cluster. Needs KUBECONFIG of one with OLM's CRDs that may be written to; everything made is removed again. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cli } from '../support/command-line.js';
import { CLUSTER, describeWith, program } from '../support/needs.js';

const EXAMPLE = 'examples/tenants';

function kubectl(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('kubectl', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

describeWith([CLUSTER, program('kubectl')], 'drift of a real cluster', () => {
  const rendered = (): string => cli(['render', EXAMPLE, '--profile', 'olm']).out;
  const drift = (): { drift: { kind: string; subject: { kind: string; name: string }; gained?: string[] }[]; code: number | null } => {
    const context = kubectl('config', 'current-context');
    const { out, code } = cli(['drift', EXAMPLE, '--profile', 'olm', '--context', context, '--format', 'json']);
    return { ...(JSON.parse(out) as { drift: [] }), code };
  };
  const apply = (text: string): void => {
    const { status, stderr } = spawnSync('kubectl', ['apply', '--server-side', '--force-conflicts', '-f', '-'], {
      input: text,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  };

  // Namespaces of an earlier run go slowly.
  beforeAll(() => vi.waitFor(() => apply(rendered()), { interval: 3000, timeout: 110_000 }), 120_000);
  afterAll(() => {
    spawnSync('kubectl', ['delete', '--ignore-not-found', '-f', '-'], { input: rendered() });
    kubectl('delete', 'clusterrole', 'cdk8s-olm-test-extra', '--ignore-not-found');
  }, 300_000);

  it('is none after everything is applied', () => {
    expect(drift()).toEqual({ drift: [], code: 0 });
  }, 60_000);

  it('tells who changed a role from an operator that is not there yet', () => {
    const csv = ['stonedb.v1.9.0', '-n', 'payments-operators'];
    const role = kubectl('get', 'role', '-n', 'payments-production', '-o', 'name').split('/')[1] ?? '';
    const rule = { apiGroups: ['batch'], resources: ['jobs'], verbs: ['delete'] };
    kubectl(
      'patch',
      'role',
      role,
      '-n',
      'payments-production',
      '--type=json',
      '-p',
      JSON.stringify([{ op: 'add', path: '/rules/-', value: rule }]),
    );
    kubectl('delete', 'csv', ...csv);
    const { drift: found, code } = drift();
    expect(code).toBe(1);
    expect(found.map(({ kind, subject, gained }) => [kind, subject.kind, subject.name, gained])).toEqual([
      ['tampered', 'Role', role, ['delete jobs.batch']],
      ['late', 'ClusterServiceVersion', csv[0], undefined],
    ]);
  }, 60_000);

  it('finds a label that adds rules to the role of a group', () => {
    apply(rendered());
    const admin =
      kubectl('get', 'clusterrole', '-o', 'name')
        .split('\n')
        .find((name) => name.includes('olm.og.orders.admin')) ?? '';
    const { aggregationRule } = JSON.parse(kubectl('get', admin, '-o', 'json')) as {
      aggregationRule: { clusterRoleSelectors: { matchLabels: Record<string, string> }[] };
    };
    const [label = ''] = Object.keys(aggregationRule.clusterRoleSelectors[0]?.matchLabels ?? {});
    kubectl('create', 'clusterrole', 'cdk8s-olm-test-extra', '--verb=delete', '--resource=pods');
    kubectl('label', 'clusterrole', 'cdk8s-olm-test-extra', `${label}=true`);
    const { drift: found } = drift();
    expect(new Set(found.map(({ kind, subject, gained }) => `${kind} ${subject.name} ${gained}`))).toEqual(
      new Set(['tampered cdk8s-olm-test-extra delete pods']),
    );
  }, 60_000);
});
