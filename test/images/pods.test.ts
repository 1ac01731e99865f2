import { expect, it } from 'vitest';
import { podImages, withImages } from '../../src/images/pods.js';

const pod = {
  initContainers: [{ name: 'i', image: 'init' }],
  containers: [
    {
      name: 'a',
      image: 'main',
      env: [
        { name: 'RELATED_IMAGE_X', value: 'related' },
        { name: 'RELATED_IMAGE_EMPTY', value: '' },
        { name: 'OTHER', value: 'other' },
      ],
    },
  ],
};

it('images are in the containers and variables of everything that makes pods', () => {
  expect(podImages({ kind: 'CronJob', spec: { jobTemplate: { spec: { template: { spec: pod } } } } } as { kind: string })).toEqual([
    { image: 'init', at: 'i' },
    { image: 'main', at: 'a' },
    { image: 'related', at: 'a, RELATED_IMAGE_X' },
  ]);
  expect(podImages({ kind: 'ConfigMap', spec: pod } as { kind: string })).toEqual([]);
  expect(podImages({ kind: 'toString' })).toEqual([]);
});

it('an object whose images stay is the same object', () => {
  const deployment = { kind: 'Deployment', spec: { template: { spec: pod } } };
  expect(withImages(deployment, (image) => image)).toBe(deployment);
  expect(withImages(deployment, (image) => (image === 'related' ? 'new' : image))).not.toBe(deployment);
});
