/** The normal form of real CSVs, read where they lie. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { normalForm } from '../../../../src/base/kubernetes/structure/normal-form.js';
import { refusals } from '../../../../src/base/kubernetes/structure/refusals.js';
import { parseDocuments } from '../../../../src/base/manifest/parse.js';
import { clusterServiceVersion } from '../../../../src/olm/model/csv-of-manifest.js';
import { describeWith, inShared, SHARED } from '../../../support/needs.js';

/** The CSVs of the bundles in a folder `<package>/<version>/manifests`. */
function csvsOf(folder: string): [string, KubernetesObject][] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/[^/]+\/manifests\/[^/]*\.ya?ml$/.test(file))
    .sort()
    .flatMap((file): [string, KubernetesObject][] => {
      const text = readFileSync(join(folder, file), 'utf8');
      if (!/^kind: ["']?ClusterServiceVersion/m.test(text)) return [];
      const { documents } = parseDocuments({ file, text }, { lenient: true });
      return documents.map(({ value }) => [file, { ...(value as KubernetesObject), apiVersion: 'operators.coreos.com/v1alpha1' }]);
    });
}

const csvs = ['bundles', 'upgrades'].flatMap((folder) => csvsOf(join(SHARED, folder)));

/** What the rules read of a CSV: of descriptions, what identifies them; of Deployments, not the spec, which the normal form changes by design. */
function asRead(csv: KubernetesObject): object {
  const {
    manifest: _,
    ownedCRDs,
    requiredCRDs,
    deployments,
    ...read
  } = clusterServiceVersion(csv as unknown as Parameters<typeof clusterServiceVersion>[0]);
  const identities = [ownedCRDs, requiredCRDs].map((crds) => crds.map(({ name, version, kind }) => ({ name, version, kind })));
  return { ...read, identities, deployments: deployments.map(({ spec: __, ...deployment }) => deployment) };
}

describeWith([inShared('bundles')], 'the normal form of real CSVs', () => {
  it.each(csvs)('nothing of it is refused: %s', (_, csv) => {
    const { object, unreadable } = normalForm(csv);
    expect(refusals(object)).toEqual([]);
    expect(unreadable).toEqual([]);
  });

  it.each(csvs)('the rules read of it what they read of the original, but for keys in another case: %s', (_, csv) => {
    const { object, changes } = normalForm(csv);
    const renamed = changes.filter(({ what }) => what === 'renamed' || what === 'overridden').map(({ path }) => path.join('.'));
    const expected = renamed.includes('spec.MinKubeVersion')
      ? { ...asRead(csv), minKubeVersion: (csv.spec as Record<string, unknown>).MinKubeVersion }
      : asRead(csv);
    expect(renamed.filter((path) => path !== 'spec.MinKubeVersion')).toEqual([]);
    expect(asRead(object)).toEqual(expected);
  });

  it('was needed: some of them are refused as they were written', () => {
    expect(csvs.filter(([, csv]) => refusals(csv).length > 0).length).toBeGreaterThan(5);
  });
});
