/** A folder of bundles that nothing installs: each version that a change touches is compared with the one that it replaces. */
import { describe, expect, it } from 'vitest';
import { namespace, subscription } from '../../support/build.js';
import { type BundleFields, bundleFiles } from '../../support/bundle-files.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { asking, READ_PODS } from '../../support/permissions.js';

const READ_SECRETS = { ...READ_PODS, resources: ['secrets'] };

const robot = (...rules: (typeof READ_PODS)[]): BundleFields => asking({ clusterPermissions: [{ serviceAccountName: 'robot', rules }] });
const QUIET = robot(READ_PODS);
const LOUD = robot(READ_PODS, READ_SECRETS);
const review = (base: Record<string, string>, head: Record<string, string>): ReturnType<typeof cli> =>
  cli(['review', folderOf(base), folderOf(head)]);
const CATALOGUE = { ...bundleFiles('kettle/1.0.0', QUIET), ...bundleFiles('etcd/1.0.0', QUIET) };

describe('a folder of bundles', () => {
  it('has a new version compared with the one that it replaces', () => {
    const { out, err } = review(CATALOGUE, { ...CATALOGUE, ...bundleFiles('kettle/1.1.0', { ...LOUD, replaces: 'kettle.v1.0.0' }) });
    expect(out).toMatch(/^Grants more: ServiceAccount kettle\/robot can (?:now also )?get/);
    expect(out).toContain('1.0.0 → 1.1.0');
    expect(err).toContain(
      '3 bundles, each compared with the one that it replaces, as if both were installed; the change touches kettle/1.1.0',
    );
  });

  it('has one without a predecessor in its CSV compared with the version before it', () => {
    const versions = { ...CATALOGUE, ...bundleFiles('kettle/0.9.0', LOUD) };
    expect(review(versions, { ...versions, ...bundleFiles('kettle/1.0.1', LOUD) }).out).toContain('1.0.0 → 1.0.1');
  });

  it('has a version that is changed in its place compared with what it was', () => {
    expect(review(CATALOGUE, { ...CATALOGUE, ...bundleFiles('kettle/1.0.0', LOUD) }).out).toMatch(/^Grants more/);
  });

  it('has a new operator told whole', () => {
    const { out } = review(CATALOGUE, { ...CATALOGUE, ...bundleFiles('db/1.0.0', LOUD) });
    expect(out).toMatch(/^Grants more: ServiceAccount db\/robot/);
    expect(out).toContain('new: 1.0.0');
  });

  it('takes nothing from a cluster where a version is removed', () => {
    const { out } = review({ ...CATALOGUE, ...bundleFiles('kettle/1.1.0', LOUD) }, CATALOGUE);
    expect(out).not.toContain('Grants less');
    expect(out).toContain('Bundle kettle.v1.1.0');
  });

  it('tells of what is beside the bundles', () => {
    const beside = { 'jobs/all.yaml': manifests(namespace('jobs')) };
    expect(review(CATALOGUE, { ...CATALOGUE, ...beside }).out).not.toMatch(/^No change/);
  });

  it('is judged by its Subscriptions where it has any', () => {
    const asking = { 'apps/kettle.yaml': manifests(subscription('kettle/kettle')) };
    expect(review({ ...CATALOGUE, ...asking }, { ...CATALOGUE, ...asking }).err).not.toContain('each compared');
  });
});

describe('versions in the old packagemanifests format', () => {
  /** The files of a version: those of `manifests/` are in its own folder, and a file next to the versions names the package. */
  const old = (version: string, fields: BundleFields): Record<string, string> =>
    Object.fromEntries(
      Object.entries(bundleFiles(`kettle/${version}`, fields)).flatMap(([path, text]) =>
        path.includes('/manifests/')
          ? [
              [
                path.includes('csv') || text.includes('ClusterServiceVersion')
                  ? `kettle/${version}/kettle.v${version}.clusterserviceversion.yaml`
                  : path.replace('/manifests/', '/'),
                text,
              ],
            ]
          : [],
      ),
    );
  const packaged = { 'kettle/kettle.package.yaml': 'packageName: kettle\nchannels: [{ name: stable, currentCSV: kettle.v1.0.0 }]\n' };
  const versions = { ...packaged, ...old('0.9.0', QUIET), ...old('1.0.0', QUIET) };

  it('are compared with their predecessors, like bundles', () => {
    const { out } = review(versions, { ...versions, ...old('1.1.0', LOUD) });
    expect(out).toMatch(/^Grants more: ServiceAccount kettle\/robot can (?:now also )?get/);
    expect(out).toContain('1.0.0 → 1.1.0');
  });

  it('are manifests in any other input, so that no file can hide in such a folder', () => {
    const { err } = cli(['check', folderOf({ ...versions, 'jobs/all.yaml': manifests(namespace('jobs')) })]);
    expect(err.match(/error\[\w+\]/g)).toEqual(['error[NOT_A_MANIFEST]']);
  });
});
