/** `cdk8s-olm plans`: shows the waiting InstallPlans, their permissions, and whether the lock allows them. */
import { Command, Option } from 'commander';
import type { KubernetesObject } from '../base/kubernetes/object.js';
import { isError } from '../base/manifest/problem.js';
import type { Locked } from '../olm/lock/locked-by.js';
import { lockedBy } from '../olm/lock/locked-by.js';
import { lockFileOf } from '../repository/index.js';
import {
  approvalState,
  decisions,
  isAllowed,
  isOutdated,
  type Kubectl,
  kubectl,
  readAround,
  readDeciding,
  readDump,
  readUnpacked,
} from '../supply/index.js';
import { blockedBy } from './approvals/blocked.js';
import { planGrants } from './approvals/grants.js';
import { PLANS_FORMATS, type PlansFormat, plansReport } from './approvals/plans-report.js';
import { printProblems } from './evaluate-input.js';
import { several } from './help.js';
import { addLiveOptions, kubectlRefused, type LiveFlags } from './live.js';
import { readLocks } from './lock-files.js';
import { addFormatOptions, addSettings, type ClusterFlags } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, refuse, type Terminal } from './outcome.js';

interface PlansFlags extends LiveFlags, Pick<ClusterFlags, 'platform' | 'olmVersion' | 'kubeVersion'> {
  readonly lock?: readonly string[];
  readonly namespace?: readonly string[];
  readonly format: PlansFormat;
}

const DUMP = 'kubectl get installplans,subscriptions.operators.coreos.com,csv,og,ns -A -o yaml';

const EXAMPLES = `
Examples:
  cdk8s-olm plans --live                                       the waiting plans of kubectl's current cluster
  cdk8s-olm plans --live --lock clusters/prod -o json
  ${DUMP} > dump.yaml
  cdk8s-olm plans dump.yaml --lock clusters/prod/olm-lock.yaml

Only kubectl get is run. Exit code 1 if the lock does not allow a waiting plan.`;

/** The command. `finish` receives the exit code. */
export function plansCommand(terminal: Terminal, finish: (code: number | Promise<number>) => void): Command {
  const command = new Command('plans')
    .description('Show the InstallPlans that wait for approval, what each would grant, and whether the lock allows it.')
    .argument('[input...]', 'a dump of a cluster: the output of kubectl get -o yaml or -o json; or - for standard input')
    .addOption(new Option('--lock <file>', 'the lock, or its folder; repeatable (default: the one next to the input)').argParser(several))
    .addOption(new Option('-n, --namespace <name>', 'only this namespace; repeatable').argParser(several));
  return addLiveOptions(addSettings(addFormatOptions(command, 'format of the result', PLANS_FORMATS)))
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], flags: PlansFlags, own: Command) => {
      if ((inputs.length === 0) !== flags.live) own.error("error: give a dump, or '--live' to ask a cluster");
      finish(flags.live ? runLive(flags, terminal) : runDump(inputs, flags, terminal));
    });
}

function runDump(inputs: readonly string[], flags: PlansFlags, terminal: Terminal): number {
  const { objects, problems } = readDump(inputs);
  printProblems(problems, terminal);
  if (problems.some(isError)) return EXIT_BAD_INPUT;
  // From Kubernetes 1.33 on, IPAddresses have the same short name as InstallPlans.
  if (!objects.some(({ kind }) => kind === 'InstallPlan'))
    return refuse(`${inputs.join(' ')} has no InstallPlan; ${DUMP} gives them`, terminal);
  const lock = lockOf(inputs, flags, terminal);
  return lock ? report(objects, lock, flags, terminal) : EXIT_BAD_INPUT;
}

async function runLive(flags: PlansFlags, terminal: Terminal): Promise<number> {
  const { context, namespace } = flags;
  const lock = lockOf(['.'], flags, terminal);
  if (!lock) return EXIT_BAD_INPUT;
  const client: Kubectl = kubectl({ context, env: terminal.env });
  try {
    const deciding = await readDeciding(client, namespace);
    const plans = decisions(approvalState(deciding), lock.locked).map(({ plan }) => plan);
    const around = plans.length === 0 ? [] : [...(await readAround(client, namespace)), ...(await readUnpacked(client, plans))];
    return report([...deciding, ...around], lock, flags, terminal);
  } catch (error) {
    return kubectlRefused(error, namespace ?? [], terminal);
  }
}

interface Lock {
  readonly locked: Locked;
  readonly isGiven: boolean;
}

function lockOf(inputs: readonly string[], { lock }: PlansFlags, terminal: Terminal): Lock | undefined {
  const places = lock ?? (lockFileOf(inputs) === undefined ? [] : inputs);
  if (places.length === 0) return { locked: lockedBy([]).locked, isGiven: false };
  const locked = readLocks(lock ?? [inputs[0] ?? '.'], terminal);
  return locked && { locked, isGiven: true };
}

function report(objects: readonly KubernetesObject[], { locked, isGiven }: Lock, flags: PlansFlags, terminal: Terminal): number {
  const { namespace, format, platform, olmVersion, kubeVersion } = flags;
  const plans = decisions(approvalState(objects), locked)
    .filter(({ plan }) => !namespace || namespace.includes(plan.namespace))
    .map((decision) => ({
      decision,
      blocked: blockedBy(decision, objects),
      grants: planGrants(decision, objects, locked, { platform, olmVersion, kubeVersion }),
    }));
  terminal.out(plansReport(plans, isGiven, format));
  const isLeft = plans.some(({ decision }) => !isAllowed(decision) && !isOutdated(decision));
  return isGiven && isLeft ? EXIT_FINDINGS : EXIT_OK;
}
