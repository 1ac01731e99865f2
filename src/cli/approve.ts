/** `cdk8s-olm approve`: approves the InstallPlans that the lock allows, waits until they run, and continues along the path. */
import { Command, Option } from 'commander';
import { namespacedName } from '../base/kubernetes/object.js';
import { FORMAT_WRITERS } from '../base/manifest/format-writers.js';
import { printable } from '../base/manifest/printable.js';
import { counted } from '../base/wording/phrases.js';
import {
  type ApprovalEvent,
  type Approved,
  type Awaited,
  approvalClient,
  approvalState,
  approve,
  type Clock,
  type Decision,
  decisions,
  isAllowed,
  isOutdated,
  kubectl,
  movesText,
  readDeciding,
  reasonText,
} from '../supply/index.js';
import { planNames, plansJson, plansReport } from './approvals/plans-report.js';
import { secondsOf, timeoutOption } from './deadline.js';
import { isData } from './each-unit.js';
import { addLiveOptions, kubectlRefused, type LiveFlags } from './live.js';
import { readLocks } from './lock-files.js';
import { ANSWER_FORMATS, addFormatOptions } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, refuse, type Terminal } from './outcome.js';

interface ApproveFlags extends LiveFlags {
  readonly dryRun: boolean;
  readonly timeout?: number;
  readonly format: (typeof ANSWER_FORMATS)[number];
}

const EXAMPLES = `
Examples:
  cdk8s-olm approve --live --dry-run                  show which plans would be approved, and why others are left
  cdk8s-olm approve clusters/prod --live --context prod
  cdk8s-olm approve --live --timeout 1800             wait up to half an hour

A plan is approved if it is the newest plan, each of its CSVs is the locked version or on the locked path to it, each image
has the locked digest, and nothing else is in the plan. Only spec.approved is written.
Exit code 0: all waiting plans are approved, and their operators run. 1: a plan is left. 2: the cluster or the lock cannot
be read.`;

/** The command. `finish` receives the exit code. */
export function approveCommand(terminal: Terminal, finish: (code: number | Promise<number>) => void): Command {
  const command = new Command('approve')
    .description('Approve the InstallPlans that the lock allows, wait until their operators run, and continue along the locked path.')
    .argument('[lock...]', 'a lock, or a folder with one in it or above it', ['.']);
  addLiveOptions(command).addOption(new Option('--dry-run', 'only show the decisions').default(false)).addOption(timeoutOption());
  return addFormatOptions(command, 'format of the result', ANSWER_FORMATS)
    .addHelpText('after', EXAMPLES)
    .action((places: string[], flags: ApproveFlags, own: Command) => {
      if (!flags.live) own.error("error: '--live' is needed: approving is done on a cluster; plans reads a dump");
      finish(runApprove(places, flags, terminal));
    });
}

const MACHINE: Clock = { now: Date.now, sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) };

async function runApprove(places: readonly string[], flags: ApproveFlags, terminal: Terminal): Promise<number> {
  const locked = readLocks(places, terminal);
  if (!locked) return EXIT_BAD_INPUT;
  if (locked.operators.length === 0) return refuse('the lock has no Subscription, so there is no namespace to look at', terminal);
  const namespaces = [...new Set(locked.operators.map(({ namespace }) => namespace))].sort();
  const client = kubectl({ context: flags.context, env: terminal.env });
  const clock = terminal.clock ?? MACHINE;
  try {
    if (flags.dryRun) return tellDecisions(decisions(approvalState(await readDeciding(client, namespaces)), locked), flags, terminal);
    const ended = await approve({
      client: approvalClient(client, clock),
      locked,
      clock,
      until: clock.now() + 1000 * (flags.timeout ?? secondsOf([])),
      tell: teller(terminal),
    });
    return tellEnd(ended, flags, terminal);
  } catch (error) {
    return kubectlRefused(error, namespaces, terminal);
  }
}

/** Prints events; each awaited state is printed once. */
function teller(terminal: Terminal): (event: ApprovalEvent) => void {
  const last = new Map<string, string>();
  return (event) => {
    const line =
      event.type === 'waiting'
        ? `${event.namespace}: waiting for ${event.for.map(awaitedText).join('; ')}`
        : `${namespacedName(event.decision.plan)} ${event.type === 'approved' ? 'is approved' : 'changed while it was approved; it is read again'}: ${movesText(event.decision)}`;
    const namespace = event.type === 'waiting' ? event.namespace : event.decision.plan.namespace;
    if (event.type === 'waiting' && last.get(namespace) === line) return;
    last.set(namespace, line);
    terminal.err(`${printable(line)}\n`);
  };
}

function tellDecisions(all: readonly Decision[], { format }: ApproveFlags, terminal: Terminal): number {
  const plans = all.map((decision) => ({ decision }));
  terminal.out(plansReport(plans, true, format));
  return all.some((one) => !isAllowed(one) && !isOutdated(one)) ? EXIT_FINDINGS : EXIT_OK;
}

function tellEnd({ approved, left, unfinished }: Approved, { format }: ApproveFlags, terminal: Terminal): number {
  const dataOf = (decisions: readonly Decision[]): object[] =>
    plansJson(
      decisions.map((decision) => ({ decision })),
      true,
    );
  if (isData(format)) terminal.out(FORMAT_WRITERS[format].value({ approved: dataOf(approved), left: dataOf(left), unfinished }));
  else if (format === 'name') terminal.out(planNames(approved));
  else {
    const lines = [
      ...approved.map((one) => `approved  ${namespacedName(one.plan)}: ${movesText(one)}`),
      ...left.flatMap((one) =>
        isAllowed(one)
          ? [`left      ${namespacedName(one.plan)}: timed out`]
          : one.reasons.map((reason) => `left      ${namespacedName(one.plan)}: ${reasonText(reason)}`),
      ),
      ...unfinished.map((one) => `waits     ${one.namespace}: ${awaitedText(one)}`),
      `${counted(approved.length, 'InstallPlan')} approved, ${left.length === 0 ? 'none' : left.length} left`,
    ];
    terminal.out(lines.map((line) => `${printable(line)}\n`).join(''));
  }
  return left.some((one) => !isOutdated(one)) || unfinished.length > 0 ? EXIT_FINDINGS : EXIT_OK;
}

function awaitedText({ what, name, phase, message }: Awaited): string {
  if (what === 'next-plan') return `the next plan on the way to ${name}`;
  const state = [phase === '' ? 'not there yet' : phase, ...(message === '' ? [] : [message])].join(': ');
  return `${what === 'plan' ? 'InstallPlan' : 'CSV'} ${name} (${state})`;
}
