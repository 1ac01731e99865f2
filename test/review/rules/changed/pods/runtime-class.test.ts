import { describe, expect, it } from 'vitest';
import { runtimeClass } from '../../../../../src/review/rules/changed/pods/commands.js';
import { cli } from '../../../../support/command-line.js';
import { reviewFolder } from '../../../../support/reviewed-files.js';
import { sides } from '../../../../support/states.js';
import { operatorState, pod } from '../../../../support/workloads.js';

const told = (before: object, after: object): string[] =>
  runtimeClass
    .compare(...sides(operatorState('etcd.v1', pod({}, { ...before })), operatorState('etcd.v2', pod({}, { ...after }))))
    .map(({ severity, message }) => `${severity}: ${message}`);

describe('the RuntimeClass of a workload', () => {
  it('is told where it changes, as a warning where a class goes', () => {
    expect(told({ runtimeClassName: 'gvisor' }, {})).toEqual([
      'warning: Deployment op/manager runs with the RuntimeClass none instead of gvisor',
    ]);
    expect(told({}, { runtimeClassName: 'gvisor' })).toEqual([
      'info: Deployment op/manager runs with the RuntimeClass gvisor instead of none',
    ]);
    expect(told({ runtimeClassName: 'gvisor' }, { runtimeClassName: 'gvisor' })).toEqual([]);
    expect(told({ runtimeClassName: '' }, {})).toEqual([]);
  });

  const { path, write } = reviewFolder();

  it('is in all five formats, once, and can be accepted in the baseline', () => {
    const files = (runtimeClassName?: string) => ({
      'a.yaml': JSON.stringify({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web', namespace: 'shop' },
        spec: { runtimeClassName, containers: [{ name: 'main', image: 'acme/web:1' }] },
      }),
    });
    const [base, head] = [write('base', files('gvisor')), write('head', files())];
    const review = (...more: string[]): { code: number | null; out: string } =>
      cli(['review', base, head, '--fail-on', 'warning', ...more]);
    for (const format of ['text', 'md', 'html', 'json', 'sarif']) expect(review('--format', format).out).toContain('runtime-class');
    expect(review().out).not.toContain('does not cover');
    expect(review().code).toBe(1);
    write('.', { 'accepted.yaml': 'accept: [{id: runtime-class, subject: Pod shop/web, reason: it needs a device}]' });
    expect(review('--baseline', path('accepted.yaml')).code).toBe(0);
  });
});
