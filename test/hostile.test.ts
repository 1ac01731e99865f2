/** Any bytes at all as input: the command line ends with one of its exit codes, and writes everything or nothing. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emitYaml } from '../src/base/manifest/emit.js';
import { csv, group, namespace } from './support/build.js';
import { cli, manifests, type Outcome } from './support/command-line.js';
import { contentOf, folderOf } from './support/files.js';
import { FINE } from './support/inputs.js';
import { runs } from './support/runs.js';

const VALID = FINE.map(emitYaml).join('---\n');
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** What must hold of a run, whatever the input. */
function expectGoodEnd({ code, out, err }: Outcome): void {
  expect([0, 1, 2]).toContain(code);
  expect(err).not.toMatch(STEERING);
  if (code === 2) expect(err).toMatch(/\d+ problems?; nothing was written\n$/);
  if (code !== 0) expect(out).toBe('');
}

const pieces = fc.constantFrom(
  ...[
    '\n',
    '\n  ',
    '\t',
    ': ',
    '- ',
    '---\n',
    '...\n',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ', ',
    '&a ',
    '*a',
    '!!int ',
    '|\n',
    '>-\n',
    '#',
    '%',
    '? ',
  ],
  ...[
    'null',
    'true',
    '012',
    '.nan',
    '<<: ',
    '__proto__',
    'constructor',
    'olm.copiedFrom: x',
    '\u0000',
    '\u001b[31m',
    '\u009b2J',
    '\u202e',
    '\ud800',
  ],
  ...['../../etc/passwd', 'a'.repeat(300), 'List', 'items: []', 'kind: ', 'metadata: ', 'namespace: ', 'spec: ', 'matchLabels: '],
);

/** Small changes of a text: something put in, taken out, doubled or moved. */
const change = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 40 }),
  how: fc.constantFrom('insert', 'remove', 'replace', 'double', 'cut', 'move'),
  piece: pieces,
});

function apply(text: string, { at, length, how, piece }: { at: number; length: number; how: string; piece: string }): string {
  const start = at % (text.length + 1);
  const [before, part, after] = [text.slice(0, start), text.slice(start, start + length), text.slice(start + length)];
  switch (how) {
    case 'insert':
      return before + piece + part + after;
    case 'remove':
      return before + after;
    case 'replace':
      return before + piece + after;
    case 'double':
      return before + part + part + after;
    case 'cut':
      return before;
    default:
      return before + after + part;
  }
}

const mutated = fc.array(change, { minLength: 1, maxLength: 5 }).map((changes) => changes.reduce(apply, VALID));

describe('any input', () => {
  it('is valid to begin with', () => {
    expect(cli(['check', join(folderOf({ 'input.yaml': VALID }), 'input.yaml')]).code).toBe(0);
  });

  it('of random bytes ends well', () => {
    const file = join(folderOf(), 'input.yaml');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        writeFileSync(file, bytes);
        expectGoodEnd(cli(['render', file]));
      }),
      runs(24),
    );
  });

  it('that is nearly a manifest ends well, leniently or not', () => {
    const file = join(folderOf(), 'input.yaml');
    fc.assert(
      fc.property(mutated, fc.subarray(['--lenient', '--allow-failed', '--profile=olm']), (text, options) => {
        writeFileSync(file, text);
        expectGoodEnd(cli(['render', file, ...options]));
        const { code, out, err } = cli(['check', file, '--format', 'json', ...options]);
        expect({ code: [0, 1, 2].includes(code ?? -1), err }).toEqual({ code: true, err: '' });
        expect(out).not.toMatch(STEERING);
        JSON.parse(out);
      }),
      runs(32),
    );
  });

  it('leaves an output folder whole: as it was, or as the new rendering has it', () => {
    const folder = folderOf({ 'input.yaml': '' });
    const [file, output] = [join(folder, 'input.yaml'), join(folder, 'out')];
    writeFileSync(file, VALID);
    cli(['render', file, '-o', output]);
    fc.assert(
      fc.property(mutated, (text) => {
        const before = contentOf(output);
        writeFileSync(file, text);
        const { code } = cli(['render', file, '-o', output]);
        const { '.cdk8s-olm': list = '', ...files } = contentOf(output);
        if (code !== 0) expect({ '.cdk8s-olm': list, ...files }).toEqual(before);
        else expect(list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual(Object.keys(files).sort());
        expect(readdirSync(folder).sort()).toEqual(['input.yaml', 'out']);
      }),
      runs(12),
    );
  });
});

describe('a name', () => {
  const NAMES = ['a/b', '../a', '..', '.', '/etc/passwd', 'a\u0000b', 'a\nb', 'a\\b', 'C:a', '', ' ', '\u001b[2J', '-', 'A', 'ä'];

  it.each(NAMES)('that would lead elsewhere is refused wherever a file could be called by it: %j', (name) => {
    const inputs = [
      [namespace(name)],
      [namespace('team'), group(`team/x`), { ...group('team/x'), metadata: { name: 'g', namespace: name } }],
      [namespace('team'), group('team/g', { targets: [name] })],
      [namespace('team'), group('team/g'), { ...csv('team/x'), metadata: { name: 'c', namespace: name } }],
      [namespace('team'), group('team/g'), { ...csv('team/x'), metadata: { name, namespace: 'team' } }],
    ];
    for (const [index, objects] of inputs.entries()) {
      const folder = folderOf({ 'input.yaml': manifests(...objects) });
      const { code, err } = cli(['render', join(folder, 'input.yaml'), '-o', join(folder, 'out')]);
      // OLM takes the empty target, and never syncs the group.
      if (name === '' && index === 2) continue;
      expect(code).toBe(2);
      expect(err).not.toMatch(STEERING);
      expect(readdirSync(folder)).toEqual(['input.yaml']);
    }
  });
});

describe('a folder', () => {
  it('does not lead out of itself, by links of any kind', () => {
    const outside = folderOf({ 'secret.yaml': 'secret: [', 'sub/secret.yaml': 'secret: [' });
    const folder = folderOf({ 'input.yaml': manifests(...FINE) });
    mkdirSync(join(folder, 'sub'));
    symlinkSync(join(outside, 'secret.yaml'), join(folder, 'link.yaml'));
    symlinkSync(join(outside, 'sub'), join(folder, 'sub', 'folder'));
    symlinkSync('../../../../../../../../etc', join(folder, 'sub', 'etc.yaml'));
    symlinkSync('self.yaml', join(folder, 'self.yaml'));
    symlinkSync(folder, join(folder, 'sub', 'circle'));
    expect(cli(['check', folder])).toEqual(cli(['check', join(folder, 'input.yaml')]));
  });
});
