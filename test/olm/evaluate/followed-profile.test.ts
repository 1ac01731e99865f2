import { describe, expect, it } from 'vitest';
import { followedProfile } from '../../../src/olm/evaluate/followed-profile.js';
import { followedSides } from '../../../src/olm/evaluate/followed-sides.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundleFiles } from '../../support/bundle-files.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const extension = (packageName: string) => ({
  apiVersion: 'olm.operatorframework.io/v1',
  kind: 'ClusterExtension',
  metadata: { name: 'db' },
  spec: { namespace: 'ops', serviceAccount: { name: 'installer' }, source: { sourceType: 'Catalog', catalog: { packageName } } },
});
const BUNDLE = bundleFiles('kettle/1.0.0');
const V1 = manifests(namespace('ops'), extension('kettle'));
const V0 = manifests(namespace('op'), group('op/group'), subscription('op/kettle'));
const clusterOf = (...texts: string[]) =>
  readInput([folderOf(Object.fromEntries(texts.map((text, index) => [`${index}.yaml`, text])))]).cluster;
const NOTE = 'the profile olm-v1 is followed, because the input has ClusterExtensions and nothing of OLM v0';

describe('the profile that nobody names', () => {
  it('is that of the only generation of OLM in the input', () => {
    expect(
      [[clusterOf(V1)], [clusterOf(V0)], [clusterOf(V0, V1)], [clusterOf(V1), clusterOf(V0)], []].map((all) => followedProfile(all)),
    ).toEqual(['olm-v1', 'olm', 'olm', 'olm', 'olm']);
  });

  it('is that of OLM v0 where a group waits for its operators', () => {
    expect(followedProfile([clusterOf(V1, manifests(namespace('op'), group('op/group')))])).toBe('olm');
  });

  it('is followed by both sides of a change, and by none where one of them has a name', () => {
    const profiles = (...sides: Parameters<typeof followedSides>) => followedSides(...sides).map(({ profile }) => profile);
    expect(profiles({}, {}, [clusterOf(V1)])).toEqual(['olm-v1', 'olm-v1']);
    expect(profiles({ profile: 'olm' }, {}, [clusterOf(V1)])).toEqual(['olm', 'olm']);
    expect(profiles({}, { profile: 'documented' }, [clusterOf(V1)])).toEqual(['olm', 'documented']);
  });

  it('is that of the documents where operators are installed without OLM, unless OLM installs some of them', () => {
    expect(followedProfile([clusterOf(V0)], {})).toBe('documented');
    expect(followedProfile([clusterOf(V0)], { only: { namespaces: ['op'], operators: [] } })).toBe('olm');
    expect(followedProfile([clusterOf(V1)], {})).toBe('olm-v1');
  });

  it('is said once by check, and an option wins', () => {
    const folder = folderOf({ 'v1.yaml': V1, ...BUNDLE });
    const { out } = cli(['check', folder]);
    expect(out.split(NOTE)).toHaveLength(2);
    expect(out).toMatch(/^db +kettle +kettle\.v1\.0\.0 +ops +-$/m);
    const explicit = cli(['check', folder, '--profile', 'documented']).out;
    expect(explicit).not.toContain(NOTE);
    expect(explicit).toContain('1 ClusterExtension is not judged by the profile documented');
  });

  it('is followed by render and review', () => {
    const folder = folderOf({ 'v1.yaml': V1, ...BUNDLE });
    const [followed, named] = [cli(['render', folder]), cli(['render', folder, '--profile', 'olm-v1'])];
    expect(followed.out).toBe(named.out);
    expect(followed.out).toContain('kind: Namespace');
    const { err, out } = cli(['review', folderOf({ 'v1.yaml': manifests(namespace('ops')) }), folder]);
    expect(err).toContain(NOTE);
    expect(out).not.toContain('does not cover');
  });
});

describe('a ClusterExtension whose catalog is not at hand', () => {
  const input = () => folderOf({ 'v1.yaml': manifests(namespace('ops'), extension('ketle')), ...BUNDLE });

  it('is not known, and no error', () => {
    const folder = input();
    const { code, out } = cli(['check', folder]);
    expect(code).toBe(0);
    expect(out).toMatch(/^db +ketle +not known +ops +any catalog +not known$/m);
    expect(out).toContain(
      '1 operator of ClusterExtensions is not known, so its permissions are not judged: ketle; did you mean kettle for ketle?',
    );
    expect(cli(['check', folder, '--fail-on', 'unknown-operator']).code).toBe(1);
  });

  it('is not installed, unless it is left out', () => {
    const folder = input();
    const { code, out, err } = cli(['render', folder]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('1 operator is not known and cannot be installed: db');
    expect(cli(['render', folder, '--allow-unknown-operators']).code).toBe(0);
  });

  it('perhaps can do what is asked about', () => {
    expect(cli(['can-i', 'get', 'secrets', input(), '--as', 'ops/manager'])).toMatchObject({ code: 3 });
  });
});
