/** Finding what runs this review takes about as many steps as the texts are long, whatever the names; what is too much counts as a link. */
import { describe, expect, it } from 'vitest';
import type { UnreadFile } from '../../../../../src/olm/model/unread-file.js';
import { type Start, StartIndex, type Way } from '../../../../../src/review/rules/changed/files/gate-words.js';
import { gateOf } from '../../../../../src/review/rules/changed/files/gates.js';

/** How a text starts a name in each way. */
const WAYS: Readonly<Record<Way, (name: string) => string>> = {
  run: (name) => `make -s ${name}`,
  script: (name) => `echo scripts.${name}`,
  variable: (name) => `$(${name}) a`,
  braces: (name) => `{{ ${name} }}`,
  word: (name) => `./${name} a`,
  hidden: (name) => `- [${name}]`,
  extended: (name) => `extends: ${name}`,
  step: (name) => `hack/${name} a`,
  included: (name) => `include: ${name}`,
  local: (name) => `./${name}`,
  loop: (name) => `for a in ${name}/*; do`,
  parts: (name) => `run-parts ./${name}`,
  glob: (name) => `cat ${name}/*.sh`,
  fed: (name) => `cat ci/${name}`,
  shelled: (name) => `bash ci/${name}`,
  piped: (name) => `tee ${name} | sh`,
  assigned: (name) => `F=${name}`,
};
const startOf = (way: Way, name: string): Start => ({ way, name, ...(way === 'glob' ? { ending: '.sh' } : {}) });

/** Names of many kinds, which begin or end alike. */
const SHAPES: Readonly<Record<string, (index: number) => string>> = {
  short: (index) => `t${index}`,
  long: (index) => `${'a'.repeat(60)}${index}`,
  'with a number before': (index) => `${index}${'a'.repeat(60)}`,
  'in groups': (index) => `a:b:${index}`,
  'with dots': (index) => `a.b.${index}`,
};

function steps(names: readonly string[], ways: readonly Way[], text: string): number {
  const index = new StartIndex(names.flatMap((name) => ways.map((way) => startOf(way, name))));
  for (const _ of index.in(text));
  return index.steps;
}

describe.each(Object.entries(WAYS))('names that are started by way of %s', (key, textOf) => {
  const way = key as Way;

  it.each(Object.entries(SHAPES))('are found among others, if they are %s', (_, shape) => {
    if (key === 'variable' || (key === 'extended' && shape(1).includes(':'))) return;
    const index = new StartIndex(Array.from({ length: 20 }, (__, at) => startOf(way, shape(at))));
    expect([...index.in(`echo\n${textOf(shape(7))}\n`)]).toEqual([startOf(way, shape(7))]);
    expect(index.isIn(`echo\n${textOf(shape(70))}\n`)).toBe(false);
    expect(index.isIn(`echo ${shape(7)}x\n`)).toBe(false);
  });

  it.each(Object.entries(SHAPES))('take no more steps if there are more of them, and they are %s', (_, shape) => {
    const names = Array.from({ length: 1000 }, (__, at) => shape(at));
    const text = names.map(textOf).join('\n');
    expect(steps(names, [way], text)).toBeLessThan(3 * text.length);
    expect(steps(names, [way], 'make make '.repeat(2000))).toBeLessThan(3 * 20_000);
  });
});

it('reads a text once, whatever the number of ways and names in it', () => {
  const ways = Object.keys(WAYS) as Way[];
  const text = (count: number): string =>
    Array.from({ length: count }, (_, at) => ways.map((way) => WAYS[way](`t${at}`)).join('\n')).join('\n');
  const [few, many] = [200, 2000].map((count) =>
    steps(
      Array.from({ length: count }, (_, at) => `t${at}`),
      ways,
      text(count),
    ),
  );
  expect(many).toBeLessThan(11 * (few ?? 0));
});

describe('a text that is too much to tell', () => {
  const name = 'a + '.repeat(5000);

  it('counts as one that starts everything', () => {
    const index = new StartIndex([{ way: 'run', name: `${name}b` }]);
    expect([...index.in(name)]).toEqual([undefined]);
    expect(index.steps).toBeLessThan(40 * name.length);
    expect(new StartIndex([]).isIn('a'.repeat(4_000_001))).toBe(true);
    expect(new StartIndex([]).isIn('a'.repeat(4_000_000))).toBe(false);
  });

  it('is a link of what runs the review', () => {
    const file = (path: string, reason: 'forge' | 'other', text: string): UnreadFile => ({ path, file: path, reason, content: text, text });
    const long = file('a.sh', 'other', '#!/bin/sh\n'.repeat(400_001));
    const pipeline = file('.github/workflows/a.yaml', 'forge', 'run: ./a.sh\n');
    const gate = gateOf([pipeline, long]);
    expect([gate.isRunBy(long), gate.isRunBy(pipeline)]).toEqual([true, true]);
  });
});
