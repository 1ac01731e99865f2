/** `cdk8s-olm who-can`: the subjects that can do something, where, and by which path. */
import { Command, Option } from 'commander';
import { FORMAT_WRITERS } from '../manifest/format.js';
import { printable } from '../manifest/printable.js';
import type { Namespace } from '../model/namespace.js';
import type { PlatformName } from '../model/platform.js';
import { whoCan, whoPerhapsCan } from '../questions/who-can.js';
import { readState } from '../read-state.js';
import type { ProfileName } from '../render/index.js';
import { allowedText, perhapsText } from './allowed-text.js';
import { readAsked } from './asked.js';
import { printProblems } from './evaluate-input.js';
import { addPlacementOptions, type PlacementFlags, placementOf } from './install-options.js';
import {
  assumeNamespaceOption,
  formatOption,
  INPUT_HELP,
  kubeVersionOption,
  lenientOption,
  platformOption,
  profileOption,
  RESOURCE_HELP,
  VERB_HELP,
} from './options.js';
import { EXIT_BAD_INPUT, EXIT_OK, type Terminal } from './outcome.js';

interface WhoCanOptions extends PlacementFlags {
  readonly namespace?: string;
  readonly name?: string;
  readonly as?: string;
  readonly format: 'text' | 'json';
  readonly profile: ProfileName;
  readonly kubeVersion: string;
  readonly lenient: boolean;
  readonly platform?: PlatformName;
  readonly assumeNamespace?: readonly Namespace[];
}

const EXAMPLES = `
Examples:
  cdk8s-olm who-can get secrets clusters/prod -n team-a
  cdk8s-olm who-can create pods/exec clusters/prod
  cdk8s-olm who-can update deployments.apps clusters/prod --name gateway
  cdk8s-olm who-can get /metrics clusters/prod --format json
  cdk8s-olm who-can '*' '*' rendered/prod           in a rendered folder

The answer follows Kubernetes' RBAC rules, including aggregated ClusterRoles. can-i asks about one account.`;

/** The command. `finish` receives the exit code. */
export function whoCanCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('who-can')
    .description('Show the ServiceAccounts, users and groups that can do something, where, and through which roles.')
    .argument('<verb>', VERB_HELP)
    .argument('<resource>', RESOURCE_HELP)
    .argument('<input...>', INPUT_HELP)
    .option('-n, --namespace <namespace>', 'only in this namespace (default: anywhere)')
    .addOption(new Option('-A, --all-namespaces', 'anywhere, as without --namespace').default(false).conflicts('namespace'))
    .option('--name <name>', 'on the object with this name (default: on all objects)')
    .addOption(new Option('--as <account>').hideHelp())
    .addOption(formatOption('format of the result', ['text', 'json']))
    .addOption(profileOption())
    .addOption(kubeVersionOption())
    .addOption(lenientOption())
    .addOption(platformOption())
    .addOption(assumeNamespaceOption());
  return addPlacementOptions(command)
    .addHelpText('after', EXAMPLES)
    .action((verb: string, resource: string, inputs: string[], options: WhoCanOptions) =>
      finish(runWhoCan(verb, resource, inputs, options, terminal)),
    );
}

function runWhoCan(verb: string, resource: string, inputs: readonly string[], options: WhoCanOptions, terminal: Terminal): number {
  const refuse = (message: string): number => {
    terminal.err(`error: ${printable(message)}\n`);
    return EXIT_BAD_INPUT;
  };
  const { namespace, name, as } = options;
  if (as !== undefined)
    return refuse(`who-can looks for everyone; of one account asks cdk8s-olm can-i ${verb} ${resource} ${inputs.join(' ')} --as ${as}`);
  const { problems, side } = readState(inputs, { ...options, ...placementOf(options, options.profile) });
  printProblems(problems, terminal);
  if (!side) return EXIT_BAD_INPUT;
  const request = readAsked({ verb, resource, name, namespace }, side);
  if (typeof request === 'string') return refuse(request);
  const allowed = whoCan(side, request, namespace);
  const perhaps = whoPerhapsCan(side, request, namespace);
  if (options.format === 'json') terminal.out(FORMAT_WRITERS.json.value({ request, namespace: namespace ?? null, allowed, perhaps }));
  else terminal.out((allowedText(allowed, request) || 'nobody\n') + perhapsText(perhaps));
  return EXIT_OK;
}
