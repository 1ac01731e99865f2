import { describe, expect, it } from 'vitest';
import { addKnown } from '../../../../src/review/rules/baseline/known.js';
import { lines } from '../../../support/lines.js';

const seen = { kind: 'A.example.com', reason: 'seen' };
const found = [
  { kind: 'A.example.com', reason: '?' },
  { annotation: 'example.com/b', reason: '?' },
];

describe('more under known', () => {
  it('comes after all else of a baseline, and is all of one that was not there', () => {
    const section = lines('known:', '  - kind: A.example.com', '    reason: "?"', '  - annotation: example.com/b', '    reason: "?"');
    expect(addKnown('', [], found)).toBe(section);
    expect(addKnown('# ours\naccept: [] # none\n\n', [], found)).toBe(`# ours\naccept: [] # none\n${section}`);
  });

  it('leaves what is there as it is written, and says nothing twice', () => {
    const before = ['# ours', 'known: # looked at', '- kind: A.example.com', '  reason: seen # in May', '', '# and then', 'accept: []'];
    const added = ['- annotation: example.com/b', '  reason: "?"'];
    expect(addKnown(lines(...before), [seen], found)).toBe(lines(...before.slice(0, 4), ...added, ...before.slice(4)));
    expect(addKnown(lines(...before), [seen], found.slice(0, 1))).toBe(lines(...before));
  });

  it('is written anew where no line can be added', () => {
    const whole = lines('known:', '  - kind: A.example.com', '    reason: seen', '  - annotation: example.com/b', '    reason: "?"');
    expect(addKnown('{known: [{kind: A.example.com, reason: seen}]}\n', [seen], found)).toBe(whole);
    expect(addKnown('known: []\n', [], found.slice(1))).toBe(lines('known:', '  - annotation: example.com/b', '    reason: "?"'));
  });
});
