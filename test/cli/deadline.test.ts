import { describe, expect, it } from 'vitest';
import { secondsOf, withinTime } from '../../src/cli/deadline.js';
import { cli } from '../support/command-line.js';

const forever = async (): Promise<number> => {
  for (let count = 0; ; count += 1) if (count < 0) return 0;
};

describe('a run', () => {
  it('that computes without a pause is ended, and says so', async () => {
    const said: string[] = [];
    expect(await withinTime(1, forever, (text) => said.push(text))).toBe(2);
    expect(said.join('')).toMatch(/^error\[TIMEOUT\] the run took more than 1 seconds\n {2}fix/);
  });

  it('that is over in time ends as it ends', async () => {
    expect(
      await withinTime(
        1,
        async () => 1,
        () => {},
      ),
    ).toBe(1);
    await expect(
      withinTime(
        1,
        async () => Promise.reject(new Error('x')),
        () => {},
      ),
    ).rejects.toThrow('x');
  });

  it('may take as long as its command line says', () => {
    expect(
      ['', 'check . --timeout 5', 'check --timeout=7 .', 'check . --timeout 0', 'check -- --timeout 5'].map((line) =>
        secondsOf(line.split(' ')),
      ),
    ).toEqual([900, 5, 7, 900, 900]);
  });

  it('refuses what is no time', () => {
    for (const wrong of ['0', '-1', '1.5', 'x', '86401']) expect(cli(['check', '.', '--timeout', wrong])).toMatchObject({ code: 2 });
    expect(cli(['check', '--help-all']).out).toContain('--timeout <seconds>');
  });
});
