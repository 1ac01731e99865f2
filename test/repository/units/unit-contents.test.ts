import { expect, it } from 'vitest';
import type { Unit } from '../../../src/repository/units/unit.js';
import { unitContents } from '../../../src/repository/units/unit-contents.js';

it('a file is searched once for the same words, however many units ask for the others', () => {
  const files: Readonly<Record<string, string>> = { 'a.yaml': 'kind: Subscription', 'b.yaml': 'kind: Role', 'c.yaml': 'kind: Namespace' };
  const [read, announced]: string[][] = [[], []];
  const contents = unitContents({
    nameOf: (path) => path,
    list: () => [],
    identityOf: (path) => path,
    expect: (paths) => announced?.push(...paths),
    read: (path) => {
      read?.push(path);
      return Buffer.from(files[path] ?? '');
    },
  });
  const units = Object.keys(files).map((path): Unit => ({ name: path, kind: 'folder', files: [path] }));
  const searched = (word: string, isWhole?: boolean): string[] =>
    units.flatMap((unit) =>
      contents
        .mentioning(
          [word],
          units.filter((other) => other !== unit),
          isWhole,
        )
        .map(({ name }) => name),
    );
  expect(searched('Subscription')).toEqual(['a.yaml', 'a.yaml']);
  expect([read, announced].map((paths) => paths?.toSorted())).toEqual([Object.keys(files), Object.keys(files)]);
  expect(searched('Rol')).toEqual(['b.yaml', 'b.yaml']);
  expect(searched('Rol', true)).toEqual([]);
});
