import { describe, expect, it } from 'vitest';
import { podSpecOf } from '../../../src/base/tools/pod-specs.js';

const POD = { containers: [{ name: 'a' }] };
const at = (path: readonly string[]): object => path.reduceRight<object>((inner, step) => ({ [step]: inner }), POD);

describe('the Pod spec of an object', () => {
  it.each<[string, string, string[]]>([
    ['v1', 'Pod', ['spec']],
    ['v1', 'PodTemplate', ['template', 'spec']],
    ['apps/v1', 'Deployment', ['spec', 'template', 'spec']],
    ['batch/v1', 'CronJob', ['spec', 'jobTemplate', 'spec', 'template', 'spec']],
    ['argoproj.io/v1alpha1', 'Rollout', ['spec', 'template', 'spec']],
    ['serving.knative.dev/v1', 'Service', ['spec', 'template', 'spec']],
    ['keda.sh/v1alpha1', 'ScaledJob', ['spec', 'jobTargetRef', 'template', 'spec']],
    // Kinds that nobody here knows.
    ['example.com/v1', 'Widget', ['spec', 'template', 'spec']],
    ['example.com/v1', 'CronJob', ['spec', 'jobTemplate', 'spec', 'template', 'spec']],
    ['example.com/v1', 'CronJob', ['spec', 'template', 'spec']],
  ])('of %s %s is at %j', (apiVersion, kind, path) => {
    expect(podSpecOf({ apiVersion, kind, metadata: { name: 'a' }, ...at(path) })).toEqual({ fields: POD, at: path });
  });

  it('is none where there are no containers', () => {
    const machine = { spec: { template: { spec: { domain: {} } } } };
    expect(podSpecOf({ apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', metadata: { name: 'a' }, ...machine })).toBeUndefined();
  });
});
