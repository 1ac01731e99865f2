/** Defines the options of commands that ask a cluster through kubectl, and reports kubectl's errors. */
import { type Command, Option } from 'commander';
import { emitYaml } from '../base/manifest/emit.js';
import { printable } from '../base/manifest/printable.js';
import { approverRole } from '../olm/render/approver.js';
import { KubectlError } from '../supply/index.js';
import { EXIT_BAD_INPUT, type Terminal } from './outcome.js';

export interface LiveFlags {
  readonly live: boolean;
  readonly context?: string;
}

export function addLiveOptions(command: Command): Command {
  return command
    .addOption(new Option('--live', 'read the cluster through kubectl').default(false))
    .addOption(
      new Option('--context <name>', 'the cluster of this name in the kubeconfig (default: the current one)').implies({ live: true }),
    );
}

/**
 * Prints why kubectl failed.
 *
 * @param namespaces the namespaces of the run
 */
export function kubectlRefused(error: unknown, namespaces: readonly string[], terminal: Terminal): number {
  if (!(error instanceof KubectlError)) throw error;
  const { fault, said, asked } = error;
  const told: Record<KubectlError['fault'], string> = {
    missing: 'kubectl is not on the PATH; install it, or give a dump of the cluster as a file',
    'no-olm': 'the cluster has no InstallPlans: OLM v0 does not run there',
    forbidden: said,
    conflict: said,
    'not-found': said,
    other: said,
  };
  terminal.err(`error: ${told[fault].split('\n').map(printable).join('\n       ')}\n`);
  if (fault !== 'missing') terminal.err(`  asked     ${printable(asked)}\n`);
  if (fault === 'forbidden' && namespaces.length === 0)
    terminal.err('  fix       name a namespace with --namespace, or let this user list these in all namespaces\n');
  else if (fault === 'forbidden')
    terminal.err(
      `  fix       give this user the Role in ${printable(namespaces.join(', '))}:\n${emitYaml(approverRole(namespaces[0] ?? ''))}`,
    );
  return EXIT_BAD_INPUT;
}
