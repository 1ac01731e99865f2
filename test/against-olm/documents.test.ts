/** The table of what documents say names tests that are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROWS = readFileSync(join(import.meta.dirname, 'documents.md'), 'utf8')
  .split('\n')
  .flatMap((line): [string, string][] => {
    const [, file, name] = /\| `([^`]+\.test\.ts)`: ?(.*?) ?\|$/.exec(line) ?? [];
    return file === undefined || name === undefined ? [] : [[file, name]];
  });

describe('each statement of the documents has its test', () => {
  it.each(ROWS)('%s: %s', (file, name) => {
    const path = join(import.meta.dirname, '..', file);
    expect(existsSync(path)).toBe(true);
    const text = readFileSync(path, 'utf8');
    expect(['`', "'", '"'].some((quote) => text.includes(`${quote}${name}${quote}`))).toBe(true);
  });

  it('and all rows are read', () => {
    const rows = readFileSync(join(import.meta.dirname, 'documents.md'), 'utf8').match(/\.test\.ts`:/g);
    expect(ROWS.length).toBe(rows?.length);
    expect(ROWS.length).toBeGreaterThan(50);
  });
});
