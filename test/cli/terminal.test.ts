/** The program on a terminal, which Python makes: how far a long run is, and Ctrl-C. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { progressLine, showsProgress } from '../../src/cli/progress-line.js';
import { isToWatch, WATCHED } from '../../src/cli/watched.js';
import { folderOf } from '../support/files.js';
import { lines } from '../support/lines.js';
import { describeWith, program } from '../support/needs.js';

/** As many units are built together for each core, and then said. */
const BUILT_TOGETHER = 8;
const PROGRAM = join(import.meta.dirname, '../../lib/bin.js');

/** Runs a command on a terminal, types Ctrl-C as soon as a file is there, and writes what it shows and how it ends. */
const ON_TERMINAL = lines(
  'import os, pty, select, sys, time',
  'marker, argv = sys.argv[1], sys.argv[2:]',
  'pid, terminal = pty.fork()',
  'if pid == 0: os.execv(argv[0], argv)',
  'shown, typed, end = b"", False, time.time() + 50',
  'while time.time() < end:',
  '    if not typed and marker and os.path.exists(marker):',
  '        time.sleep(0.2); os.write(terminal, b"\\x03"); typed = True',
  '    if select.select([terminal], [], [], 0.05)[0]:',
  '        try: part = os.read(terminal, 65536)',
  '        except OSError: break',
  '        if not part: break',
  '        shown += part',
  'status = os.waitpid(pid, 0)[1]',
  'sys.stdout.buffer.write(shown + b"\\nended %d" % os.waitstatus_to_exitcode(status))',
);

/** Runs a command on a terminal for a person who answers each question after a moment, and writes what it shows. */
const ANSWERED = lines(
  'import os, pty, select, sys, time',
  'answers, argv = sys.argv[1].split(","), sys.argv[2:]',
  'pid, terminal = pty.fork()',
  'if pid == 0: os.execv(argv[0], argv)',
  'shown, end = b"", time.time() + 50',
  'while time.time() < end:',
  '    if select.select([terminal], [], [], 0.5)[0]:',
  '        try: part = os.read(terminal, 65536)',
  '        except OSError: break',
  '        if not part: break',
  '        shown += part',
  '    elif answers and shown.endswith(b"] "): os.write(terminal, answers.pop(0).encode() + b"\\n")',
  'os.close(terminal)',
  'status = os.waitpid(pid, 0)[1]',
  'sys.stdout.buffer.write(shown + b"\\nended %d" % os.waitstatus_to_exitcode(status))',
);

/** A repository of overlays, and a program that stands for kubectl. @param kubectl what it does besides */
function repository(units: number, kubectl: string): { readonly folder: string; readonly tools: string } {
  const tools = folderOf({
    kubectl: lines('#!/bin/sh', kubectl, 'echo "kind: Namespace"; echo "apiVersion: v1"; echo "metadata: {name: a}"'),
  });
  chmodSync(join(tools, 'kubectl'), 0o755);
  const overlays = Object.fromEntries(
    Array.from({ length: units }, (_, index) => [`o${index}/kustomization.yaml`, lines('resources: [../base]', 'namePrefix: a-')]),
  );
  const base = {
    'base/kustomization.yaml': lines('resources: [a.yaml]'),
    'base/a.yaml': lines('# operators.coreos.com', 'kind: Namespace'),
  };
  return { folder: folderOf({ '.git/HEAD': '', ...overlays, ...base }), tools };
}

function onTerminal(
  argv: readonly string[],
  { tools, temporary, marker = '' }: { tools: string; temporary: string; marker?: string },
): string {
  const { CI: _, ...env } = process.env;
  const { stdout } = spawnSync('python3', ['-c', ON_TERMINAL, marker, process.execPath, PROGRAM, ...argv], {
    encoding: 'utf8',
    env: { ...env, TERM: 'xterm', TMPDIR: temporary, PATH: `${tools}${delimiter}${process.env.PATH}` },
  });
  return stdout;
}

describeWith([program('python3'), program('xargs')], 'a run on a terminal', () => {
  it('that lasts says how far it is in one line, and takes that away', () => {
    const units = BUILT_TOGETHER * availableParallelism() + 1;
    const { folder, tools } = repository(units, '/bin/sleep 0.3');
    const shown = onTerminal(['check', folder], { tools, temporary: folderOf({ x: '' }) });
    expect(shown).toContain(`\r\u001b[Kbuilding ${units - 1} of ${units} units`);
    expect(shown.split('\n')[0]).toMatch(/\r\u001b\[K[^\u001b]*\u001b?[^\r]*\r?$/);
    expect(shown).toMatch(/ended \d$/);
  }, 60_000);

  it('that is interrupted says that nothing was written, and leaves neither a folder nor a process behind', () => {
    const temporary = folderOf({ x: '' });
    const marker = join(temporary, 'started');
    const { folder, tools } = repository(4, `echo $$ >>${marker}; exec /bin/sleep 30`);
    const shown = onTerminal(['check', folder], { tools, temporary, marker });
    expect(shown).toMatch(/interrupted: nothing was written\r\n/);
    expect(shown).toMatch(/ended 130$/);
    expect(readdirSync(temporary).sort()).toEqual(['started', 'x']);
    const running = readFileSync(marker, 'utf8')
      .trim()
      .split('\n')
      .filter((pid) => existsSync(`/proc/${pid}`));
    expect(running).toEqual([]);
  }, 60_000);
});

describeWith([program('python3')], 'init on a terminal', () => {
  it('waits for each answer of a person', () => {
    const folder = folderOf({ 'a.yaml': 'kind: Namespace\napiVersion: v1\nmetadata: {name: a}\n' });
    const argv = ['-c', ANSWERED, 'perhaps,no-olm,olm,none', process.execPath, PROGRAM, 'init', folder];
    const { stdout } = spawnSync('python3', argv, { encoding: 'utf8', env: { ...process.env, CI: '' } });
    expect(stdout).toMatch(/perhaps is none of them[\s\S]*\.cdk8s-olm\.yaml is written[\s\S]*\nended 0$/);
    expect(readFileSync(join(folder, '.cdk8s-olm.yaml'), 'utf8')).toContain('$schema=');
  });
});

it('Ctrl-C is waited for on a terminal alone, and not for what is over at once', () => {
  const terminal = { argv: ['node', 'bin.js', 'check', '.'], env: {}, stderr: { isTTY: true }, platform: 'linux' } as const;
  const given = (more: object): boolean => isToWatch({ ...terminal, argv: [...terminal.argv], ...more });
  expect(given({})).toBe(true);
  for (const more of [{ stderr: {} }, { env: { CI: '1' } }, { env: { [WATCHED]: '1' } }, { argv: ['node', 'bin.js', 'completion'] }])
    expect(given(more)).toBe(false);
});

describe('the line that says how far a run is', () => {
  function shown(...times: readonly number[]): string {
    let text = '';
    let now = 0;
    const line = progressLine(
      (more) => {
        text += more;
      },
      () => now,
    );
    for (const time of times) {
      now = time;
      line.show({ doing: 'building', done: time, all: 9000 });
    }
    line.clear();
    return text.replaceAll('\r\u001b[K', '|');
  }

  it('comes after two seconds, is written anew a few times in a second, and goes', () => {
    expect(shown(10, 1999)).toBe('');
    expect(shown(2000, 2010, 2100)).toBe('|building 2000 of 9000 units|building 2100 of 9000 units|');
  });

  it('is for a person alone: not for a file, not in CI, and not with --quiet', () => {
    expect(showsProgress(['check'], true, {})).toBe(true);
    expect([
      showsProgress(['check'], false, {}),
      showsProgress(['check'], true, { CI: 'true' }),
      showsProgress(['check', '-q'], true, {}),
    ]).toEqual([false, false, false]);
  });
});
