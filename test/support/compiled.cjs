/**
 * Keeps what Node compiled of a file of the program for its next start within a run of the tests, as the program does by itself from
 * Node 22.8 on (src/cli/start.ts): tests start it hundreds of times, and most of a start is compiling.
 *
 * Node loads this first, where NODE_OPTIONS names it.
 */
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

const LIB = join(__dirname, '../../lib/');
/** In characters: smaller files are compiled as fast as they are read. */
const LARGE = 8_000;

const compile = Module.prototype._compile;
/** What is written at the end, when more functions are compiled. */
const fresh = [];

/** The folder of the run (temporary.ts): a test that gives a program another one looks at what is left in it. */
const isOfRun = basename(tmpdir()).startsWith('cdk8s-olm-tests-');

if (isOfRun && !Module.enableCompileCache) {
  Module.prototype._compile = function (text, file) {
    if (text.length < LARGE || !file.startsWith(LIB)) return compile.call(this, text, file);
    const kept = fileFor(file);
    const script = new Script(Module.wrap(text), { filename: file, cachedData: contentOf(kept) });
    if (script.cachedDataRejected !== false) fresh.push({ kept, script });
    const require = Module.createRequire(file);
    return script.runInThisContext().call(this.exports, this.exports, require, this, file, dirname(file));
  };
  process.on('exit', () => {
    for (const { kept, script } of fresh) write(kept, script.createCachedData());
  });
}

/** V8 takes it only with the same settings, which the command line and the program itself give. */
function fileFor(file) {
  const { size, mtimeMs } = statSync(file);
  const settings = [...process.execArgv, process.mainModule ? basename(process.mainModule.filename) : ''].join('').replaceAll(/\W/g, '');
  return join(tmpdir(), `compiled-${basename(file)}-${size}-${mtimeMs}-${settings}`.slice(0, 200));
}

function contentOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Other processes may write the same at the same time; and the disk may be full, or there no such folder, as a test has it. */
function write(file, content) {
  try {
    writeFileSync(`${file}-${process.pid}`, content);
    renameSync(`${file}-${process.pid}`, file);
  } catch {}
}
