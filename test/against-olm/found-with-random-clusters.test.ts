/** The smallest clusters in which OLM was found to differ from its description, against what it left of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/evaluate/evaluate.js';
import type { KubernetesObject } from '../../src/kubernetes/object.js';
import { type ParsedDocument, parseDocuments } from '../../src/manifest/parse.js';
import { desiredCluster } from '../../src/subscriptions/desired-cluster.js';
import { comparableByKey, comparableRendering, NOT_COMPARED } from '../support/golden.js';

const FUZZ = join(import.meta.dirname, '../golden/fuzz');

/** Cases in which the order decides, or OLM never settles: what was recorded is one state of several. */
const OPEN = new Set([
  'chain-of-four-at-once',
  'chain-of-three-at-once',
  'chain-with-failing-start',
  'conversion-webhook-crd-absent',
  'conversion-webhook-crd-not-owned',
  'conversion-webhook-own-namespace',
  'conversion-webhook-supporting-more-than-allnamespaces',
  'conversion-webhook-without-crds',
  'copy-before-original',
  'preset-annotations-of-both-groups',
  'same-operator-in-tenant-and-centrally',
  'same-operator-in-tenant-and-centrally-single',
  'webhook-of-unknown-deployment',
]);

function evaluated(name: string) {
  const file = join(FUZZ, name, 'input.yaml');
  const documents: ParsedDocument[] = parseDocuments({ file, text: readFileSync(file, 'utf8') }).documents;
  return evaluate(desiredCluster(documents).cluster, { profile: 'olm' });
}

function expected(name: string): Record<string, unknown> {
  const objects = JSON.parse(readFileSync(join(FUZZ, name, 'expected.json'), 'utf8')) as KubernetesObject[];
  return comparableByKey(objects.filter(({ kind }) => !NOT_COMPARED.has(kind)));
}

describe('what OLM v0.30.0 left of', () => {
  it.each(readdirSync(FUZZ).filter((name) => !OPEN.has(name)))('%s', (name) => {
    const { resolution, rendered } = evaluated(name);
    expect(resolution.csvs.map(({ certainty }) => certainty)).not.toContain('unstable');
    expect(comparableRendering(rendered)).toEqual(expected(name));
  });
});

describe('a verdict that OLM may leave another way', () => {
  it.each([...OPEN])('is reported to be uncertain: %s', (name) => {
    const { resolution, findings } = evaluated(name);
    const certainties = [...resolution.csvs, ...resolution.replaced].map(({ certainty }) => certainty);
    expect(certainties.some((certainty) => certainty !== 'certain')).toBe(true);
    expect(findings.map(({ id }) => id).some((id) => ['ambiguous-outcome', 'uncertain-replacement', 'unstable-outcome'].includes(id))).toBe(
      true,
    );
  });
});
