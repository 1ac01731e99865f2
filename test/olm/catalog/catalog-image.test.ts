import { describe, expect, it } from 'vitest';
import { templatedImage } from '../../../src/olm/catalog/catalog-source.js';

const HUB = 'registry.example.com/hub';

describe('the image template of a catalog', () => {
  it.each<[string, string, unknown]>([
    [':v{kube_major_version}.{kube_minor_version}', '1.32.4', { image: `${HUB}:v1.32` }],
    [':{kube_major_version}.{kube_minor_version}.{kube_patch_version}', 'v1.32.4', { image: `${HUB}:1.32.4` }],
    [':latest', '1.32', { image: `${HUB}:latest` }],
    [
      ':{kube_minor_version}.{kube_patch_version}',
      '1.32',
      { error: 'cannot construct catalog image reference, because variable(s) {kube_patch_version} could not be resolved' },
    ],
    [
      ':{kube_version}',
      '1.32.4',
      { error: 'cannot construct catalog image reference, because one or more template(s) has improper syntax' },
    ],
    [
      ':{kube_patch_version}{',
      '1.32',
      {
        error:
          'cannot construct catalog image reference, because variable(s) {kube_patch_version} could not be resolved and one or more template(s) has improper syntax',
      },
    ],
  ])('%s, on Kubernetes %s', (tag, version, expected) => {
    expect(templatedImage(`${HUB}${tag}`, version)).toEqual(expected);
  });
});
