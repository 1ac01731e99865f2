/** Arbitrary JSON-like data, full of what YAML gives a meaning to. */
import fc from 'fast-check';

const WORDS = [
  'on',
  'y',
  'No',
  'null',
  '~',
  '',
  'true',
  '=',
  '<<',
  '.inf',
  '.nan',
  '-',
  '?',
  ':',
  '---',
  '...',
  '%YAML',
  '|',
  '>',
  '!!int',
];
const NUMBERS = ['012', '08', '0o7', '-0o7', '0x1F', '0b1', '1_000', '1e3', '.5', '+1', '-0', '1.', '1:30', '2024-01-01', '1e400'];
const PIECES = [
  ...[
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    '\r',
    '\r\n',
    ': ',
    ' #',
    '- ',
    '? ',
    '*a',
    '&a',
    '!',
    '%',
    '@',
    '`',
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    "'",
    '\\',
  ],
  ...[
    '\u0000',
    '\u001b[31m',
    '\u007f',
    '\u0080',
    '\u0085',
    '\u009f',
    '\u00a0',
    '\u200b',
    '\u2028',
    '\u2029',
    '\u202e',
    '\ufeff',
    '\ufffe',
    '\uffff',
    'ä',
    '漢',
    '😀',
    'a',
    '1',
  ],
];

/** Text: words and numbers of YAML, pieces of its syntax, and anything else but lone surrogates. */
export const text = fc.oneof(
  fc.constantFrom(...WORDS, ...NUMBERS),
  fc.array(fc.constantFrom(...PIECES, ...WORDS, ...NUMBERS), { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.string(),
  fc.string({ unit: 'binary' }),
);

const LARGEST = 2n ** 64n - 1n;
const SMALLEST = -(2n ** 63n);

/** Numbers as parsing gives them: integers of 64 bits that a double cannot hold are bigint. JSON has no -0. */
export const number = fc.oneof(
  fc.maxSafeInteger(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => value + 0)
    .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) > 2 ** 64),
  fc.bigInt({ min: SMALLEST, max: LARGEST }).filter((value) => !Number.isSafeInteger(Number(value))),
);

/** Any JSON-like value; no key is `__proto__`, nor `<<`, which no input can have. */
export const jsonData: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      text.filter((key) => key !== '__proto__' && key !== '<<'),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).value;
