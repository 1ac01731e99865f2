import { Command, type Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { formatOption, settingOption } from '../../src/cli/options.js';

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
    expect(value(settingOption('only'), ...argv)).toEqual(expected);
  });

  it.each(['', 'olm,', 'OLM', 'everything'])('refuses %j', (sets) => {
    expect(() => value(settingOption('only'), '--only', sets)).toThrow('Expected some of namespaces, olm, rbac, install, comma-separated.');
  });
});

it.each<[string, Option, unknown]>([
  ['--format', formatOption('format of the manifests'), 'yaml'],
  ['--format of check', formatOption('format of the result', ['text', 'json']), 'text'],
  ['--fail-on', settingOption('failOn'), 'error'],
  ['--allow-failed', settingOption('allowFailed'), false],
])('%s has a default', (_, option, expected) => {
  expect(value(option)).toBe(expected);
});
