import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cli } from './support/command-line.js';

const REVIEWS = join(import.meta.dirname, '../examples/reviews');

/** What the first screen of each says. */
const VERDICTS: Readonly<Record<string, string>> = {
  'api-no-longer-aggregated':
    'ℹ️ Grants less: Group orders-developers can no longer create, update, patch and delete backups.stonedb.example.com in orders-production, and 10 more permissions are lost',
  'conflict-introduced': '⛔ Grants more: OperatorGroup team-b/team-b targets shared and team-b instead of team-b',
  'file-hidden':
    '⛔ Permissions may change: the file .cache.yaml is new: ClusterRoleBinding cache (roleRef.name cluster-admin) is new; it was not read, because it is hidden: its name, or that of its folder, begins with a dot',
  'group-widened':
    '⛔ Grants more: OperatorGroup orders-operators/orders targets all namespaces instead of orders-production and orders-staging',
  'kustomization-patched':
    '⛔ Grants more: OperatorGroup orders-operators/orders targets all namespaces instead of orders-production and orders-staging',
  'operator-upgrade':
    '⛔ Grants more: anyone bound to edit in any namespace can create Guard, and ServiceAccount platform-operators/gatewarden, which acts on it, can escalate clusterroles.rbac.authorization.k8s.io in the whole cluster',
  'account-renamed':
    'ℹ️ No new permissions. ServiceAccount platform-operators/gatewarden is renamed to platform-operators/gatewarden-controller, otherwise unchanged',
  'image-changed':
    '⛔ Grants more: ClusterServiceVersion platform-operators/gatewarden.v0.9.4: Deployment platform-operators/gatewarden-operator mounts /var/lib/kubelet of its node (hostPath)',
  'risk-grown': '⚠️ Grants more: ServiceAccount platform-operators/gatewarden can now also create cronjobs.batch in all namespaces',
  'rules-reordered': '✅ No change in meaning',
  'tenant-added':
    '⚠️ Grants more: ServiceAccount payments-operators/stonedb can get, list and watch secrets in payments-operators and payments-production',
};

/** Samples that have to be built first, which is left out where nothing can. */
const BUILT: ReadonlySet<string> = new Set(['kustomization-patched']);
const canBuild = ['kubectl', 'kustomize'].some((tool) => spawnSync(tool, ['version']).error === undefined);

describe('examples/reviews', () => {
  it('are those whose verdicts are told here', () => {
    expect(readdirSync(REVIEWS).sort()).toEqual(Object.keys(VERDICTS).sort());
  });

  describe.each(Object.entries(VERDICTS).filter(([name]) => canBuild || !BUILT.has(name)))('%s', (name, verdict) => {
    const folder = join('examples/reviews', name);
    const formats = ['md', 'html'];
    const reports = new Map<string, string>();
    beforeAll(() => {
      const made = mkdtempSync(join(tmpdir(), 'cdk8s-olm-reviews-'));
      const files = formats.map((format) => join(made, `review.${format}`));
      const { err } = cli(['review', join(folder, 'base'), join(folder, 'head'), ...files.flatMap((file) => ['-o', file])]);
      expect(err).toBe('');
      for (const [index, file] of files.entries()) reports.set(formats[index] ?? '', readFileSync(file, 'utf8'));
      rmSync(made, { recursive: true });
    });

    it('says in its first line what a person has to decide about', () => {
      expect(reports.get('md')?.split('\n')[1]).toBe(`### ${verdict}`);
    });

    it.each(formats)('has the report that review -o writes as %s', async (format) => {
      await expect(reports.get(format)).toMatchFileSnapshot(join(REVIEWS, name, `review.${format}`));
    });
  });
});
