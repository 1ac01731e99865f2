import { describe, expect, it } from 'vitest';
import { releasesOf } from '../../../src/olm/catalog/bundle-releases.js';
import type { Release } from '../../../src/olm/model/bundle.js';

const KETTLE = { name: 'kettle.v1.2.3', packageName: 'kettle', version: '1.2.3' };

function released(templates: Record<string, string>, release?: string): Release[] | undefined {
  const texts = Object.entries(templates).map(([name, text]) => ({ file: `kettle/catalog-templates/${name}`, text }));
  return releasesOf(KETTLE, {
    templates: texts,
    ...(release === undefined ? {} : { release: { file: 'kettle/1.2.3/release-config.yaml', text: release } }),
  });
}

const basic = (entries: string, of = 'kettle'): string =>
  `schema: olm.template.basic\nentries:\n  - { schema: olm.channel, package: ${of}, name: stable, entries: [${entries}] }\n`;
const semver = (image: string, more = ''): string => `Schema: olm.semver\n${more}Stable:\n  Bundles:\n    - Image: ${image}\n`;

describe('where a bundle is released', () => {
  it.each<[string, Release[] | undefined, Record<string, string>, string?]>([
    ['not said without templates', undefined, {}],
    [
      'said by a basic template',
      [{ channel: 'stable', entry: { skips: ['a'], replaces: 'kettle.v1.0.0', skipRange: '<1.2.3' } }],
      { 'a.yaml': basic('{ name: kettle.v1.2.3, replaces: kettle.v1.0.0, skips: [a], skipRange: <1.2.3 }') },
    ],
    ['nowhere if that does not name it', [], { 'a.yaml': basic('{ name: kettle.v1.0.0 }') }],
    ['not said by the template of another package', undefined, { 'a.yaml': basic('{ name: kettle.v1.2.3 }', 'tray') }],
    [
      'said by release-config.yaml',
      [
        { channel: 'alpha', entry: { skips: [], replaces: 'kettle.v1.0.0' } },
        { channel: 'beta', entry: { skips: [], replaces: 'kettle.v1.0.0' } },
      ],
      {},
      'catalog_templates: [{ template_name: a.yaml, channels: [alpha, beta], replaces: kettle.v1.0.0 }]',
    ],
    [
      'said by the template before its own file',
      [{ channel: 'stable', entry: { skips: [] } }],
      { 'a.yaml': basic('{ name: kettle.v1.2.3 }') },
      'catalog_templates: [{ template_name: a.yaml, channels: [stable], replaces: kettle.v1.0.0 }]',
    ],
    ['in minor channels of a semver template', [{ channel: 'stable-v1.2' }], { 'a.yaml': semver('quay.example.com/kettle:v1.2.3') }],
    [
      'in major channels where it asks for these',
      [{ channel: 'stable-v1' }],
      { 'a.yaml': semver('quay.example.com:5000/kettle:1.2.3', 'GenerateMajorChannels: true\n') },
    ],
    ['not said by an image with a digest', undefined, { 'a.yaml': semver(`quay.example.com/kettle:v1.2.3@sha256:${'0'.repeat(64)}`) }],
    [
      'in the streams that release-config.yaml names of a semver template',
      [{ channel: 'fast-v1.2' }],
      { 'a.yaml': semver('quay.example.com/kettle:v1.0.0') },
      'catalog_templates: [{ template_name: a.yaml, channels: [Fast, Other] }]',
    ],
  ])('%s', (_, expected, templates, release) => {
    expect(released(templates, release)).toEqual(expected);
  });

  it.each(['{', '- a\n', '', 'schema: olm.template.basic\nentries: [1, { schema: olm.channel }]\n', 'Schema: olm.semver\nStable: [1]\n'])(
    'is not said by what cannot be read: %j',
    (text) => {
      expect(released({ 'a.yaml': text }, text)).toBeUndefined();
    },
  );
});
