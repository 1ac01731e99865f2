/**
 * Makes lib/, the published package: the command and the library with everything that they use but cdk8s and constructs,
 * which are the consumer's own.
 *
 * It is CommonJS alone, which Node gives to `import` and `require` alike. With a second copy as ES modules, an
 * OperatorGroup of the one would be no OperatorGroup to the other.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import { billOfMaterials, licences, lockfile, packagesOf } from './scripts/bundled.js';

const { name: packageName, version, exports, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const peers = Object.keys(peerDependencies);

/**
 * Modules that few runs need and that take their time to load, and the functions that each exports. A module is loaded when one of these is
 * first called: `import()` would do that for code that can wait, and the rules do not wait.
 */
const LOADED_LATER = {
  'src/olm/checks/files/admission-cel.ts': ['evaluatorOf'],
  'src/olm/dependencies/cel-rule.ts': ['celRule'],
  'src/olm/rules/install-plan/schema-violations.ts': ['schemaViolations'],
  'src/report/html/inventory.ts': ['inventoryPage'],
  'src/report/html/page.ts': ['htmlReport'],
  'src/report/markdown.ts': ['markdownReport'],
  'src/report/check-sarif.ts': ['checkSarif'],
  'src/report/sarif.ts': ['sarifReport'],
  'src/report/prometheus.ts': ['prometheusMetrics'],
  'src/report/text/wide-text.ts': ['wideWidth'],
};

/** Sources of other wings that the start of the program imports. */
const AT_START = /\/src\/(?:base\/manifest\/(?:format-problem|printable|problem)|repository\/(?:deliver\/file|trees\/(?:git|places)))\.ts$/;

/** What the options of the commands are made of: their help loads nothing else. */
const OF_SETTINGS =
  /\/src\/(?:base\/(?:manifest\/(?:once|format-writers)|kubernetes\/(?:object|names))\.ts|olm\/(?:settings\/|render\/rendered\.ts|model\/(?:severity|finding|install-options|names|versions|olm-version)\.ts))/;

export default defineConfig({
  input: {
    index: 'src/index.ts',
    core: 'src/core.ts',
    imports: 'imports/operators.coreos.com.ts',
    bin: 'src/cli/start.ts',
  },
  platform: 'node',
  external: peers,
  // The doors of wings name more than one entry uses: what nobody asks for is not loaded for its own sake.
  treeshake: { moduleSideEffects: [{ test: /\/src\/(?:base|olm|review|repository|supply|report)\//, sideEffects: false }] },
  // yaml as modules, of which only what writes is taken. As CommonJS, which it gives to Node, all of it runs at the start.
  resolve: { alias: { yaml: fileURLToPath(new URL('./node_modules/yaml/browser/index.js', import.meta.url)) } },
  output: {
    dir: 'lib',
    cleanDir: true,
    format: 'cjs',
    exports: 'named',
    // Node holds a text with one other character in two bytes for each, and takes longer to compile it.
    charset: 'ascii',
    // Without line breaks and indentation; names stay, for the stack of an error.
    minify: { compress: false, mangle: false, codegen: true },
    comments: { annotation: false, jsdoc: false, legal: false },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    // A chunk for the sources that every command needs at its start: with the rest of the code around them, help would load all of it.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'start', test: AT_START },
        { name: 'settings', test: OF_SETTINGS },
      ],
    },
    banner: ({ name }) => (name === 'index' || name === 'imports' ? askForPeers() : ''),
    footer: ({ name }) => (name === 'index' ? nameForJsii() : ''),
  },
  plugins: [startsNothing(), loadedLater(), loadedWhenUsed(), shortExports(), moduleType(), types(), thirdParty()],
});

/** What an entry does first that needs the peers: without this, the error would name only a package. */
function askForPeers() {
  return `try {
${peers.map((name) => `  require('${name}');`).join('\n')}
} catch (error) {
  if (!/^Cannot find module '(?:${peers.join('|')})'/.test(error.message)) throw error;
  throw new Error('cdk8s-olm needs ${peers.join(' and ')}: npm install ${peers.join(' ')}. Only cdk8s-olm/core works without.', { cause: error });
}`;
}

/** jsii asks an object for the name of its class here: without this, a Bundle would reach Python as any object. */
function nameForJsii() {
  return `for (const [name, value] of Object.entries(exports))
  if (typeof value === 'function') value[Symbol.for('jsii.rtti')] = { fqn: \`${packageName}.\${name}\`, version: '${version}' };`;
}

/** Has each module of LOADED_LATER loaded by the first call of one of its functions. */
function loadedLater() {
  const prefix = '\0later:';
  const call = /\bloadNow\(Promise\.resolve\(\)\.then\(\(\) => (require\("[^"]+"\))\)\)/g;
  return {
    name: 'loaded-later',
    async resolveId(source, importer) {
      const placeOf = (id) => Object.keys(LOADED_LATER).find((path) => id === resolve(path));
      // Between two of them, nothing is left to load.
      if (!importer || importer.startsWith(prefix) || placeOf(importer)) return null;
      const path = placeOf((await this.resolve(source, importer, { skipSelf: true }))?.id);
      return path ? prefix + path : null;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const path = id.slice(prefix.length);
      return LOADED_LATER[path]
        .map((name) => `export const ${name} = (...given) => loadNow(import(${JSON.stringify(resolve(path))})).${name}(...given);`)
        .join('\n');
    },
    renderChunk(code) {
      if (!code.includes('loadNow(')) return null;
      const made = code.replace(call, '$1');
      if (made.includes('loadNow(')) throw new Error('rolldown writes import() in another way: loadedLater() does not know it');
      return made;
    },
  };
}

/** commander can start programs as commands, and loads what starts them; no command here is a program. */
function startsNothing() {
  const starting = [
    /\nconst childProcess = require\('node:child_process'\);/,
    /\n {2}_executeSubCommand\(subcommand, args\) \{\n[\s\S]*?\n {2}\}(?=\n)/,
    /\n {2}_checkForMissingExecutable\(executableFile, executableDir, subcommandName\) \{\n[\s\S]*?\n {2}\}(?=\n)/,
  ];
  return {
    name: 'starts-nothing',
    transform(code, id) {
      if (!id.endsWith('/commander/lib/command.js')) return null;
      const left = starting.reduce((text, part) => text.replace(part, ''), code);
      if (left.includes('childProcess')) throw new Error('commander starts programs in another way: startsNothing() does not know it');
      return left;
    },
  };
}

/** Has each chunk, and each module of Node, loaded by the first use of what it exports: most runs need a part of what is imported. */
function loadedWhenUsed() {
  // Node itself has loaded some of its modules.
  const loaded = /^(?:const|let) ((?:require|node)_(?!(?:fs|os|path|util) )\w+) = (require\("(?:\.|node:)[^"]+"\));$/gm;
  return {
    name: 'loaded-when-used',
    renderChunk(code) {
      // rolldown gives some modules of Node a default export.
      const names = [...code.matchAll(loaded)].map(([, name]) => name).filter((name) => !code.includes(`\n${name} = `));
      if (names.length === 0) return null;
      const left = code.replace(loaded, (line, name) => (names.includes(name) ? '' : line));
      const used = new RegExp(`(new )?(?<![\\w$]|(?<!\\.\\.)\\.)(${names.join('|')})\\.([\\w$]+)`, 'g');
      const made = left.replace(used, (_, start, name, field) => (start ? `new (${name}().${field})` : `${name}().${field}`));
      const other = new RegExp(`(?<![\\w$])(?:${names.join('|')})(?![\\w$]|\\(\\)\\.)`).exec(made);
      if (other) throw new Error(`rolldown writes ${made.slice(other.index, other.index + 80)}: loadedWhenUsed() does not know it`);
      const loadOf = new Map([...code.matchAll(loaded)].map(([, name, load]) => [name, load]));
      const loads = names.map((name, index) => `let $${index}; const ${name} = () => ($${index} ??= ${loadOf.get(name)});`);
      const [before, after] = made.startsWith('#!')
        ? [made.slice(0, made.indexOf('\n') + 1), made.slice(made.indexOf('\n') + 1)]
        : ['', made];
      return [before, ...loads, after].join('\n');
    },
  };
}

/** Writes what a chunk exports in fewer characters, which Node has to read. It looks for the names of entries, so these stay. */
function shortExports() {
  const one =
    /^Object\.defineProperty\(exports, ("[^"]+"), \{\s+enumerable: true,\s+get: function ?\(\) \{\s+return ([\w$.()]+);\s+\}\s+\}\);$/gm;
  return {
    name: 'short-exports',
    renderChunk(code, { isEntry }) {
      const exported = isEntry ? [] : [...code.matchAll(one)].map(([, name, value]) => `${name.slice(1, -1)}: () => ${value}`);
      if (exported.length === 0) return null;
      return `${code.replace(one, '')}
for (const [name, get] of Object.entries({ ${exported.join(', ')} })) Object.defineProperty(exports, name, { enumerable: true, get });`;
    },
  };
}

/** The package is of the type module, for the sources; lib/ is not. */
function moduleType() {
  return {
    name: 'module-type',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
    },
  };
}

/** The declarations that tsc wrote to build/, as far as a user of an entry comes to them. */
function types() {
  return {
    name: 'types',
    generateBundle() {
      const files = new Set(Object.values(exports).flatMap(({ types }) => (types ? types.replace('./lib/types/', '') : [])));
      // A set goes on with what is added to it meanwhile.
      for (const file of files) {
        const source = readFileSync(join('build', file), 'utf8');
        this.emitFile({ type: 'asset', fileName: `types/${file}`, source });
        for (const [, imported] of source.matchAll(/(?:from |import ?\(?)['"](\..+?)\.js['"]/g))
          files.add(posix.join(dirname(file), `${imported}.d.ts`));
      }
    },
  };
}

/** What the bundle contains of other packages. */
function thirdParty() {
  return {
    name: 'third-party',
    generateBundle(_, bundle) {
      const packages = packagesOf(Object.values(bundle).flatMap((chunk) => chunk.moduleIds ?? []));
      const { manifest, lock } = lockfile(packages);
      const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
      const emitJson = (fileName, value) => emit(fileName, `${JSON.stringify(value, null, 2)}\n`);
      emit('THIRD-PARTY.txt', licences(packages));
      emitJson('sbom.cdx.json', billOfMaterials(packages));
      emitJson('bundled/package.json', manifest);
      emitJson('bundled/package-lock.json', lock);
    },
  };
}
