import type { Option } from 'commander';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { allowFailedOption, failOnOption, formatOption, onlyOption, profileOption } from '../../src/cli/options.js';

/** What an option comes to, for these arguments. */
function value(option: Option, ...argv: string[]): unknown {
  const command = new Command()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .addOption(option);
  return command.parse(argv, { from: 'user' }).opts()[option.attributeName()];
}

describe('--only', () => {
  it.each([
    [[], undefined],
    [['--only', 'olm'], ['olm']],
    [
      ['--only', 'rbac,olm'],
      ['rbac', 'olm'],
    ],
    [['--only=rbac, olm'], ['rbac', 'olm']],
  ])('%j → %j', (argv, expected) => {
    expect(value(onlyOption(), ...argv)).toEqual(expected);
  });

  it.each(['', 'olm,', 'OLM', 'everything'])('refuses %j', (sets) => {
    expect(() => value(onlyOption(), '--only', sets)).toThrow('Allowed values: namespaces, olm, rbac, install.');
  });
});

it.each<[string, Option, unknown]>([
  ['--profile', profileOption(), undefined],
  ['--format', formatOption('format of the manifests'), 'yaml'],
  ['--format of check', formatOption('format of the result', ['text', 'json']), 'text'],
  ['--fail-on', failOnOption(), 'error'],
  ['--allow-failed', allowFailedOption(), false],
])('%s has a default', (_, option, expected) => {
  expect(value(option)).toBe(expected);
});
