import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { widthOf } from '../../../src/report/text/width.js';

it.each(['', 'plain ~', '宽', 'é', '👩‍👩‍👧', '\u001b[31mred\u001b[0m', 'a\tb', 'a\nb', '\u0000', '\u007f', 'ｱﾞ'])(
  'is that of the terminal: %j',
  (text) => {
    expect(widthOf(text)).toBe(stringWidth(text));
  },
);
