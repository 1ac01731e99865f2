/** Runs the command line, in this process on a terminal that records, or as a program of its own. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { COMMANDS, isNeeded, loadCommands } from '../../src/cli/commands.js';
import { run } from '../../src/cli/program.js';
import type { Progress } from '../../src/olm/model/progress.js';

const LOADED = await loadCommands(COMMANDS.map(({ name }) => name));

/** The commands that the program would load for a command line: to make all of them takes longer than many runs. */
export const loadedFor = (argv: readonly string[]): typeof LOADED => new Map([...LOADED].filter(([name]) => isNeeded(name, argv)));

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'lib/bin.js');

/** How a run ended. */
export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What a run sees of its surroundings: by default no terminal, and an empty environment. */
export interface Surroundings {
  readonly outIsTerminal?: boolean;
  readonly errIsTerminal?: boolean;
  /** The width of the terminal. */
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly progress?: Progress;
}

/** Runs a command line in this process. */
export function cli(
  argv: readonly string[],
  { outIsTerminal = false, errIsTerminal = false, columns, env = {}, progress }: Surroundings = {},
): Outcome {
  const recorded = { out: '', err: '' };
  const terminal = {
    out: (text: string) => {
      recorded.out += text;
    },
    err: (text: string) => {
      recorded.err += text;
    },
    outIsTerminal,
    errIsTerminal,
    ...(columns === undefined ? {} : { columns }),
    env,
    progress,
  };
  const code = run(argv, terminal, loadedFor(argv));
  return { code, ...recorded };
}

/** Does something with a folder as the current one. */
export function inFolder<T>(folder: string, work: () => T): T {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return work();
  } finally {
    process.chdir(before);
  }
}

/** Runs the built program in a process of its own. */
export function program(argv: readonly string[], { input = '', node = [] }: { input?: string; node?: readonly string[] } = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, PROGRAM, ...argv], { cwd: ROOT, input, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

/** The text of a file that holds these objects. */
export function manifests(...objects: readonly KubernetesObject[]): string {
  return objects.map((object) => `${JSON.stringify(object, null, 1)}\n`).join('---\n');
}
