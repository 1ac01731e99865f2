import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from './support/command-line.js';

const REVIEWS = join(import.meta.dirname, '../examples/reviews');

/** What the first screen of each says. */
const VERDICTS: Readonly<Record<string, string>> = {
  'api-no-longer-aggregated':
    'ℹ️ Grants less: Group orders-developers may no longer create, delete, patch, update backups.stonedb.example.com in orders-production; 6 more of the kind',
  'conflict-introduced':
    '⛔ Breaks ClusterServiceVersion team-b/stonedb.v1.9.0: OperatorGroup team-a/team-a already provides Database.v1.stonedb.example.com, Backup.v1.stonedb.example.com in namespace shared: groups that share a namespace cannot both provide an API',
  'group-widened': '⛔ Widens OperatorGroup orders-operators/orders from orders-production, orders-staging to all namespaces',
  'operator-upgrade':
    '⛔ Grants more: whoever holds edit in any namespace may create Guard, and ServiceAccount platform-operators/gatewarden, which acts on it, may escalate clusterroles in the whole cluster',
  'rules-reordered': '✅ No change in meaning',
  'tenant-added':
    '⚠️ Grants more: ServiceAccount payments-operators/stonedb may get, list and watch secrets in payments-operators and payments-production',
};

describe('examples/reviews', () => {
  it('are those whose verdicts are told here', () => {
    expect(readdirSync(REVIEWS).sort()).toEqual(Object.keys(VERDICTS).sort());
  });

  describe.each(Object.entries(VERDICTS))('%s', (name, verdict) => {
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
