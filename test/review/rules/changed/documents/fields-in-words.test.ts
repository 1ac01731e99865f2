import { expect, it } from 'vitest';
import { cli, manifests } from '../../../../support/command-line.js';
import { folderOf } from '../../../../support/files.js';

/** What the review says of objects that stay. */
function told(before: readonly object[], after: readonly object[]): string[] {
  const folder = (objects: readonly object[]) => folderOf({ 'all.yaml': manifests(...(objects as never[])) });
  const { out } = cli(['review', folder(before), folder(after), '--format', 'json']);
  const { findings } = JSON.parse(out) as { findings: { new: { id: string; severity: string; message: string }[] } };
  return findings.new.map(({ id, severity, message }) => `${severity} ${id}: ${message}`);
}

const object = (kind: string, more: object, apiVersion = 'v1') => ({
  apiVersion,
  kind,
  metadata: { name: 'web', namespace: 'op' },
  ...more,
});
const pod = { containers: [{ name: 'web', image: 'quay.io/acme/web:1' }] };

it('tells what changes in ConfigMaps, Services, ServiceAccounts, Namespaces and workloads', () => {
  const service = (spec: object) => object('Service', { spec: { ports: [{ name: 'web', port: 80 }], ...spec } });
  const deployment = (spec: object) => object('Deployment', { spec: { template: { spec: pod }, ...spec } }, 'apps/v1');
  const job = (spec: object) => object('CronJob', { spec: { jobTemplate: { spec: { template: { spec: pod } } }, ...spec } }, 'batch/v1');
  expect(told([object('ConfigMap', { data: { level: 'info' } })], [object('ConfigMap', { data: { level: 'debug' } })])).toEqual([
    'warning foreign-configuration: ConfigMap op/web is changed, and the program that reads it is not in the input; changes data.level ("info" → "debug")',
  ]);
  expect(told([service({ selector: { app: 'a' } })], [service({ selector: { app: 'b' } })])).toEqual([
    'warning cluster-setting: Service op/web is changed and decides which Pods, or which host, get the traffic of its clients, and who can reach it; changes spec.selector.app ("a" → "b")',
  ]);
  expect(told([object('ServiceAccount', {})], [object('ServiceAccount', { secrets: [{ name: 'a' }] })])).toEqual([
    expect.stringContaining(
      'info cluster-setting: ServiceAccount op/web is changed and decides with which credentials its Pods pull images and log in; changes secrets',
    ),
  ]);
  expect(told([deployment({ replicas: 1 })], [deployment({ replicas: 2, minReadySeconds: 5 })])).toEqual([
    'info object-changed: changes how many Pods it runs (1 → 2) and how it is rolled out (none → 5)',
  ]);
  expect(told([job({ schedule: '@daily' })], [job({ schedule: '@hourly' })])).toEqual([
    'info object-changed: changes when it runs ("@daily" → "@hourly")',
  ]);
});

it('tells the rest of what other rules do not', () => {
  const web = (image: string, replicas: number) =>
    object('Deployment', { spec: { replicas, template: { spec: { containers: [{ name: 'web', image }] } } } }, 'apps/v1');
  expect(told([web('quay.io/acme/web:1', 1)], [web('quay.io/acme/web:2', 2)])).toEqual([
    expect.stringContaining('image-changed'),
    'info object-changed: changes how many Pods it runs (1 → 2)',
  ]);
});

it('leaves other kinds to the reader', () => {
  const policy = (spec: object) => object('ConsoleNotification', { spec }, 'console.openshift.io/v1');
  expect(told([policy({ a: 1 })], [policy({ a: 2 })])).toEqual([expect.stringContaining('the review does not cover this')]);
});
