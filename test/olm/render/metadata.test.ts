import { describe, expect, it } from 'vitest';
import { copyable, nonEmpty, ownMetadata } from '../../../src/olm/render/metadata.js';
import { deepFreeze } from '../../support/deep-freeze.js';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

describe('metadata of an object that keeps its place', () => {
  it('keeps all that a person wrote, tracking labels too, and takes the annotations that it is given', () => {
    const metadata = deepFreeze({
      name: 'a',
      namespace: 'n',
      labels: { 'app.kubernetes.io/instance': 'prod' },
      annotations: { old: 'x' },
      generateName: 'a-',
    });
    expect(ownMetadata(metadata, { new: 'y' })).toEqual({
      name: 'a',
      namespace: 'n',
      generateName: 'a-',
      labels: { 'app.kubernetes.io/instance': 'prod' },
      annotations: { new: 'y' },
    });
  });

  it.each([
    'creationTimestamp',
    'deletionGracePeriodSeconds',
    'deletionTimestamp',
    'finalizers',
    'generation',
    'managedFields',
    'ownerReferences',
    'resourceVersion',
    'selfLink',
    'uid',
  ])('loses %s, which only a cluster can know', (field) => {
    expect(ownMetadata({ name: 'a', [field]: 'x' }, {})).toEqual({ name: 'a' });
  });

  it('keeps what kubectl last applied, as OLM does', () => {
    expect(ownMetadata({ name: 'a' }, { [LAST_APPLIED]: '{}' })).toEqual({ name: 'a', annotations: { [LAST_APPLIED]: '{}' } });
  });

  it('has no empty labels or annotations', () => {
    expect(ownMetadata({ name: 'a', labels: {}, annotations: { a: 'b' } }, {})).toEqual({ name: 'a' });
  });
});

describe('labels and annotations for a copy', () => {
  it('are without tracking keys, what kubectl last applied, and those that are named', () => {
    const entries = {
      keep: '1',
      drop: '2',
      [LAST_APPLIED]: '{}',
      'app.kubernetes.io/instance': '3',
      'argocd.argoproj.io/tracking-id': '4',
    };
    expect(copyable(entries, (key) => key === 'drop')).toEqual({ keep: '1' });
  });

  it('may be absent', () => {
    expect(copyable(undefined, () => false)).toEqual({});
  });
});

it.each([
  [{ a: 'b' }, { labels: { a: 'b' } }],
  [{}, {}],
  [null, {}],
  [undefined, {}],
])('a field of %j becomes %j', (entries, expected) => {
  expect(nonEmpty('labels', entries)).toEqual(expected);
});
