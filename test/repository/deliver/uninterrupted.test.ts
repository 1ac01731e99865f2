import { expect, it } from 'vitest';
import { uninterrupted } from '../../../src/repository/deliver/file.js';

it('Ctrl-C waits for what is being written, and for nothing after it', () => {
  const before = process.listenerCount('SIGINT');
  expect(uninterrupted(() => process.listenerCount('SIGINT'))).toBe(before + 1);
  expect(process.listenerCount('SIGINT')).toBe(before);
  expect(() =>
    uninterrupted(() => {
      throw new Error('full');
    }),
  ).toThrow('full');
  expect(process.listenerCount('SIGINT')).toBe(before);
});
