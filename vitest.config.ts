/** Test files share the modules that they load, but for those that put others in place of them. */
import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

/** Most objects of a test are gone before it ends: with more room for new ones, in MB, fewer are copied first. */
const ROOM_FOR_NEW = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

const REPLACES_MODULES = ['test/repository/deliver/folder.test.ts', 'test/kind-row.test.ts'];

/**
 * `npm test` builds first, and Node loads what is built: vite takes longer to load the sources than most tests to run, and code that it
 * has loaded is slower. Without `--mode built`, a test runs the sources as they are.
 */
function built(): Plugin {
  const sources = [join(import.meta.dirname, 'src/'), join(import.meta.dirname, 'imports/')];
  const changed = Math.max(...sources.flatMap(filesIn).map((file) => statSync(file).mtimeMs));
  if (changed > statSync(join(import.meta.dirname, 'build/src/index.js')).mtimeMs)
    throw new Error('build/ is older than the sources: npm run build');
  return {
    name: 'built',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = importer && (await this.resolve(source, importer, { ...options, skipSelf: true }));
      if (!found || !sources.some((folder) => found.id.startsWith(folder)) || !found.id.endsWith('.ts')) return null;
      const path = relative(import.meta.dirname, found.id).replace(/\.ts$/, '.js');
      return { id: join(import.meta.dirname, 'build', path), external: true };
    },
  };
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

export default defineConfig(({ mode }) => ({
  test: {
    reporters: ['default', './test/support/skipped-reporter.ts'],
    snapshotSerializers: ['jest-snapshot-serializer-raw'],
    globalSetup: ['test/support/built.ts', 'test/support/temporary.ts', 'test/support/compiled.ts'],
    setupFiles: ['test/support/compiling.ts', 'test/support/seed.ts'],
    sequence: { sequencer: LongestFirst },
    // Busy machines are slow; what hangs is found all the same.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    server: { deps: { external: [/\/build\/(?:src|imports)\//] } },
    // Many tests wait for programs that they start: as many as there are cores would leave one idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        plugins: mode === 'built' ? [built()] : [],
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: REPLACES_MODULES, isolate: false, execArgv: ROOM_FOR_NEW },
      },
      { extends: true, test: { name: 'isolated', include: REPLACES_MODULES } },
    ],
  },
}));
