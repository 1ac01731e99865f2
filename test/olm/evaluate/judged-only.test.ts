import { expect, it } from 'vitest';
import { judgedOnly } from '../../../src/olm/evaluate/judged-only.js';

/** What is installed of a ClusterExtension is a bundle, as of a CSV. */
it('names each bundle once that only a lock knows, of CSVs and of ClusterExtensions', () => {
  const bundle = (name: string, locked?: object) => ({ name, source: { file: `${name}.yaml`, document: 0, path: [] }, locked });
  const csvs = [bundle('a', {}), bundle('whole'), bundle('a', {})].map((one) => ({ csv: { bundle: one } }));
  const clusterExtensions = [{ bundle: bundle('b', {}) }, { bundle: bundle('whole') }, {}];
  const problems = judgedOnly({ clusterExtensions } as never, { csvs } as never);
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'BUNDLE_CONTENT_MISSING the lock has enough of a to judge it, and not to install it',
    'BUNDLE_CONTENT_MISSING the lock has enough of b to judge it, and not to install it',
  ]);
});
