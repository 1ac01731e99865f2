import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageVersion } from '../../src/cli/outcome.js';
import { program } from '../support/command-line.js';

describe('the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

  it('is the one of package.json', () => {
    expect(packageVersion()).toBe(version);
  });

  it('is in the built program', () => {
    expect(program(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });
});
