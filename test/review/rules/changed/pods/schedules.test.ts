import { describe, expect, it } from 'vitest';
import { NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();
const cronJob = (schedule: string): string => `apiVersion: batch/v1
kind: CronJob
metadata: { name: scan, namespace: op }
spec:
  schedule: "${schedule}"
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: "quay.io/a/b:1" }] } } } }
`;
const told = (before: string, after: string): string =>
  reviewFiles({ 'a.yaml': NAMESPACE, 'b.yaml': cronJob(before) }, { 'a.yaml': NAMESPACE, 'b.yaml': cronJob(after) }).text;

describe('a CronJob', () => {
  it.each([
    '0 0 31 2 *',
    '0 0 30 feb *',
    '0 0 29 2 ?',
    '0 0 31 4,6,9,11 *',
    '0 0 31 6-6 *',
    'TZ=UTC 0 0 30,31 2 *',
    '0 0 31 2/12 *',
    '* * 31 FEB *',
  ])('is a warning if its schedule has no day any more: %s', (schedule) => {
    expect(told('0 0 * * *', schedule)).toMatch(/^warning\[guard-undone\].*CronJob op\/scan has the schedule .*, which has no day/m);
  });

  it.each([
    '30 1 * * *',
    '0 0 31 * *',
    '0 0 28 2 *',
    '0 0 31 2 5',
    '0 0 31 1,2 *',
    '0 0 31 */2 *',
    '@daily',
    '0 0 29-31 2-3 *',
    '0 0 L 2 *',
  ])('is none with a schedule that comes: %s', (schedule) => {
    expect(told('0 0 * * *', schedule)).not.toMatch(/^(?:error|warning)\[/m);
  });

  it('is none if it did not run before', () => {
    expect(told('0 0 31 2 *', '0 1 30 2 *')).not.toMatch(/^(?:error|warning)\[/m);
  });
});
