import { describe, expect, it } from 'vitest';
import { paintFor } from '../../src/cli/outcome.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { FAILED } from '../support/inputs.js';

const coloured = (isTerminal: boolean, env: Record<string, string>): boolean => paintFor(isTerminal, env).red('x') !== 'x';

describe('colour', () => {
  it.each([
    ['on a terminal', true, {}, true],
    ['not on a pipe or file', false, {}, false],
    ['not where NO_COLOR is set', true, { NO_COLOR: '1' }, false],
    ['anywhere where FORCE_COLOR is set', false, { FORCE_COLOR: '1' }, true],
    ['where FORCE_COLOR is 0, which counts as not set', false, { FORCE_COLOR: '0' }, false],
    ['where NO_COLOR is empty, which counts as not set', true, { NO_COLOR: '' }, true],
  ])('%s', (_, isTerminal, env, expected) => {
    expect(coloured(isTerminal, env)).toBe(expected);
  });

  it.each([
    ['--color=always', {}, true],
    ['--color always', { NO_COLOR: '1' }, true],
    ['--color never', { FORCE_COLOR: '1' }, false],
    ['--color auto', { FORCE_COLOR: '1' }, true],
    ['-- --color=always', {}, false],
  ])('is as %s says, with %j', (words, env, expected) => {
    const { out } = cli(['check', folderOf({ 'input.yaml': manifests(...FAILED) }), ...words.split(' ')], { env });
    expect(out.includes('\u001b[')).toBe(expected);
  });
});
