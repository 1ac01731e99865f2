/** A Subscription that asks for an older version: what runs stays, and a new cluster installs the older one. */
import { describe, expect, it } from 'vitest';
import { group, namespace, subscription } from '../../../support/build.js';
import { bundleFiles } from '../../../support/bundle-files.js';
import { cli, manifests } from '../../../support/command-line.js';
import { folderOf } from '../../../support/files.js';

const folder = (startingCSV?: string) =>
  folderOf({
    'cluster.yaml': manifests(
      namespace('op'),
      group('op/group'),
      ...(startingCSV === undefined ? [] : [subscription('op/kettle', { channel: 'stable', startingCSV, installPlanApproval: 'Manual' })]),
    ),
    ...bundleFiles('kettle/1.0.0'),
    ...bundleFiles('kettle/1.1.0', { replaces: 'kettle.v1.0.0' }),
  });
const review = (before?: string, after?: string, ...options: string[]) => cli(['review', folder(before), folder(after), ...options]).out;

describe('a review of a version', () => {
  it('that is older says that a running cluster stays', () => {
    const out = review('kettle.v1.1.0', 'kettle.v1.0.0');
    expect(out).toMatch(/^No new permissions/);
    expect(out).toContain('kettle.v1.0.0: is older than kettle.v1.1.0, which stays where it runs; a new cluster installs it');
    expect(out).toContain(
      'a running cluster stays at kettle.v1.1.0, because OLM never installs an older version; a new one installs kettle.v1.0.0, which this review shows',
    );
  });

  it('that is newer tells of an upgrade', () => {
    expect(review('kettle.v1.0.0', 'kettle.v1.1.0')).not.toContain('stays');
  });

  it('whose Subscription goes says that its permissions stay, and tells of none that are lost', () => {
    const out = review('kettle.v1.1.0');
    expect(out).toContain(
      'is removed; the operator kettle keeps running, with its permissions, until its ClusterServiceVersion is deleted',
    );
    expect(out).not.toContain('Grants less');
  });
});
