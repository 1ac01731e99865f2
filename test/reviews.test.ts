import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from './support/command-line.js';

const REVIEWS = join(import.meta.dirname, '../examples/reviews');

/** What the first screen of each says. */
const VERDICTS: Readonly<Record<string, string>> = {
  'api-no-longer-aggregated':
    'ℹ️ No new permissions. Grants less: Group orders-developers can no longer create, update, patch and delete backups.stonedb.example.com in orders-production, and 10 more permissions',
  'conflict-introduced':
    '⛔ Breaks ClusterServiceVersion team-b/stonedb.v1.9.0: OperatorGroup team-a/team-a already provides Database.v1.stonedb.example.com and Backup.v1.stonedb.example.com in shared; groups that share a namespace cannot provide the same API',
  'file-hidden':
    '⛔ New risk: the file .cache.yaml is new among the files that are not read: it was not read, as it is hidden: its name, or that of its folder, begins with a dot',
  'group-widened': '⛔ Widens OperatorGroup orders-operators/orders from orders-production and orders-staging to all namespaces',
  'kustomization-patched': '⛔ Widens OperatorGroup orders-operators/orders from orders-production and orders-staging to all namespaces',
  'operator-upgrade':
    '⛔ Grants more: anyone bound to edit in any namespace can create Guard, and ServiceAccount platform-operators/gatewarden, which acts on it, can escalate clusterroles.rbac.authorization.k8s.io in the whole cluster',
  'account-renamed':
    'ℹ️ No new permissions. ServiceAccount platform-operators/gatewarden is renamed to platform-operators/gatewarden-controller, otherwise unchanged',
  'image-changed':
    '⛔ ClusterServiceVersion platform-operators/gatewarden.v0.9.4: Deployment platform-operators/gatewarden-operator mounts /var/lib/kubelet of its node (hostPath)',
  'risk-grown': '⛔ Grants more: ServiceAccount platform-operators/gatewarden can now also create cronjobs.batch in all namespaces',
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
    const report = (format: string): string => {
      const { out, err } = cli(['review', join(folder, 'base'), join(folder, 'head'), '--format', format]);
      expect(err).toBe('');
      return out;
    };

    it('says in its first line what a person has to decide about', () => {
      expect(report('md').split('\n')[1]).toBe(`### ${verdict}`);
    });

    it.each(['md', 'html'])('has the report that review --format %s makes', async (format) => {
      await expect(report(format)).toMatchFileSnapshot(join(REVIEWS, name, `review.${format}`));
    });
  });
});
