import { describe, expect, it } from 'vitest';
import { ignoreRules, isIgnored } from '../../../src/olm/catalog/index-ignore.js';

/** The files that remain. */
function kept(files: readonly string[], rules: Readonly<Record<string, string>>): string[] {
  const all = Object.entries(rules).flatMap(([folder, text]) => ignoreRules(folder, text));
  return files.filter(
    (file) =>
      !isIgnored(
        file,
        all.filter(({ folder }) => file.startsWith(`${folder}/`)),
      ),
  );
}

const FILES = ['cat/README.json', 'cat/a/index.yaml', 'cat/a/index.txt', 'cat/a/objects/csv.yaml', 'cat/b/index.json'];

describe('.indexignore', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['ignores nothing when it is empty', { cat: '\n# nothing\n' }, FILES],
    ['ignores names at any depth', { cat: 'index.*\r\n' }, ['cat/README.json', 'cat/a/objects/csv.yaml']],
    ['ignores folders with all that is in them', { cat: 'a/' }, ['cat/README.json', 'cat/b/index.json']],
    [
      'ignores paths from its own folder on',
      { cat: '/README.json', 'cat/a': '/index.yaml' },
      ['cat/a/index.txt', 'cat/a/objects/csv.yaml', 'cat/b/index.json'],
    ],
    [
      'takes files back, also from a folder that is ignored, as the documented example does',
      { cat: '**/*\n!*.json\n!*.yaml\n**/objects/*.json\n**/objects/*.yaml\n' },
      ['cat/README.json', 'cat/a/index.yaml', 'cat/b/index.json'],
    ],
    ['gives the last word to the inner folder', { cat: 'objects', 'cat/a': '!csv.yaml' }, FILES],
  ])('%s', (_, rules, expected) => {
    expect(kept(FILES, rules)).toEqual(expected);
  });

  it('takes an escaped ! and # for what they are', () => {
    expect(kept(['cat/!a', 'cat/#b', 'cat/a', 'cat/b'], { cat: '\\!a\n\\#b' })).toEqual(['cat/a', 'cat/b']);
  });
});
