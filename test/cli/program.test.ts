import { readFileSync } from 'node:fs';
import { wrap } from 'jest-snapshot-serializer-raw';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { run } from '../../src/cli/program.js';
import { cli } from '../support/command-line.js';

const ADVICE = '(add --help for additional information)\n';

describe('help', () => {
  it.each([
    [['--help']],
    [['help', 'render']],
    [['help', 'check']],
    [['help', 'review']],
    [['help', 'who-can']],
    [['help', 'can-i']],
    [['help', 'explain']],
  ])('%j', (argv) => {
    const { code, out, err } = cli(argv);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(wrap(out)).toMatchSnapshot();
  });

  it('of the program is the same where no command is loaded', () => {
    let out = '';
    const text = (more: string): void => {
      out += more;
    };
    const terminal = { out: text, err: text, outIsTerminal: false, errIsTerminal: false, env: {} };
    expect(run(['--help'], terminal, new Map())).toBe(0);
    expect(out).toBe(cli(['--help']).out);
  });

  it('of a command is the same in both ways of asking for it', () => {
    for (const command of ['render', 'check', 'review', 'who-can', 'can-i', 'explain']) {
      expect(cli([command, '--help'])).toEqual(cli(['help', command]));
      expect(cli([command, '-h'])).toEqual(cli(['help', command]));
    }
  });

  it('of a command fits a screen, with examples; --help-all has every option, and needs no arguments', () => {
    for (const name of COMMANDS.map((command) => command.name)) {
      const { out } = cli([name, '--help']);
      expect(out.split('\n').length, name).toBeLessThanOrEqual(51);
      expect(out, name).toContain('\nExamples:\n');
      const all = cli([name, '--help-all']);
      expect({ code: all.code, err: all.err }).toEqual({ code: 0, err: '' });
      if (!out.includes('--help-all')) {
        expect(all.out).toBe(out);
        continue;
      }
      expect(all.out).toContain('\nMore options:\n');
      for (const line of out.split('\n').filter((text) => /^ {2}-/.test(text))) expect(all.out).toContain(line.split(/(?<=\S) {2}/, 1)[0]);
    }
    expect(cli(['render', '--help-all']).out).toContain('--kube-version');
    expect(cli(['render', '--help']).out).not.toContain('--kube-version');
  });

  it('is what a call without a command gets, as bad usage', () => {
    expect(cli([])).toEqual({ code: 2, out: '', err: cli(['--help']).out });
  });
});

it('--version prints the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(cli(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

describe('bad usage ends with exit code 2, a message on stderr and nothing on stdout', () => {
  it.each([
    [['rendr', 'x'], "error: unknown command 'rendr'\n(Did you mean render?)\n"],
    [['render'], "error: missing required argument 'input'\n"],
    [['who-can', 'get', 'pods'], "error: missing required argument 'input'\n"],
    [['can-i', '--as', 'a/b'], "error: missing required argument 'verb'\n"],
    [['can-i', 'get', 'pods', '--as', 'a/b'], "error: missing required argument 'input'\n"],
    [['can-i', '--list', '--as', 'a/b'], "error: missing required argument 'input'\n"],
    [['explain', 'csv/a/b'], "error: missing required argument 'input', or no id of a finding or problem\n"],
    [['render', 'x', '--outpt', 'y'], "error: unknown option '--outpt'\n(Did you mean --output?)\n"],
    [['render', 'x', '-o'], "error: option '-o, --output <folder>' argument missing\n"],
    [['render', 'x', '-o', 'y', '--stdout'], "error: option '-o, --output <folder>' cannot be used with option '--stdout'\n"],
    [['render', 'x', '--stdout', '-o', 'y'], "error: option '-o, --output <folder>' cannot be used with option '--stdout'\n"],
    [['render', 'x', '--format', 'xml'], "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are yaml, json.\n"],
    [
      ['check', 'x', '--format', 'xml'],
      "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are text, wide, name, html, csv, json, yaml, sarif, junit, gitlab, prometheus, github, azure.\n",
    ],
    [
      ['render', 'x', '--profile', 'none'],
      "error: option '--profile <name>' argument 'none' is invalid. Allowed choices are documented, olm, olm-v1.\n",
    ],
    [
      ['check', 'x', '--profile', 'none'],
      "error: option '--profile <name>' argument 'none' is invalid. Allowed choices are documented, olm, olm-v1.\n",
    ],
    [
      ['render', 'x', '--only', 'rbac,crds'],
      "error: option '--only <sets>' argument 'rbac,crds' is invalid. Expected some of namespaces, olm, rbac, install, comma-separated.\n",
    ],
    [
      ['render', 'x', '--only', ''],
      "error: option '--only <sets>' argument '' is invalid. Expected some of namespaces, olm, rbac, install, comma-separated.\n",
    ],
    [
      ['check', 'x', '--fail-on', 'fatal'],
      "error: option '--fail-on <severity,id>' argument 'fatal' is invalid. Expected one of error, warning, info, never, ids of docs/findings.md, and grants-more or grants-more=somewhere|everywhere|escalates, comma-separated.\n",
    ],
    [
      ['images', 'x', '-o', 'y'],
      "error: option '-o, --output <format>' argument 'y' is invalid. Allowed choices are text, wide, name, json, yaml, oc-mirror, skopeo.\n",
    ],
  ])('%j', (argv, message) => {
    expect(cli(argv)).toEqual({ code: 2, out: '', err: `${message}${ADVICE}` });
  });
});

it('a fault of the program itself ends with exit code 70 and asks for a report', () => {
  const env = {
    get NO_COLOR(): string {
      throw new Error('a fault');
    },
  };
  const { code, out, err } = cli(['check', 'does-not-exist'], { errIsTerminal: true, env });
  expect({ code, out }).toEqual({ code: 70, out: '' });
  expect(err).toMatch(/^cdk8s-olm: internal error: Error: a fault\n[\s\S]*\nPlease report this\.\n$/);
});
