/** Broken files as people have them, each beside all that is said about it; `vitest run test/corpus.test.ts --update` writes that anew. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from './support/command-line.js';

const CORPUS = join(import.meta.dirname, 'corpus');
const files = readdirSync(CORPUS).filter((name) => !name.endsWith('.txt'));

describe('a broken file', () => {
  it.each(files)('%s', async (name) => {
    const { code, out, err } = cli(['render', join(CORPUS, name)]);
    // Warnings alone do not keep a file from being rendered; anything else keeps all of it.
    expect(out === '').toBe(code !== 0);
    const said = `exit code ${code}\n${err.replaceAll(`${CORPUS}/`, '')}`;
    await expect(said).toMatchFileSnapshot(join(CORPUS, `${name}.txt`));
  });

  it('is read by both commands alike', () => {
    const told = (err: string): string[] =>
      err
        .split('\n')
        .filter((line) => /^(?:error|warning)\[[A-Z]/.test(line))
        .sort();
    for (const name of files) {
      const { code, err } = cli(['check', join(CORPUS, name)]);
      const rendering = cli(['render', join(CORPUS, name)]);
      expect(told(err)).toEqual(told(rendering.err));
      expect(code).toBe(rendering.code);
    }
  });
});
