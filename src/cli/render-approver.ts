/** `cdk8s-olm render --approver`: writes a Job that approves InstallPlans in the cluster, by the lock of the input. */
import { type Command, Option } from 'commander';
import { FORMAT_WRITERS, type Format } from '../base/manifest/format-writers.js';
import { approvalList } from '../olm/lock/approval-list.js';
import { APPROVER_NAMESPACE, approverObjects } from '../olm/render/approver.js';
import { rare } from './help.js';
import { readLockFiles } from './lock-files.js';
import { EXIT_BAD_INPUT, EXIT_OK, refuse, type Terminal } from './outcome.js';

export interface ApproverFlags {
  readonly approver?: string;
  readonly approverNamespace: string;
  readonly approverSchedule?: string;
}

export function addApproverOptions(command: Command): Command {
  return command
    .addOption(
      rare(
        new Option(
          '--approver <image>',
          'write only a Job for Argo CD that approves the InstallPlans that the lock allows; the image, by digest, contains cdk8s-olm and kubectl',
        ),
      ),
    )
    .addOption(rare(new Option('--approver-namespace <name>', 'where that Job runs').default(APPROVER_NAMESPACE)))
    .addOption(rare(new Option('--approver-schedule <schedule>', 'a CronJob instead, such as "*/10 * * * *"')));
}

export function renderApprover(
  inputs: readonly string[],
  options: ApproverFlags & { readonly approver: string; readonly format: Format },
  terminal: Terminal,
): number {
  const { approver: image, approverNamespace: namespace, approverSchedule: schedule, format } = options;
  const locks = readLockFiles(inputs, terminal);
  if (!locks) return EXIT_BAD_INPUT;
  const operators = locks.flatMap(({ lock }) => approvalList(lock).operators);
  if (operators.length === 0) return refuse('the lock has no operator of a Subscription with the digest of its image', terminal);
  const objects = approverObjects({ approvalsVersion: 1, operators }, { image, namespace, schedule });
  const { value, stream } = FORMAT_WRITERS[format];
  terminal.out([...stream(objects.map(value))].join(''));
  return EXIT_OK;
}
