/** What is installed of real bundles, beside what OLM v0.30 left of them, where both are at hand. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { type KubernetesObject, objectKey } from '../../src/base/kubernetes/object.js';
import { canonicalQuantity } from '../../src/base/kubernetes/quantity.js';
import { isMapping } from '../../src/base/manifest/plain-data.js';
import { registryV1 } from '../../src/olm/model/registry-v1-of-bundle.js';
import { install } from '../../src/olm/render/install/generators.js';
import { BUNDLES_AND_OUTCOMES, bundleCsv, bundleNames, GROUPS, trialOutcome } from '../support/bundles.js';
import { describeWith } from '../support/needs.js';
import { OLM_INSTALL } from '../support/render.js';

const KINDS = ['Deployment', 'Service', 'APIService', 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'];

/** The namespaces that each group selects. */
const TARGETS: Readonly<Record<string, string[]>> = { own: ['op'], single: ['t1'], multi: ['t1', 't2'], all: [''], selector: ['t1', 't2'] };

const RANDOM = ['olmcahash', 'olm.deployment-spec-hash', 'caBundle', 'ownerReferences', 'generateName', 'uid'];

/** By meaning: what is random is dropped, what says nothing is absent, long texts count by their hash. */
function meaning(value: unknown, key = ''): unknown {
  if (typeof value === 'string' && (value.length > 4096 || key === 'alm-examples')) return createHash('sha256').update(value).digest('hex');
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((entry) => meaning(entry) ?? null);
  if (!isMapping(value)) return value === false || value === 0 || value === '' || value === null ? undefined : value;
  const entries = Object.entries(value).flatMap(([field, entry]) => {
    if (RANDOM.includes(field)) return [];
    if (field === 'namespaceSelector') return [[field, selector(entry)]];
    const isQuantity = (key === 'limits' || key === 'requests') && typeof entry !== 'object';
    const said = isQuantity ? canonicalQuantity(entry as string) : meaning(entry, field);
    return said === undefined ? [] : [[field, said]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** A selector by the label that OLM gives the targets of a group: which these are is known elsewhere. */
function selector(value: unknown): unknown {
  return JSON.stringify(value).includes('olm.operatorgroup.uid/') || JSON.stringify(value).includes('kubernetes.io/metadata.name')
    ? 'targets of the group'
    : meaning(value);
}

/** Webhook configurations go by the name of the webhook inside, as their own is random. */
function byName(objects: readonly KubernetesObject[]): Record<string, unknown> {
  return Object.fromEntries(
    objects
      .filter(({ kind }) => KINDS.includes(kind))
      .map((object) => {
        const [webhook] = (object.webhooks ?? []) as { name: string }[];
        const named = webhook ? { ...object, metadata: { ...object.metadata, name: webhook.name } } : object;
        return [objectKey(named), meaning(named)] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function installed(bundle: string, group: string): KubernetesObject[] {
  const csv = bundleCsv(bundle, 'op');
  if (!csv) return [];
  const read = registryV1({ csv, customResourceDefinitions: [], others: [] });
  const { selector: selected } = GROUPS[group] as { selector?: Record<string, unknown> };
  const installation = {
    bundle: read.bundle,
    namespace: 'op',
    labels: csv.metadata.labels ?? {},
    group: { name: 'og', targets: TARGETS[group] ?? [], ...(selected ? { selector: selected } : {}) },
  };
  return install(installation, OLM_INSTALL).map(({ object }) => object);
}

describeWith(BUNDLES_AND_OUTCOMES, 'what OLM v0.30 left of real bundles', () => {
  const trials = bundleNames.flatMap((bundle) => Object.keys(GROUPS).map((group): [string, string] => [bundle, group]));
  const recorded = trials.map(([bundle, group]) => [bundle, group, byName(trialOutcome(bundle, group))] as const);

  it('is there to be compared', () => {
    expect(recorded.flatMap(([, , objects]) => Object.keys(objects))).toHaveLength(157);
  });

  it.each(recorded.filter(([, , objects]) => Object.keys(objects).length > 0))(
    'is installed here: %s, group %s',
    (bundle, group, objects) => {
      expect(byName(installed(bundle, group))).toEqual(objects);
    },
  );
});
