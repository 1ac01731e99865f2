import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import { readCluster } from '../../../src/olm/read/read-cluster.js';
import type { NamespaceResolution } from '../../../src/olm/resolver/outcome.js';
import { resolveAll } from '../../../src/olm/resolver/resolve.js';
import { markUnknown } from '../../../src/olm/subscriptions/mark-unknown.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { needing } from '../../support/resolved-cluster.js';

function resolved(packages: readonly string[], bundles: readonly Bundle[]): NamespaceResolution | undefined {
  const objects = [namespace('op'), group('op/group'), ...packages.map((name) => subscription(`op/${name}`))];
  const { documents } = parseDocuments({ file: 'cluster.yaml', text: manifests(...objects) });
  return resolveAll(markUnknown(readCluster(documents, { bundles }).cluster))[0];
}

describe('the resolver, of operators that are not known', () => {
  it('says that they are not, and never that they are not satisfiable', () => {
    expect(resolved(['kettle'], [])).toMatchObject({
      unknown: [{ name: 'kettle', package: 'kettle', catalog: 'olm/catalog' }],
      installs: [],
    });
    expect(resolved(['kettle'], [])).not.toHaveProperty('failure');
  });

  it('resolves the others', () => {
    expect(resolved(['kettle', 'tray'], [bundle('tray/1.0.0')])?.installs.map(({ name }) => name)).toEqual(['tray.v1.0.0']);
  });

  it('leaves open what they may meet', () => {
    const answer = resolved(['kettle', 'tray'], [needing(bundle('tray/1.0.0'), 'kettle')]);
    expect(answer).toMatchObject({ installs: [], undecided: { reason: 'ConstraintsNotSatisfiable' } });
    expect(answer).not.toHaveProperty('failure');
  });

  it('still fails of a need that nothing open could meet', () => {
    expect(resolved(['tray'], [needing(bundle('tray/1.0.0'), 'kettle')])).toHaveProperty('failure');
  });
});
