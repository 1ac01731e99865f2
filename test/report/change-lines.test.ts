import { describe, expect, it } from 'vitest';
import { changeLines } from '../../src/report/change-lines.js';
import { changeOf } from '../support/hand-made-review.js';

const NAMESPACE = changeOf({ subject: { kind: 'Namespace', name: 'db' }, presence: 'added' });
const ELSEWHERE = changeOf({ subject: { kind: 'ConfigMap', namespace: 'web', name: 'settings' }, presence: 'added' });

function texts(...args: Parameters<typeof changeLines>): string[] {
  return changeLines(...args).map(({ text }) => text);
}

describe('objects that only come', () => {
  it('are not called unreviewed where other rules look at their kind', () => {
    const known = { ...NAMESPACE, id: 'object-comes-or-goes' };
    expect(texts([known, ELSEWHERE])).toEqual(['New: Namespace db', 'New, and not reviewed: ConfigMap web/settings']);
  });

  it('are named in lines that are short enough to be shown whole', () => {
    const name = (index: number): string => `${index}`.padStart(250, 'x');
    const found = Array.from({ length: 9 }, (_, index) =>
      changeOf({ subject: { kind: 'Secret', namespace: 'a', name: name(index) }, presence: 'added' }),
    );
    const lines = texts(found);
    expect(lines.length).toBe(3);
    expect(lines.every((line) => line.length < 1000)).toBe(true);
    for (let index = 0; index < 9; index += 1) expect(lines.join(' ')).toContain(name(index));
  });
});
