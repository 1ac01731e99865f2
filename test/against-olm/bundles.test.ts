/** The profile `olm` against what OLM v0.30.0 left of real bundles, object for object. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { expand } from '../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { evaluate } from '../../src/olm/evaluate/evaluate.js';
import {
  BUNDLES_AND_OUTCOMES,
  bundleNames,
  fleetCluster,
  fleetNames,
  fleetOutcome,
  GROUPS,
  manifestProblems,
  trialCluster,
  trialOutcome,
} from '../support/bundles.js';
import { comparableByKey, NOT_COMPARED } from '../support/golden.js';
import { describeWith } from '../support/needs.js';

/** Long annotation values, and alm-examples, are recorded by their hash. */
function withHashes(objects: Iterable<KubernetesObject>): KubernetesObject[] {
  return [...objects].map((object) => {
    const annotations = Object.entries(object.metadata.annotations ?? {}).map(([key, value]): [string, string] => [
      key,
      isHashed(key, value) ? hash(value) : value,
    ]);
    return { ...object, metadata: { ...object.metadata, annotations: Object.fromEntries(annotations) } };
  });
}

function isHashed(key: string, value: string): boolean {
  return !value.startsWith('sha256:') && (key === 'alm-examples' || Buffer.byteLength(value) > 4096);
}

function hash(value: string): string {
  return `sha256:${createHash('sha256').update(value).digest('hex')}`;
}

function compared(objects: Iterable<KubernetesObject>): Record<string, unknown> {
  return comparableByKey(withHashes(objects).filter(({ kind }) => !NOT_COMPARED.has(kind)));
}

/** Bundles whose CSV is only read leniently, with the reason. */
const REFUSED: Readonly<Record<string, readonly string[]>> = { 'kaoto-operator/0.0.10': ['DUPLICATE_KEY'] };

describeWith(BUNDLES_AND_OUTCOMES, 'what OLM v0.30.0 leaves of real bundles', () => {
  it.each(bundleNames)('%s is refused where it has to be', (bundle) => {
    expect(manifestProblems(bundle).map((problem) => problem.code)).toEqual(REFUSED[bundle] ?? []);
  });

  for (const bundle of bundleNames) {
    it.each(Object.keys(GROUPS))(`${bundle} in a group: %s`, (group) => {
      expect(compared(expand(evaluate(trialCluster(bundle, group), { profile: 'olm' }).rendered))).toEqual(
        compared(trialOutcome(bundle, group)),
      );
    });
  }

  it.each(fleetNames)('%s', (name) => {
    expect(compared(expand(evaluate(fleetCluster(name), { profile: 'olm' }).rendered))).toEqual(compared(fleetOutcome(name)));
  });
});
