import { expect, it } from 'vitest';
import { podImages } from '../../../src/olm/images/list.js';
import { withImages } from '../../../src/olm/images/pods.js';

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

const object = (kind: string, spec?: unknown) => ({ apiVersion: 'v1', kind, metadata: { name: 'x' }, spec });

it('images are in the containers and variables of everything that makes pods', () => {
  const images = [
    { image: 'init', at: 'i' },
    { image: 'main', at: 'a' },
    { image: 'related', at: 'a, RELATED_IMAGE_X' },
  ];
  expect(podImages(object('CronJob', { jobTemplate: { spec: { template: { spec: pod } } } }))).toEqual(images);
  expect(podImages(object('ReplicationController', { template: { spec: pod } }))).toEqual(images);
  expect(podImages(object('ConfigMap', pod))).toEqual([]);
  expect(podImages(object('toString'))).toEqual([]);
});

it('an object whose images stay is the same object', () => {
  const deployment = object('Deployment', { template: { spec: pod } });
  expect(withImages(deployment, (image) => image)).toBe(deployment);
  expect(withImages(deployment, (image) => (image === 'related' ? 'new' : image))).not.toBe(deployment);
});
