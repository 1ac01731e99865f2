import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWNED_FILES } from '../../../src/repository/input/owned-files.js';
import { ownedFiles } from '../../../src/repository/input/owned-files-on-disk.js';
import { folderOf } from '../../support/files.js';
import { lines } from '../../support/lines.js';

describe('the list of the files that an earlier rendering wrote', () => {
  it('is no YAML and hidden, so that Argo CD and Flux pass it over', () => {
    expect(OWNED_FILES).toMatch(/^\.[^.]+$/);
  });

  it('names one file a line; comments and empty lines do not count', () => {
    const folder = folderOf({
      [OWNED_FILES]: lines('# written by cdk8s-olm', '', 'cluster.k8s.yaml', 'ns-team-a.k8s.json'),
      'cluster.k8s.yaml': '',
      'ns-team-a.k8s.json': '',
      'ns-team-b.k8s.yaml': '',
    });
    expect(ownedFiles(folder)).toEqual(new Set(['cluster.k8s.yaml', 'ns-team-a.k8s.json']));
  });

  it('may have lines that end as on Windows', () => {
    const folder = folderOf({
      [OWNED_FILES]: '# written by cdk8s-olm\r\n\r\na.k8s.yaml\r\nb.k8s.yaml\r\n',
      'a.k8s.yaml': '',
      'b.k8s.yaml': '',
    });
    expect(ownedFiles(folder)).toEqual(new Set(['a.k8s.yaml', 'b.k8s.yaml']));
  });

  it('names none when it is not there', () => {
    expect(ownedFiles(folderOf({ 'a.k8s.yaml': '' }))).toEqual(new Set());
  });

  it('names none when it is a folder', () => {
    expect(ownedFiles(folderOf({ [`${OWNED_FILES}/a.k8s.yaml`]: '', 'a.k8s.yaml': '' }))).toEqual(new Set());
  });

  it.each([
    ...['../a.k8s.yaml', 'sub/a.k8s.yaml', '/etc/a.k8s.yaml', './a.k8s.yaml', 'a.k8s.yaml/', '..', '.'],
    ...[String.raw`..\a.k8s.yaml`, String.raw`C:\a.k8s.yaml`],
  ])('cannot lead out of the folder: %s', (name) => {
    const root = folderOf({
      'a.k8s.yaml': '',
      [`out/${OWNED_FILES}`]: lines(name, 'cluster.k8s.yaml'),
      'out/cluster.k8s.yaml': '',
      'out/sub/a.k8s.yaml': '',
      'out/..\\a.k8s.yaml': '',
      'out/C:\\a.k8s.yaml': '',
    });
    expect(ownedFiles(join(root, 'out'))).toEqual(new Set(['cluster.k8s.yaml']));
  });

  it.each(['a.yaml', 'cluster.k8s.yml', 'k8s.yaml', 'a.k8s.yaml.bak', 'README.md', '.git'])(
    'counts only what rendered files are called, and not %s',
    (name) => {
      const folder = folderOf({ [OWNED_FILES]: lines(name, 'cluster.k8s.yaml'), [name]: '', 'cluster.k8s.yaml': '' });
      expect(ownedFiles(folder)).toEqual(new Set(['cluster.k8s.yaml']));
    },
  );

  it('is none where it is a link that leads nowhere', () => {
    const folder = folderOf({ 'a.k8s.yaml': 'a' });
    symlinkSync('nowhere', join(folder, OWNED_FILES));
    expect(ownedFiles(folder)).toEqual(new Set());
  });

  it('counts files and links, and neither folders nor what is not there', () => {
    const folder = folderOf({
      [OWNED_FILES]: lines('file.k8s.yaml', 'link.k8s.yaml', 'lost.k8s.yaml', 'folder.k8s.yaml', 'gone.k8s.yaml'),
      'file.k8s.yaml': '',
      'folder.k8s.yaml/a.k8s.yaml': '',
    });
    symlinkSync('file.k8s.yaml', join(folder, 'link.k8s.yaml'));
    symlinkSync('nowhere', join(folder, 'lost.k8s.yaml'));
    expect(ownedFiles(folder)).toEqual(new Set(['file.k8s.yaml', 'link.k8s.yaml', 'lost.k8s.yaml']));
  });

  it('is that of this very folder, not of one around it', () => {
    const folder = folderOf({ [OWNED_FILES]: lines('a.k8s.yaml'), 'sub/a.k8s.yaml': '' });
    expect(ownedFiles(join(folder, 'sub'))).toEqual(new Set());
  });
});
