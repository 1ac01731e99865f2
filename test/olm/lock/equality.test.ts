/** A lock judges as the bundles do that it was made of. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { isError } from '../../../src/base/manifest/problem.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { judgedContent } from '../../../src/olm/lock/bundle-content.js';
import { LOCK_FILE } from '../../../src/olm/lock/lock-name.js';
import { writeLock } from '../../../src/olm/lock/lock-of.js';
import { readBundleDirectory } from '../../../src/repository/bundles/read-bundle-folder.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { readState } from '../../../src/repository/read/read-state.js';
import { review } from '../../../src/review/compare/compare.js';
import { reported } from '../../../src/review/compare/review.js';
import { bundleFolder, bundleNames } from '../../support/bundles.js';
import { folderOf } from '../../support/files.js';
import { lockOfBundles } from '../../support/locking.js';

/** An input that subscribes to one package, watching what each install mode allows. */
function input(packageName: string, channel: string | undefined, csv: string, spec: object): string {
  const object = (apiVersion: string, kind: string, name: string, rest: object): string =>
    JSON.stringify({ apiVersion, kind, metadata: { name, ...(kind === 'Namespace' ? {} : { namespace: 'op' }) }, ...rest });
  return [
    object('v1', 'Namespace', 'op', {}),
    object('v1', 'Namespace', 't1', {}),
    object('operators.coreos.com/v1', 'OperatorGroup', 'og', { spec }),
    object('operators.coreos.com/v1alpha1', 'Subscription', 'sub', {
      spec: { name: packageName, channel, source: 'catalog', sourceNamespace: 'olm', startingCSV: csv },
    }),
  ].join('\n---\n');
}

/** What is compared: verdicts, findings without their places, objects without what people alone read. */
function judged(folder: string): unknown {
  const { cluster, problems } = readInput([folder], { lenient: true });
  const errors = problems.filter(isError);
  if (errors.length > 0) return { errors: errors.map(({ code, message }) => ({ code, message })) };
  const { resolution, findings, rendered } = evaluate(cluster, {});
  return {
    verdicts: resolution.csvs.map(({ csv, verdict, certainty, group }) => [csv.namespace, csv.name, verdict, certainty, group?.namespaces]),
    // A catalog lists needs in an order of its own; and a CSV without its icon is smaller.
    findings: findings
      .filter(({ id }) => id !== 'client-side-apply-too-large')
      .map(({ id, severity, subject, message, fix }) => JSON.stringify({ id, severity, subject, message, fix }))
      .sort(),
    objects: rendered.map(({ object }) => (object.kind === 'ClusterServiceVersion' ? shown(object) : object)),
  };
}

/** What a review of the first Subscription says, by the names of what it tells. */
function reviewed(folder: string): unknown {
  const [base, head] = [folderOf({ 'empty.yaml': '' }), folder].map((one) => readState([one], { lenient: true }).state);
  if (!base || !head) return 'refused';
  const found = review(base, head);
  return {
    risks: reported(found, 'new', 'risk').map(({ id, subject, message }) => ({ id, subject, message })),
    gained: JSON.parse(JSON.stringify(found.gained, (key, value) => (key === 'place' ? undefined : value))),
  };
}

function shown(csv: KubernetesObject): unknown {
  return {
    ...csv,
    metadata: { name: csv.metadata.name, namespace: csv.metadata.namespace },
    ...judgedContent({ csv, customResourceDefinitions: [], others: [] }),
  };
}

describe('a lock', () => {
  it.skipIf(bundleNames.length === 0).each([...bundleNames.entries()])('judges as its bundle: %i %s', (index, name) => {
    const { bundle } = readBundleDirectory(bundleFolder(name));
    if (!bundle?.packageName) return;
    const selection = {
      subscriptions: [
        {
          namespace: 'op',
          name: 'sub',
          catalog: 'olm/catalog',
          package: bundle.packageName,
          channel: bundle.channels[0],
          csv: bundle.name,
        },
      ],
    };
    const lock = writeLock(lockOfBundles([bundle], selection));
    // In all namespaces, and in its own or in another one.
    for (const spec of [{}, { targetNamespaces: [index % 2 === 0 ? 'op' : 't1'] }]) {
      const text = input(bundle.packageName, bundle.channels[0], bundle.name, spec);
      const [asFolder, asLock] = [folderOf({ 'sub.yaml': text }), folderOf({ 'sub.yaml': text, [LOCK_FILE]: lock })];
      cpSync(bundleFolder(name), join(asFolder, 'bundle'), { recursive: true });
      expect(judged(asLock)).toEqual(judged(asFolder));
      if (Object.keys(spec).length === 0) expect(reviewed(asLock)).toEqual(reviewed(asFolder));
    }
  });
});
