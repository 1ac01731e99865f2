import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { unprunedCsvs } from '../../../src/olm/render/delivery-notes.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';

describe('argocd-never-prunes: CSVs that Argo CD never prunes', () => {
  it('are noted once, without their copies', () => {
    const { rendered } = evaluate(clusterOf(namespace('a'), group('op/group'), csv('op/bar.v1'), csv('op/foo.v1')));
    expect(unprunedCsvs.find?.(rendered)).toMatchObject([
      {
        subject: { name: 'bar.v1' },
        message: expect.stringContaining('ClusterServiceVersion op/bar.v1 and 1 other CSV,'),
        related: [{ name: 'foo.v1' }],
      },
    ]);
  });

  it('are none where no group annotates them', () => {
    expect(unprunedCsvs.find?.(evaluate(clusterOf(csv('op/foo.v1'))).rendered)).toEqual([]);
  });
});
