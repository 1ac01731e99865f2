/** Runs the command line, in this process on a terminal that records, or as a program of its own. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { run } from '../../src/cli/program.js';
import type { KubernetesObject } from '../../src/kubernetes/object.js';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'lib/src/cli/bin.js');

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
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command line in this process. */
export function cli(argv: readonly string[], { outIsTerminal = false, errIsTerminal = false, env = {} }: Surroundings = {}): Outcome {
  const recorded = { out: '', err: '' };
  const code = run(argv, {
    out: (text) => {
      recorded.out += text;
    },
    err: (text) => {
      recorded.err += text;
    },
    outIsTerminal,
    errIsTerminal,
    env,
  });
  return { code, ...recorded };
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
