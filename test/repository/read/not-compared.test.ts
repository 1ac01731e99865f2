/** A review that compares nothing says so first, and fails. */
import { describe, expect, it } from 'vitest';
import { namespace } from '../../support/build.js';
import { annotations, type BundleFields, bundleFiles, catalogBlobs, catalogText } from '../../support/bundle-files.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { asking, READ_PODS } from '../../support/permissions.js';

const READ_SECRETS = { ...READ_PODS, resources: ['secrets'] };

const robot = (...rules: (typeof READ_PODS)[]): BundleFields => asking({ clusterPermissions: [{ serviceAccountName: 'robot', rules }] });
const review = (base: Record<string, string>, head: Record<string, string>): ReturnType<typeof cli> =>
  cli(['review', folderOf(base), folderOf(head)]);
/** A bundle at the top of the input. */
const bundle = (fields: BundleFields, version: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(bundleFiles(`kettle/${version}`, fields)).map(([path, text]) => [path.slice(`kettle/${version}/`.length), text]),
  );
const upgraded = (change: (files: Record<string, string>) => Record<string, string>, more: BundleFields = {}) =>
  review(
    change(bundle({ ...robot(READ_PODS), ...more }, '1.0.0')),
    change(bundle({ ...robot(READ_PODS, READ_SECRETS), ...more, spec: { ...robot(READ_PODS, READ_SECRETS).spec, ...more.spec } }, '1.1.0')),
  );

const modes = (...supported: string[]) => ({
  spec: {
    installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({
      type,
      supported: supported.includes(type),
    })),
  },
});

describe('nothing keeps a bundle that is given for review from being compared:', () => {
  it.each<[string, (files: Record<string, string>) => Record<string, string>]>([
    [
      'not its channels',
      (files) => ({ ...files, 'release-config.yaml': 'catalog_templates:\n  - template_name: basic.yaml\n    channels: [other]\n' }),
    ],
    [
      'not a manifest beside it',
      (files) => ({
        ...files,
        'app.yaml': manifests({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'app', name: 'settings' } }),
      }),
    ],
    [
      'not a list of deprecated versions beside it',
      (files) => ({
        ...files,
        'catalog/deprecations.json': JSON.stringify({ schema: 'olm.deprecations', package: 'kettle', entries: [] }),
      }),
    ],
    ['not the Namespace beside it', (files) => ({ ...files, 'app.yaml': manifests(namespace('kettle')) })],
    ['not that nothing names its package', ({ 'metadata/annotations.yaml': _, ...files }) => files],
    ['not the name of its package', (files) => ({ ...files, 'metadata/annotations.yaml': annotations('kettle.cookers') })],
  ])('%s', (_, change) => {
    expect(upgraded(change).out).toMatch(/^Grants more: ServiceAccount .*\/robot can (?:now also )?get/);
  });

  it.each([['SingleNamespace'], ['MultiNamespace'], ['OwnNamespace']])('not that it supports %s alone', (mode) => {
    expect(upgraded((files) => files, modes(mode)).out).toMatch(/^Grants more: ServiceAccount kettle\/robot/);
  });
});

describe('a review that compares nothing says so first, and fails:', () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['of two empty folders', {}, {}],
    ['of files without objects', { 'README.md': 'a' }, { 'README.md': 'b' }],
  ])('%s', (_, base, head) => {
    const { code, out } = review(base, head);
    expect(out).toMatch(/^Permissions may change: .*nothing was compared/);
    expect({ code, told: out.includes('error[not-compared]') }).toEqual({ code: 1, told: true });
  });

  it('but not where neither state differs', () => {
    const catalog = { 'catalog.json': catalogText(catalogBlobs('kettle', { stable: [{ name: 'kettle.v1.0.0' }] })) };
    expect(review(catalog, catalog).out).toMatch(/^No change/);
  });
});
