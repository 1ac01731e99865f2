/** Test files share the modules that they load, but for those that put others in place of them. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

/** Most objects of a test are gone before it ends: with more room for new ones, in MB, fewer are copied first. */
const ROOM_FOR_NEW = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

const REPLACES_MODULES = ['test/repository/deliver/folder.test.ts', 'test/kind-row.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './test/support/skipped-reporter.ts'],
    snapshotSerializers: ['jest-snapshot-serializer-raw'],
    globalSetup: ['test/support/built.ts', 'test/support/temporary.ts', 'test/support/compiled.ts'],
    setupFiles: ['test/support/compiling.ts', 'test/support/seed.ts'],
    sequence: { sequencer: LongestFirst },
    // Busy machines are slow; what hangs is found all the same.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Many tests wait for programs that they start: as many as there are cores would leave one idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: REPLACES_MODULES, isolate: false, execArgv: ROOM_FOR_NEW },
      },
      { extends: true, test: { name: 'isolated', include: REPLACES_MODULES } },
    ],
  },
});
