import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRenderedFolder } from '../../src/source/rendered-folder.js';
import { folderOf } from '../support/files.js';

const LIST = '# written by cdk8s-olm\nns-b.k8s.yaml\ncluster.k8s.yaml\n';

describe('a folder that holds an earlier rendering and nothing else', () => {
  it('gives the files that were rendered', () => {
    const folder = folderOf({ '.cdk8s-olm': LIST, 'ns-b.k8s.yaml': 'b', 'cluster.k8s.yaml': 'c', 'README.md': 'text' });
    expect(readRenderedFolder(folder)).toEqual({
      texts: [
        { file: join(folder, 'cluster.k8s.yaml'), text: 'c' },
        { file: join(folder, 'ns-b.k8s.yaml'), text: 'b' },
      ],
      problems: [],
    });
  });

  it.each<[string, Record<string, string>]>([
    ['without a list', { 'cluster.k8s.yaml': 'c' }],
    ['with other manifests', { '.cdk8s-olm': LIST, 'cluster.k8s.yaml': 'c', 'groups.yaml': 'g' }],
    ['whose list names nothing that is there', { '.cdk8s-olm': LIST }],
  ])('is no folder %s', (_, files) => {
    expect(readRenderedFolder(folderOf(files))).toBeUndefined();
  });

  it('is no file, no missing path and no standard input', () => {
    const folder = folderOf({ 'cluster.k8s.yaml': 'c' });
    expect([join(folder, 'cluster.k8s.yaml'), join(folder, 'missing'), '-'].map(readRenderedFolder)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
