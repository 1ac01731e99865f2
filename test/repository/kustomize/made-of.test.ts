import { expect, it } from 'vitest';
import { madeOf } from '../../../src/repository/kustomize/made-of.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { folderOf } from '../../support/files.js';

const FILES = {
  'kustomization.yaml': 'resources: [a.yaml, ../nowhere]\npatches: [{path: p.yaml}]\nconfigMapGenerator: [{name: c, files: [c.yaml]}]\n',
  'a.yaml': 'a: 1\nb: [1, 2]\n',
  'p.yaml': 'a: 1\n',
  'c.yaml': 'a: 1\n',
};
type Files = Readonly<Record<string, string>>;
/** Of one file, the bytes as well. */
const TWICE: Files = { 'kustomization.yaml': FILES['kustomization.yaml'].replace('[c.yaml]', '[a.yaml]') };
const made = (files: Files): string => {
  const tree = diskTree(folderOf({ ...FILES, ...files }));
  return madeOf(tree, 'kustomization.yaml');
};

it.each<[what: string, files: Files, isSame: boolean, before?: Files]>([
  ['comments, blanks and the order of keys of objects', { 'a.yaml': '# b\nb: [1,   2]\n\na: 1 # one\n' }, true],
  ['comments of a patch', { 'p.yaml': '# a\na: 1\n' }, true],
  ['comments of the kustomization', { 'kustomization.yaml': `# a\n${FILES['kustomization.yaml']}` }, true],
  ['a value', { 'a.yaml': 'a: 1\nb: [1, 3]\n' }, false],
  ['the type of a value', { 'a.yaml': 'a: "1"\nb: [1, 2]\n' }, false],
  ['the order of a list', { 'a.yaml': 'a: 1\nb: [2, 1]\n' }, false],
  ['comments of a file whose bytes become a value', { 'c.yaml': 'a: 1 # one\n' }, false],
  ['comments of a resource whose bytes become a value, too', { 'a.yaml': '# b\na: 1\nb: [1, 2]\n', ...TWICE }, false, TWICE],
  ['a comment that a tool runs', { 'a.yaml': 'a: 1 # {"$imagepolicy": "a:b"}\nb: [1, 2]\n' }, false],
  ['what is no YAML', { 'a.yaml': 'a: 1\nb: [1, 2]]\n' }, false],
  ['an entry', { 'kustomization.yaml': FILES['kustomization.yaml'].replace('nowhere', 'there') }, false],
])('what a kustomization is made of: %s', (_, files, isSame, before = {}) => {
  expect(made(before) === made(files)).toBe(isSame);
});
