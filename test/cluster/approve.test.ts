/** `approve` with a real API server. Needs KUBECONFIG of one with OLM's CRDs that may be written to; OLM need not run there. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { APPROVALS_FILE } from '../../src/olm/lock/approval-list.js';
import type { ApprovalList } from '../../src/olm/lock/read-approval-list.js';
import { APPROVER, approverRole } from '../../src/olm/render/approver.js';
import { approvalState } from '../../src/supply/approvals/install-plan.js';
import { kubectl as client } from '../../src/supply/approvals/kubectl.js';
import { cliToEnd } from '../support/cli-to-end.js';
import { folderOf } from '../support/files.js';
import { CLUSTER, describeWith, program } from '../support/needs.js';

/** Another one in each run: a namespace goes slowly. */
const HOME = `cdk8s-olm-test-approve-${process.pid}`;
const PLANS = 'installplans.operators.coreos.com';
type Json = ReturnType<typeof JSON.parse>;

function kubectl(args: readonly string[], input?: unknown): string {
  const { status, stdout, stderr } = spawnSync('kubectl', args, {
    encoding: 'utf8',
    input: input === undefined ? '' : JSON.stringify(input),
  });
  if (status !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

describeWith([CLUSTER, program('kubectl')], 'approve on a real API server', () => {
  const state: { list?: ApprovalList; config: string } = { config: '' };
  const env = (): Record<string, string> => {
    const folder = folderOf({ config: state.config });
    return { PATH: process.env.PATH ?? '', HOME: folder, KUBECONFIG: join(folder, 'config') };
  };
  const plans = (): Json[] => (JSON.parse(kubectl(['get', PLANS, '-n', HOME, '-o', 'json'])) as Json).items;
  const approved = (): unknown[] =>
    plans()
      .flatMap(({ spec }) => (spec.approved ? [spec.generation] : []))
      .toSorted();
  const run = (...words: string[]) => {
    const folder = folderOf({ [APPROVALS_FILE]: JSON.stringify(state.list) });
    return cliToEnd(['approve', join(folder, APPROVALS_FILE), '--live', ...words], env());
  };
  const grant = (rules: unknown): void =>
    void kubectl([
      'patch',
      'role',
      APPROVER,
      '-n',
      HOME,
      '--type=json',
      '-p',
      JSON.stringify([{ op: 'replace', path: '/rules', value: rules }]),
    ]);

  beforeAll(() => {
    kubectl(['create', '-f', '-'], { apiVersion: 'v1', kind: 'Namespace', metadata: { name: HOME } });
    const { items } = JSON.parse(readFileSync(join(import.meta.dirname, '../supply/approvals/recorded/added-later.json'), 'utf8')) as Json;
    const uids = new Map<string, string>();
    for (const { apiVersion, kind, metadata, spec, status } of items as Json[]) {
      if (kind === 'ClusterServiceVersion') continue;
      const { name } = metadata;
      const made = JSON.parse(
        kubectl(['create', '-f', '-', '-o', 'json'], { apiVersion, kind, metadata: { name, namespace: HOME }, spec }),
      ) as Json;
      uids.set(name, made.metadata.uid);
      const ref = status.installPlanRef && { ...status.installPlanRef, namespace: HOME, uid: uids.get(status.installPlanRef.name) };
      const patch = JSON.stringify({ status: { ...status, ...(ref ? { installPlanRef: ref } : {}) } });
      kubectl(['patch', `${kind}.operators.coreos.com/${name}`, '-n', HOME, '--subresource=status', '--type=merge', '-p', patch]);
    }
    const digests = new Map(
      (items as Json[]).flatMap(({ status }) => (status.bundleLookups ?? []).map((one: Json) => [one.identifier, one.path.split('@')[1]])),
    );
    state.list = {
      approvalsVersion: 1,
      operators: ['etcd', 'kettle'].map((name) => ({
        namespace: HOME,
        subscription: name,
        package: name,
        catalog: 'olm/shop',
        path: [{ csv: `${name}.v2.0.0`, digest: String(digests.get(`${name}.v2.0.0`)) }],
      })),
    };
    kubectl(['create', 'serviceaccount', APPROVER, '-n', HOME]);
    kubectl(['create', '-f', '-'], approverRole(HOME));
    kubectl(['create', 'rolebinding', APPROVER, '-n', HOME, `--role=${APPROVER}`, `--serviceaccount=${HOME}:${APPROVER}`]);
    const config = JSON.parse(kubectl(['config', 'view', '--minify', '--raw', '-o', 'json'])) as Json;
    config.users[0].user = { token: kubectl(['create', 'token', APPROVER, '-n', HOME]) };
    state.config = JSON.stringify(config);
  }, 120_000);
  afterAll(() => void spawnSync('kubectl', ['delete', 'namespace', HOME, '--wait=false']), 60_000);

  it('names each right that is missing, and approves nothing', async () => {
    const [, others] = (approverRole(HOME) as Json).rules;
    const without = async (rules: unknown): Promise<string> => {
      grant(rules);
      const { code, err } = await run();
      expect(code).toBe(2);
      expect(err).toContain(`give this user the Role in ${HOME}:\n`);
      return err;
    };
    expect(await without([others])).toContain('cannot list resource "installplans"');
    const reading = { apiGroups: ['operators.coreos.com'], resources: ['installplans'], verbs: ['get', 'list', 'watch'] };
    expect(await without([reading])).toContain('cannot list resource "subscriptions"');
    expect(await without([reading, others])).toContain('cannot patch resource "installplans"');
    grant((approverRole(HOME) as Json).rules);
    expect(approved()).toEqual([1]);
  }, 60_000);

  it('is refused a plan that is no longer as it was read', async () => {
    const kube = client({ env: env() });
    const [read] = approvalState((await kube.list([PLANS], HOME)) as KubernetesObject[]).plans.filter(({ generation }) => generation === 3);
    kubectl(['annotate', PLANS, String(read?.name), '-n', HOME, 'a=b']);
    await expect(kube.approve(read as never)).rejects.toMatchObject({ fault: 'conflict' });
    expect(approved()).toEqual([1]);
  }, 60_000);

  it('approves the newest plan with the Role alone, and changes nothing else of it', async () => {
    const before = plans();
    const { code, out } = await run('--timeout', '20');
    expect(out).toContain('1 InstallPlan approved');
    // Without OLM, nothing goes on from there.
    expect(code).toBe(1);
    expect(approved()).toEqual([1, 3]);
    const specs = (all: readonly Json[]): Json[] => all.map(({ spec: { approved: _, ...spec } }) => spec);
    expect(specs(plans())).toEqual(specs(before));
  }, 60_000);
});
