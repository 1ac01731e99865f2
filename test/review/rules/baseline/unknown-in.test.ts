import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { REASON_TO_WRITE, unknownIn } from '../../../../src/review/rules/baseline/known.js';
import { namespace } from '../../../support/build.js';
import { stateOf } from '../../../support/states.js';

const secret = (name: string): KubernetesObject => ({
  apiVersion: 'sharedresource.openshift.io/v1alpha1',
  kind: 'SharedSecret',
  metadata: { name, annotations: { 'example.com/b': '', 'example.com/a': '' } },
});

describe('what is unknown in states', () => {
  it('is named once, kinds first and then the keys of annotations and labels', () => {
    const [one, other] = [stateOf(namespace('op'), secret('a')), stateOf(namespace('op', { 'example.com/l': '' }), secret('b'))];
    expect(unknownIn([one, other], stateOf())).toEqual(
      [
        { kind: 'SharedSecret.sharedresource.openshift.io' },
        { annotation: 'example.com/a' },
        { annotation: 'example.com/b' },
        { label: 'example.com/l' },
      ].map((thing) => ({ ...thing, reason: REASON_TO_WRITE })),
    );
  });
});
