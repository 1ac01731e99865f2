import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    snapshotSerializers: ['jest-snapshot-serializer-raw'],
    testTimeout: 60_000,
  },
});
