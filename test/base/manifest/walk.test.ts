import { expect, it } from 'vitest';
import { isIn } from '../../../src/base/manifest/field-changes.js';
import { type FieldPath, formatFieldPath, walk } from '../../../src/base/manifest/field-path.js';

const OBJECT = { spec: { list: [{ name: 'a' }, 'b'], skipped: { name: 'c' } } };

it('looks at all that is in a value, the outer first, with the mapping around it', () => {
  const seen: [string, unknown][] = [];
  walk(OBJECT, (value, at, within) => {
    if (typeof value === 'string') seen.push([formatFieldPath(at), Object.keys(within)]);
    return at.at(-1) === 'skipped';
  });
  expect(seen).toEqual([
    ['spec.list[0].name', ['name']],
    ['spec.list[1]', ['list', 'skipped']],
  ]);
});

it('starts its paths where it is told', () => {
  const paths: FieldPath[] = [];
  walk(
    ['a'],
    (_, at) => {
      paths.push(at);
      return false;
    },
    ['spec'],
  );
  expect(paths).toEqual([['spec'], ['spec', 0]]);
});

it('says whether something is in a value', () => {
  expect([isIn(OBJECT, (value) => value === 'c'), isIn(OBJECT, (value) => value === 'd')]).toEqual([true, false]);
});
