/** `cdk8s-olm who-can`: the subjects that may do something, where, and through what. */
import { Command } from 'commander';
import { FORMAT_WRITERS } from '../manifest/format.js';
import { printable } from '../manifest/printable.js';
import type { ProfileName } from '../render/index.js';
import { askedAccess } from '../review/asked-access.js';
import { scopeText, subjectText } from '../review/report/wording.js';
import { withBundledObjects } from '../review/risks/bundled-objects.js';
import { wayText } from '../review/way-text.js';
import { type Allowed, whoCan } from '../review/who-can.js';
import { columns } from './columns.js';
import { formatOption, INPUT_HELP, kubeVersionOption, lenientOption, profileOption } from './options.js';
import { EXIT_BAD_INPUT, EXIT_OK, type Terminal } from './outcome.js';
import { readSide } from './review-side.js';
import { printProblems } from './study-input.js';

interface WhoCanOptions {
  readonly namespace?: string;
  readonly name?: string;
  readonly format: 'text' | 'json';
  readonly profile: ProfileName;
  readonly kubeVersion: string;
  readonly lenient: boolean;
}

const EXAMPLES = `
Examples:
  cdk8s-olm who-can get secrets clusters/prod -n team-a
  cdk8s-olm who-can create pods/exec clusters/prod
  cdk8s-olm who-can update deployments.apps clusters/prod --name gateway
  cdk8s-olm who-can get /metrics clusters/prod --format json
  cdk8s-olm who-can '*' '*' rendered/prod           of what was rendered before

Kubernetes' own rules decide. Whoever is bound to a ClusterRole that collects others is listed, too.`;

/** The command; `finish` is told the exit code. */
export function whoCanCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return new Command('who-can')
    .summary('show who may do something')
    .description('Show the ServiceAccounts, users and groups that may do something on the cluster, where, and through which roles.')
    .argument('<verb>', 'such as get, create or impersonate')
    .argument('<resource>', 'such as pods, pods/exec, deployments.apps, or a URL path')
    .argument('<input...>', INPUT_HELP)
    .option('-n, --namespace <namespace>', 'in this namespace; without it, anywhere')
    .option('--name <name>', 'to the object of this name; without it, to all of them')
    .addOption(formatOption('of the result', ['text', 'json']))
    .addOption(profileOption())
    .addOption(kubeVersionOption())
    .addOption(lenientOption())
    .addHelpText('after', EXAMPLES)
    .action((verb: string, resource: string, inputs: string[], options: WhoCanOptions) =>
      finish(runWhoCan(verb, resource, inputs, options, terminal)),
    );
}

function runWhoCan(verb: string, resource: string, inputs: readonly string[], options: WhoCanOptions, terminal: Terminal): number {
  const { problems, side: read } = readSide(inputs, options);
  printProblems(problems, terminal);
  if (!read) return EXIT_BAD_INPUT;
  // Some operators have all their rights by roles and bindings that lie beside their CSV.
  const side = withBundledObjects(read);
  const asked = askedAccess(verb, resource, options.name, side);
  if ('groups' in asked) {
    terminal.err(`error: ${printable(unknownGroup(resource, asked.groups))}\n`);
    return EXIT_BAD_INPUT;
  }
  const { namespace } = options;
  const allowed = whoCan(side, asked.request, namespace);
  if (options.format === 'json') terminal.out(FORMAT_WRITERS.json.value({ request: asked.request, namespace: namespace ?? null, allowed }));
  else printText(allowed, terminal);
  return EXIT_OK;
}

function unknownGroup(resource: string, groups: readonly string[]): string {
  const [name = '', subresource] = resource.split(/\/(.*)/);
  const full = (group: string): string => `${name}.${group}${subresource === undefined ? '' : `/${subresource}`}`;
  return groups.length === 0
    ? `neither Kubernetes nor the input has a resource ${name}; write it with its API group, such as ${full('example.com')}`
    : `several API groups have a resource ${name}; write ${groups.map(full).join(' or ')}`;
}

function printText(allowed: readonly Allowed[], terminal: Terminal): void {
  if (allowed.length === 0) {
    terminal.out('nobody\n');
    return;
  }
  const rows = allowed.flatMap(({ subject, scope, paths }) =>
    paths.map((path, index) => (index === 0 ? [subjectText(subject), scopeText(scope), wayText(path)] : ['', '', wayText(path)])),
  );
  terminal.out(`${columns(['SUBJECT', 'WHERE', 'THROUGH'], rows).join('\n')}\n`);
}
