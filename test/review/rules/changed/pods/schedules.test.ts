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
    expect(told('0 0 * * *', schedule)).toMatch(
      /^warning\[guard-undone\].*CronJob op\/scan has the schedule .*, which has (?:no day|only 29 February)/m,
    );
  });

  it.each(['0 0 29 2 *', '0 0 29 feb ?', '0 0 29-31 2 *', '0 0 29,30 2 *', 'TZ=UTC 0 0 29 2/12 *'])(
    'can have only 29 February: %s',
    (schedule) => {
      expect(told('0 0 * * *', schedule)).toMatch(/^warning.*which has only 29 February, so that it hardly runs/m);
      expect(told(schedule, '* * * * *')).toMatch(/^warning.*runs now: its schedule .* had only 29 February/m);
    },
  );

  it.each(['0 0 30 2 *', '0 0 31 2,4 *', '0 0 31 4 *'])('can have no day: %s', (schedule) => {
    expect(told('0 0 * * *', schedule)).toMatch(/^warning.*which has no day, so that it no longer runs/m);
    expect(told(schedule, '* * * * *')).toMatch(/^warning.*runs now: its schedule .* had no day/m);
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

const ofSuspendedJobs = cronJob('0 0 * * *').replace('{ spec: { template', '{ spec: { suspend: true, template');

describe('a CronJob or Job that runs now', () => {
  const ADMIN =
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: a}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: ServiceAccount, name: default, namespace: op}]\n';
  const job = (more = ''): string =>
    cronJob('x')
      .replace('kind: CronJob', 'kind: Job')
      .replace(
        / {2}schedule.*\n {2}jobTemplate: \{ spec: (.*) \}/,
        (_, spec: string) => `${more}  template: ${/template: (.*) \}/.exec(spec)?.[1]}`,
      );
  const IDLE: Record<string, readonly [before: string, after: string, why: string, severity: string]> = {
    'a day that no month has': [cronJob('0 0 31 2 *'), cronJob('0 0 * * *'), 'its schedule "0 0 31 2 *" had no day', 'warning'],
    'a day that no named month has': [cronJob('0 0 30 feb *'), cronJob('@daily'), 'its schedule "0 0 30 feb *" had no day', 'warning'],
    'a day in another month': [cronJob('0 0 31 4,6 *'), cronJob('0 0 31 4,7 *'), 'its schedule "0 0 31 4,6 *" had no day', 'warning'],
    'suspend that is false now': [suspended(true), suspended(false), 'it was suspended', 'info'],
    'suspend that is gone': [suspended(true), cronJob('0 0 * * *'), 'it was suspended', 'info'],
    'Jobs that were suspended': [ofSuspendedJobs, cronJob('0 0 * * *'), 'its Jobs were suspended', 'info'],
    'a suspended Job': [job('  suspend: true\n'), job(), 'it was suspended', 'info'],
  };
  for (const kind of ['Deployment', 'StatefulSet', 'ReplicaSet'])
    for (const [now, after] of [
      ['one', scaled(kind, 1)],
      ['as many as usual', scaled(kind)],
    ] as const)
      IDLE[`no replica as a ${kind}, and ${now} now`] = [scaled(kind, 0), after, 'it had no replica', 'none'];
  for (const [what, apiVersion, kind] of [
    ['a ReplicationController', 'v1', 'ReplicationController'],
    ['a DeploymentConfig', 'apps.openshift.io/v1', 'DeploymentConfig'],
    ['a Rollout', 'argoproj.io/v1alpha1', 'Rollout'],
  ] as const)
    for (const after of [undefined, 1])
      IDLE[`no replica as ${what}, and ${after ?? 'as many as usual'} now`] = [
        scaled(kind, 0).replace('apps/v1', apiVersion),
        scaled(kind, after).replace('apps/v1', apiVersion),
        'it had no replica',
        'none',
      ];
  for (const [apiVersion, kind] of [
    ['apps/v1', 'Deployment'],
    ['apps.openshift.io/v1', 'DeploymentConfig'],
    ['argoproj.io/v1alpha1', 'Rollout'],
  ] as const)
    for (const [now, text] of [
      ['false', 'paused: false, '],
      ['gone', ''],
    ] as const) {
      const of = (paused: string): string => scaled(kind).replace('apps/v1', apiVersion).replace('spec: {', `spec: {${paused}`);
      IDLE[`paused that is ${now} as a ${kind}`] = [
        of('paused: true, '),
        of(text),
        'it was paused, so that no change of its Pods had an effect',
        'none',
      ];
    }
  for (const field of ['parallelism', 'completions']) {
    IDLE[`0 ${field}`] = [job(`  ${field}: 0\n`), job(`  ${field}: 2\n`), `it had 0 ${field}`, 'info'];
    IDLE[`0 ${field} once`] = [job(`  ${field}: 0\n`), job(), `it had 0 ${field}`, 'info'];
    const ofNone = cronJob('0 0 * * *').replace('{ spec: { template', `{ spec: { ${field}: 0, template`);
    IDLE[`Jobs with 0 ${field}`] = [ofNone, cronJob('0 0 * * *'), `its Jobs had 0 ${field}`, 'info'];
  }
  for (const after of ['', 'nodeSelector: {kubernetes.io/os: linux}, ']) {
    const of = (selector: string): string => scaled('DaemonSet').replace('spec: {containers', `spec: {${selector}containers`);
    IDLE[`nodes with a label as a DaemonSet, and now ${after === '' ? 'none' : 'all'}`] = [
      of('nodeSelector: {never: "true"}, '),
      of(after),
      'it asked for nodes with never, which may be none',
      'none',
    ];
  }
  IDLE['gates as a Pod'] = [
    'apiVersion: v1\nkind: Pod\nmetadata: {name: scan, namespace: op}\nspec: {schedulingGates: [{name: a.b/c}], containers: [{name: a, image: "quay.io/a/b:1"}]}\n',
    'apiVersion: v1\nkind: Pod\nmetadata: {name: scan, namespace: op}\nspec: {containers: [{name: a, image: "quay.io/a/b:1"}]}\n',
    'its schedulingGates kept it from nodes',
    'none',
  ];
  const lines = (before: string, after: string, more = ''): string =>
    reviewFiles({ 'a.yaml': NAMESPACE + more, 'b.yaml': before }, { 'a.yaml': NAMESPACE + more, 'b.yaml': after }).text;

  it.each(Object.entries(IDLE))('is told if it had %s', (_, [before, after, why, severity]) => {
    const told = lines(before, after);
    if (severity === 'warning')
      expect(told).toMatch(new RegExp(`^warning\\[applied-now\\].*op/scan runs now: ${why.replaceAll('*', '\\*')}`, 'm'));
    expect(lines(before, after, `---\n${ADMIN}`)).toMatch(
      new RegExp(
        `^error\\[applied-now\\].*op/scan runs now: ${why.replaceAll('*', '\\*')}; it runs as ServiceAccount op/default, which can `,
        'm',
      ),
    );
    // The other way round, and without a change of it, nothing begins.
    for (const [one, other] of [
      [after, before],
      [before, before],
      [after, after],
    ] as const)
      expect(lines(one, other, `---\n${ADMIN}`)).not.toContain('runs now');
  });

  it('is none if a workload without power gets replicas', () => {
    expect(lines(scaled('Deployment', 0), scaled('Deployment', 1))).not.toContain('runs now');
  });

  it('is no warning if it was only suspended', () => {
    expect(lines(suspended(true), suspended(false))).not.toMatch(/^(?:error|warning)\[/m);
  });

  it('is none if it was idle for two reasons, and still is for one', () => {
    expect(lines(suspended(true, '0 0 31 2 *'), suspended(true), `---\n${ADMIN}`)).not.toContain('runs now');
  });
});

function suspended(is: boolean, schedule = '0 0 * * *'): string {
  return cronJob(schedule).replace('  jobTemplate', `  suspend: ${is}\n  jobTemplate`);
}

function scaled(kind: string, replicas?: number): string {
  const selector =
    'selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: "quay.io/a/b:1"}]}}';
  return `apiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: scan, namespace: op}\nspec: {${replicas === undefined ? '' : `replicas: ${replicas}, `}${selector}}\n`;
}
