import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { below } from '../../../src/repository/trees/file-tree.js';

describe('a path below a folder', () => {
  const folders = ['.', '', 'a', 'a/', './a', '../a', '/', '/a/b', 'a//b'];
  const paths = ['', '.', 'b.yaml', 'b/c.yaml', '.hidden', 'a..b', '..b/c', 'b/../c', '../b', './b', 'b/', 'b//c', '/b', 'b/..'];

  it.each(folders)('is what join gives, below %j', (folder) => {
    expect(paths.map(below(folder))).toEqual(paths.map((path) => join(folder, path)));
  });
});
