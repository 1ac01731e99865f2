import { describe, expect, it } from 'vitest';
import { oncePerTexts } from '../../../../../src/review/rules/changed/files/once-per-texts.js';

describe('what is made of two texts', () => {
  const counted = (room: number) => {
    const asked: string[] = [];
    const make = oncePerTexts(room, (one, other) => {
      asked.push(`${one} ${other}`);
      return `${one} ${other}`;
    });
    return { asked, make };
  };

  it('is made once, also if a text is missing', () => {
    const { asked, make } = counted(100);
    for (let times = 0; times < 2; times += 1)
      expect([make('a', 'b'), make('b', 'a'), make(undefined, 'a'), make('a', undefined), make('', 'a')]).toEqual(asked);
    expect(asked).toEqual(['a b', 'b a', 'undefined a', 'a undefined', ' a']);
  });

  it('is kept while there is room for its texts; the oldest goes first', () => {
    const { asked, make } = counted(4);
    for (const text of ['a', 'b', 'a', 'c', 'b', 'a']) make(text, 'x');
    expect(asked).toEqual(['a x', 'b x', 'c x', 'a x']);
    make('longer', 'x');
    make('longer', 'x');
    make('a', 'x');
    expect(asked.slice(4)).toEqual(['longer x', 'longer x', 'a x']);
  });
});
