import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import { summarise } from '../../../../../src/report/summary.js';
import { review } from '../../../../../src/review/compare/compare.js';
import { POD_FIELDS, type PodField } from '../../../../../src/review/rules/changed/pods/pod-fields.js';
import { riskFinders } from '../../../../../src/review/rules/index.js';
import type { State } from '../../../../../src/review/state/state.js';
import { csv, group, namespace } from '../../../../support/build.js';
import { stateOf } from '../../../../support/states.js';

const FINDERS = riskFinders();

/** A Pod spec, with this in a field. */
function having({ of, field }: PodField, value: unknown): object {
  const fields = field.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
  const container = { name: 'manager', image: 'quay.io/acme/web:1', ...(of === 'container' ? fields : {}) };
  return { containers: [container], ...(of === 'pod' ? fields : {}) };
}

const deployment = (spec: object): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'op' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec } },
});
const operator = (spec: object): KubernetesObject =>
  csv('op/etcd.v1', {
    spec: {
      install: {
        strategy: 'deployment',
        spec: { deployments: [{ name: 'etcd', spec: (deployment(spec) as unknown as { spec: object }).spec }] },
      },
    },
  });

const stateWith = (object: KubernetesObject): State => stateOf(namespace('op'), group('op/g', { targets: ['op'] }), object);
const PLAIN = { containers: [{ name: 'manager', image: 'quay.io/acme/web:1' }] };

/** Something of each type; which of them a field has, the reader of CSVs knows, and refuses the others. */
const VALUES: readonly unknown[] = [
  ...['x', true, false, 7, ['x'], [{ name: 'x' }]],
  { exec: { command: ['x'] } },
  { postStart: { exec: { command: ['x'] } } },
  { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  { privileged: true },
  { runAsUser: 0 },
  { limits: { cpu: '1' } },
  { nameservers: ['10.0.0.1'] },
  { x: 'x' },
];

function headlineOf(make: (spec: object) => KubernetesObject, spec: object): string {
  return summarise(review(stateWith(make(PLAIN)), stateWith(make(spec)), FINDERS)).headline;
}

describe('a field of Pods is one row: a change of it is told', () => {
  it.each(POD_FIELDS.map((row) => ({ ...row, row })))('$field of a $of, which decides $decides', ({ row }) => {
    const isTold = (value: unknown): boolean => {
      if (row.defaults?.includes(value)) return false;
      try {
        return [operator, deployment].every((make) => headlineOf(make, having(row, value)) !== 'No change in meaning');
      } catch {
        return false;
      }
    };
    expect(VALUES.some(isTold)).toBe(true);
  });
});
