import { describe, expect, it } from 'vitest';
import { eachUnit, everyState, foldAlike } from '../../../src/cli/review/each-unit.js';
import type { Unit } from '../../../src/repository/units/unit.js';
import type { Units } from '../../../src/repository/units/units.js';
import { folderOf } from '../../support/files.js';

describe('every unit', () => {
  it('is the input itself where that is one, and says why it is not read', () => {
    const folder = folderOf({ 'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n' });
    expect([...everyState(folder, {})]).toMatchObject([{ unit: folder, state: { label: folder }, problems: [] }]);
    const bad = folderOf({ 'a.yaml': 'a: [\n' });
    expect([...everyState(bad, {})]).toMatchObject([{ state: { documents: [] }, problems: [{ code: 'NOT_YAML' }] }]);
  });
});

/** Units with sources of their names. */
const unitsOf = (...units: Unit[]): Units =>
  ({
    units,
    read: (some: readonly Unit[]) => new Map(some.map(({ name }) => [name, { name, files: [], near: () => undefined }])),
  }) as unknown as Units;
const unit = (name: string, ...parts: Unit[]): Unit => ({
  name,
  kind: parts.length > 0 ? 'cluster' : 'folder',
  files: [],
  ...(parts.length > 0 ? { parts } : {}),
});

describe('each unit', () => {
  it('answers for itself, and by its parts where it cannot be read as one whole', () => {
    const asked: string[] = [];
    const [a, b, c] = [unit('a'), unit('b'), unit('c')];
    const answers = [
      ...eachUnit(unitsOf(unit('one', a, b), unit('two', b, c), a), [unit('one', a, b), unit('two', b, c), a], {
        ask: ({ name }) => {
          asked.push(name);
          return name;
        },
        isRead: (name) => name !== 'one' && name !== 'two',
        partsOf: (parts) => parts.filter(({ name }) => name !== 'c'),
      }),
    ];
    expect(answers).toEqual([
      [
        { unit: 'one', answer: 'one', isInParts: true },
        { unit: 'a', answer: 'a' },
        { unit: 'b', answer: 'b' },
      ],
      [
        { unit: 'two', answer: 'two', isInParts: true },
        { unit: 'b', answer: 'b' },
      ],
      [{ unit: 'a', answer: 'a' }],
    ]);
    expect(asked).toEqual(['one', 'a', 'b', 'two']);
  });

  it('answers for a part that has the name of its cluster', () => {
    const [a, b] = [unit('a'), unit('b')];
    const all = [unit('a', a, b), unit('two', a, b)];
    const answers = [...eachUnit(unitsOf(...all), all, { ask: (_, { kind }) => kind, isRead: (kind) => kind !== 'cluster' })];
    expect(answers[1]).toEqual([
      { unit: 'two', answer: 'cluster', isInParts: true },
      { unit: 'a', answer: 'folder' },
      { unit: 'b', answer: 'folder' },
    ]);
  });

  it('has the parts of a cluster that the configuration names asked with its settings', () => {
    const entry = { name: 'prod', paths: [] } as unknown as NonNullable<Unit['entry']>;
    const asked: (string | undefined)[] = [];
    const cluster = { ...unit('prod', unit('a'), unit('b')), entry };
    for (const _ of eachUnit(unitsOf(cluster), [cluster], { ask: (__, one) => asked.push(one.entry?.name), isRead: () => false }));
    expect(asked).toEqual(['prod', 'prod', 'prod']);
  });
});

describe('answers that are alike but for their places', () => {
  it('are one, with the units that give it', () => {
    const at = (line: number) => ({ id: 'x', place: { file: 'a.yaml', line } });
    const entries = [
      { unit: 'a', value: at(1) },
      { unit: 'b', value: at(2) },
      { unit: 'c', value: { id: 'y' } },
    ];
    expect(foldAlike(entries)).toEqual([
      { value: at(1), units: ['a', 'b'] },
      { value: { id: 'y' }, units: ['c'] },
    ]);
  });
});
