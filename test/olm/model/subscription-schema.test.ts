import { describe, expect, it } from 'vitest';
import { readText } from '../../support/read-texts.js';

// The CRD of Subscriptions (operator-framework/api, crds/operators.coreos.com_subscriptions.yaml): the API server refuses other types.
const LISTS = ['env', 'envFrom', 'tolerations', 'volumes', 'volumeMounts'];
const MAPPINGS = ['nodeSelector', 'annotations', 'resources', 'selector', 'affinity'];
const INSIDE: Readonly<Record<string, unknown>> = {
  'env[0].value': { env: [{ name: 'A', value: 5 }] },
  'env[0].name': { env: [{ value: 'a' }] },
  'volumes[0].configMap.name': { volumes: [{ name: 'a', configMap: { name: true } }] },
  'tolerations[0].tolerationSeconds': { tolerations: [{ tolerationSeconds: 'long' }] },
  'selector.matchLabels.a': { selector: { matchLabels: { a: 1 } } },
};
const subscription = (config: unknown): string =>
  JSON.stringify({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'a', namespace: 'op' },
    spec: { name: 'a', source: 's', sourceNamespace: 'olm', config },
  });
const refused = (config: unknown): string[] =>
  readText(subscription(config)).problems.flatMap(({ path = '' }) => (path.startsWith('spec') ? [path] : []));

describe('a value of spec.config that the CRD of Subscriptions does not allow is refused', () => {
  it.each(LISTS.flatMap((field) => [{}, 'a', 1].map((value) => [field, value] as const)))('%s: %j', (field, value) => {
    expect(refused({ [field]: value })).toEqual([`spec.config.${field}`]);
    expect(refused({ [field]: [] })).toEqual([]);
  });

  it.each(MAPPINGS.flatMap((field) => [[], 'a', 1].map((value) => [field, value] as const)))('%s: %j', (field, value) => {
    expect(refused({ [field]: value })).toEqual([`spec.config.${field}`]);
    expect(refused({ [field]: {} })).toEqual([]);
  });

  it.each(Object.entries(INSIDE))('%s', (path, config) => {
    expect(refused(config)).toEqual([`spec.config.${path}`]);
  });
});
