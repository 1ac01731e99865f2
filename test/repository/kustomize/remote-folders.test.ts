import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closureOf } from '../../../src/repository/kustomize/kustomization-graph.js';
import { withRemotes } from '../../../src/repository/kustomize/remote-folders.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { group, namespace, serviceAccount, subscription } from '../../support/build.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { committed } from '../../support/git.js';
import { itWith, program } from '../../support/needs.js';

const URL = 'https://github.com/example/bases';
const opWith = (channel: string): string => manifests(namespace('op'), group('op/group'), subscription('op/etcd', { channel }));
const BASES = {
  'op/base/kustomization.yaml': 'resources: [op.yaml, ../common]\n',
  'op/base/op.yaml': opWith('stable'),
  'op/common/kustomization.yaml': 'resources: [map.yaml]\n',
  'op/common/map.yaml': manifests(serviceAccount('op/map')),
  'single.yaml': manifests(serviceAccount('op/single')),
};

/** What a kustomization with this entry loads of the folders, as messages name it, or why it does not. */
function loaded(entry: string, url = URL): string[] {
  const bases = folderOf(BASES);
  const folder = folderOf({ 'prod/kustomization.yaml': `# ${entry}\nresources:\n  - ${JSON.stringify(entry)}\n` });
  const tree = withRemotes(diskTree(folder), folder, [{ url, folder: bases }]);
  const { files, refused } = closureOf(tree, 'prod/kustomization.yaml');
  const below = [...files].map((path) => tree.nameOf(path)).filter((name) => name.startsWith(`${bases}/`));
  return [...below.map((name) => name.slice(bases.length + 1)).sort(), ...refused.map(({ reason }) => reason)];
}

const ALL = ['op/base/kustomization.yaml', 'op/base/op.yaml', 'op/common/kustomization.yaml', 'op/common/map.yaml'];

describe('a remote base with a folder', () => {
  it.each([
    `${URL}//op/base?ref=v1.2.3`,
    `${URL}/op/base`,
    `${URL}.git//op/base?timeout=90s&ref=main`,
    `git::${URL}.git//op/base`,
    'github.com/example/bases/op/base?ref=v1',
    'git@github.com:example/bases.git//op/base',
    'ssh://git@github.com/example/bases//op/base',
  ])('is read from it: %s', (entry) => {
    expect(loaded(entry)).toEqual(ALL);
  });

  it('is read from it where the URL is written otherwise', () => {
    expect(loaded(`${URL}//op/base?ref=v1`, 'git@github.com:example/bases.git')).toEqual(ALL);
    expect(loaded(`${URL}//op/base?ref=v1`, `${URL}/op`)).toEqual(['remote']);
    expect(loaded(`${URL}//single.yaml?ref=v1`)).toEqual(['single.yaml']);
  });

  it.each([`${URL}-more//op/base`, `${URL}//op/none`, `${URL}//op/../op/base`, `${URL}//../x`, 'https://example.com/op/base', URL])(
    'is not if it is another one, or not there: %s',
    (entry) => {
      expect(loaded(entry)).toEqual(['remote']);
    },
  );

  it('is not read in a tree that has a folder of the name of the mount', () => {
    const folder = folderOf({ 'kustomization.yaml': `resources: ["${URL}//op/base"]\n`, '.cdk8s-olm-remote/0/op/base/a.yaml': '' });
    const tree = withRemotes(diskTree(folder), folder, [{ url: URL, folder: folderOf(BASES) }]);
    expect(closureOf(tree, 'kustomization.yaml').refused.map(({ reason }) => reason)).toEqual(['remote']);
  });

  it('is told once, with what is not verified', () => {
    const bases = folderOf(BASES);
    const folder = folderOf({ 'kustomization.yaml': `resources: ["${URL}//op/base?ref=v1"]\n` });
    expect(cli(['check', folder]).code).toBe(2);
    const { code, err, out } = cli(['check', folder, '--remote', `${URL}=${bases}`]);
    expect([code, err]).toEqual([
      0,
      `remote bases are read from folders: ${URL} from ${bases}; which revision these have is not verified\n`,
    ]);
    expect(out).toContain(`${bases}/op/base/op.yaml`);
    expect(cli(['check', folder, '--remote', bases])).toMatchObject({ code: 2, err: expect.stringContaining('Expected URL=FOLDER') });
  });

  itWith([program('kubectl')], 'is built with what is around it', () => {
    const folder = folderOf({ 'kustomization.yaml': `namespace: moved\nresources: ["${URL}//op/base?ref=v1"]\n` });
    const { code, out } = cli(['check', folder, '--remote', `${URL}=${folderOf(BASES)}`]);
    expect([code, out]).toEqual([0, expect.stringContaining('moved/etcd')]);
  });

  it('in the repository is taken at the revision of its side', () => {
    const top = committed({
      'prod/kustomization.yaml': `resources: ["${URL}//op/base?ref=v1"]\n`,
      ...Object.fromEntries(Object.entries(BASES).map(([path, text]) => [`vendor/${path}`, text])),
    });
    writeFileSync(join(top, 'vendor/op/base/op.yaml'), opWith('other'));
    const start = process.cwd();
    process.chdir(top);
    try {
      expect(cli(['review', 'git:HEAD:prod', 'prod', '--remote', `${URL}=vendor`]).out).toContain('other');
    } finally {
      process.chdir(start);
    }
  });

  it('does not come from the configuration of HEAD', () => {
    const files = { 'kustomization.yaml': `resources: ["${URL}//op/base?ref=v1"]\n` };
    const bases = Object.fromEntries(Object.entries(BASES).map(([path, text]) => [`bases/${path}`, text]));
    const options = { 'prod/.cdk8s-olm.yaml': `options:\n  remote: ["${URL}=bases"]\n` };
    const without = folderOf(files);
    const start = process.cwd();
    process.chdir(folderOf({ 'prod/kustomization.yaml': files['kustomization.yaml'], ...bases, ...options }));
    try {
      expect(cli(['check', 'prod']).code).toBe(0);
      const { out } = cli(['review', without, 'prod']);
      expect(out).toContain('changes the options that every run uses (remote); they count once this is merged');
      expect(out).not.toContain('Subscription');
      expect(cli(['review', 'prod', without]).err).toContain('is not verified');
    } finally {
      process.chdir(start);
    }
  });
});
