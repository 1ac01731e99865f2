/**
 * Breaks inputs at random, and runs commands on them: `npm run fuzz -- [RUNS] [SEED] [FOLDER...]`. A run must end with an answer or with errors about the
 * input, in time. Ends with 1 if one did not, and keeps what it was run on.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { loadCommands } from '../build/src/cli/commands.js';
import { runToEnd } from '../build/src/cli/program.js';

const [runs = 300, seed = 1] = process.argv.slice(2, 4).map(Number);
const LONGEST = 10_000;
let state = seed;
/** A number below one, the same in each run with a seed (mulberry32). */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const pick = (list) => list[Math.floor(random() * list.length)];

const ROOT = join(import.meta.dirname, '..');
const STARTS = [join(ROOT, 'examples'), ...process.argv.slice(4)]
  .flatMap(filesBelow)
  .filter((file) => /\.ya?ml$/.test(file))
  .map((file) => file.replace(/\/(?:manifests|metadata)?\/?[^/]*$/, ''));
const FOLDERS = [...new Set(STARTS)].filter((folder) => size(folder) < 300_000);
const VALUES = [
  0,
  1,
  -1,
  1.5,
  1e300,
  true,
  null,
  '',
  ' ',
  '*',
  'x'.repeat(5000),
  [],
  {},
  [1],
  [[]],
  [null],
  [{}],
  { '': null },
  '\u0000',
  '\u001b[31m',
  '__proto__',
  'constructor',
  '2020-01-01',
  '{{ .Values.x }}',
  '$(X)',
];
const KEYS = ['__proto__', 'constructor', 'toString', '', 'rules', 'spec', 'metadata', 'kind', 'items', 'name'];

function filesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile());
  } catch {
    return [];
  }
}

function size(folder) {
  return filesBelow(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** All places in a value, as the container and the key. */
function places(value, found = []) {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value, key]);
    places(value[key], found);
  }
  return found;
}

function breakValue(documents) {
  const all = documents.flatMap((document) => places(document));
  if (all.length === 0) return;
  const [holder, key] = pick(all);
  const act = pick(['set', 'set', 'set', 'drop', 'twice', 'move', 'add']);
  if (act === 'set') holder[key] = pick(VALUES);
  else if (act === 'drop') Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key];
  else if (act === 'twice' && Array.isArray(holder)) holder.push(holder[key]);
  else if (act === 'move') {
    const [other, at] = pick(all);
    holder[key] = structuredClone(other[at]);
  } else if (!Array.isArray(holder))
    Object.defineProperty(holder, pick(KEYS), { value: pick(VALUES), enumerable: true, writable: true, configurable: true });
}

function breakText(text) {
  const at = Math.floor(random() * text.length);
  const act = pick(['cut', 'drop', 'insert', 'line']);
  if (act === 'cut') return text.slice(0, at);
  if (act === 'drop') return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 20));
  if (act === 'insert')
    return (
      text.slice(0, at) +
      pick(['\t', '---\n', ': ', '&a ', '*a ', '!!binary ', '\u0000', '\ufeff', '"', '{', '- ', '\u2028']) +
      text.slice(at)
    );
  const lines = text.split('\n');
  lines.splice(Math.floor(random() * lines.length), 0, pick(lines));
  return lines.join('\n');
}

function breakFile(file) {
  const text = readFileSync(file, 'utf8');
  if (random() < 0.25) return writeFileSync(file, breakText(text));
  const documents = parseAllDocuments(text).map((one) => one.toJS());
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) breakValue(documents);
  const broken = documents.map((one) => stringify(one, { aliasDuplicateObjects: false })).join('---\n');
  writeFileSync(file, broken);
}

async function runOn(argv) {
  let err = '';
  const terminal = {
    out() {},
    err: (text) => {
      err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    env: {},
  };
  const start = performance.now();
  const code = await runToEnd(argv, terminal, await loadCommands(argv)).catch((error) => `thrown: ${error.stack}`);
  return { code, err, time: performance.now() - start };
}

const top = mkdtempSync(join(tmpdir(), 'cdk8s-olm-fuzz-'));
let failed = 0;
for (let number = 0; number < runs; number++) {
  const from = pick(FOLDERS);
  const [base, head] = ['base', 'head'].map((side) => join(top, String(number), side));
  for (const side of [base, head]) cpSync(from, side, { recursive: true });
  const files = filesBelow(head).filter((file) => /\.ya?ml$/.test(file));
  try {
    breakFile(pick(files));
  } catch {
    // What no parser reads is broken enough.
  }
  const out = join(top, String(number), 'out');
  mkdirSync(out);
  const commands = [
    ['check', head],
    ['check', head, '--format', 'json'],
    ['review', base, head],
    ['review', head, base, '--format', 'markdown'],
    ['render', head],
    ['render', '--install', head],
    ['who-can', 'get', 'secrets', head],
    ['lock', head, '--check'],
    ['images', head],
  ];
  const argv = pick(commands);
  const { code, err, time } = await runOn(argv);
  if ((typeof code === 'number' && code !== 70 && time < LONGEST) || code === undefined)
    rmSync(join(top, String(number)), { recursive: true });
  else {
    failed += 1;
    console.log(`${number} of ${relative(ROOT, from)}: ${argv.join(' ')}: ${code}, ${Math.round(time)} ms\n${err.slice(0, 600)}`);
  }
}
console.log(`${runs} runs with the seed ${seed}: ${failed} failed`);
if (failed === 0) rmSync(top, { recursive: true });
process.exitCode = failed > 0 ? 1 : 0;
