/** `cdk8s-olm who-can`: the subjects that can do something, where, and by which path. */
import { Command } from 'commander';
import { formatReference } from '../kubernetes/object.js';
import { FORMAT_WRITERS } from '../manifest/format.js';
import { printable } from '../manifest/printable.js';
import type { Namespace } from '../model/namespace.js';
import type { PlatformName } from '../model/platform.js';
import { askedAccess } from '../questions/asked-access.js';
import { type Allowed, type Perhaps, whoCan, whoPerhapsCan } from '../questions/who-can.js';
import type { AccessRequest } from '../rbac/authorizer.js';
import type { Right } from '../rbac/grant.js';
import { readState } from '../read-state.js';
import type { ProfileName } from '../render/index.js';
import { pathText } from '../report/steps.js';
import { scopeText, subjectText } from '../words/phrases.js';
import { columns } from './columns.js';
import { printProblems } from './evaluate-input.js';
import {
  assumeNamespaceOption,
  formatOption,
  INPUT_HELP,
  kubeVersionOption,
  lenientOption,
  platformOption,
  profileOption,
} from './options.js';
import { EXIT_BAD_INPUT, EXIT_OK, type Terminal } from './outcome.js';

interface WhoCanOptions {
  readonly namespace?: string;
  readonly name?: string;
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

The answer follows Kubernetes' RBAC rules, including aggregated ClusterRoles.`;

/** The command. `finish` receives the exit code. */
export function whoCanCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return new Command('who-can')
    .description('Show the ServiceAccounts, users and groups that can do something, where, and through which roles.')
    .argument('<verb>', 'such as get, create or impersonate')
    .argument('<resource>', 'such as pods, pods/exec, deployments.apps, or a URL path')
    .argument('<input...>', INPUT_HELP)
    .option('-n, --namespace <namespace>', 'only in this namespace (default: anywhere)')
    .option('--name <name>', 'on the object with this name (default: on all objects)')
    .addOption(formatOption('format of the result', ['text', 'json']))
    .addOption(profileOption())
    .addOption(kubeVersionOption())
    .addOption(lenientOption())
    .addOption(platformOption())
    .addOption(assumeNamespaceOption())
    .addHelpText('after', EXAMPLES)
    .action((verb: string, resource: string, inputs: string[], options: WhoCanOptions) =>
      finish(runWhoCan(verb, resource, inputs, options, terminal)),
    );
}

function runWhoCan(verb: string, resource: string, inputs: readonly string[], options: WhoCanOptions, terminal: Terminal): number {
  const { problems, side } = readState(inputs, options);
  printProblems(problems, terminal);
  if (!side) return EXIT_BAD_INPUT;
  const asked = askedAccess(verb, resource, options.name, side);
  if ('groups' in asked) {
    terminal.err(`error: ${printable(unknownGroup(resource, asked.groups))}\n`);
    return EXIT_BAD_INPUT;
  }
  const { namespace } = options;
  const allowed = whoCan(side, asked.request, namespace);
  const perhaps = whoPerhapsCan(side, asked.request, namespace);
  if (options.format === 'json')
    terminal.out(FORMAT_WRITERS.json.value({ request: asked.request, namespace: namespace ?? null, allowed, perhaps }));
  else {
    printText(allowed, asked.request, terminal);
    printPerhaps(perhaps, terminal);
  }
  return EXIT_OK;
}

function unknownGroup(resource: string, groups: readonly string[]): string {
  const [name = '', subresource] = resource.split(/\/(.*)/);
  const full = (group: string): string => `${name}.${group}${subresource === undefined ? '' : `/${subresource}`}`;
  return groups.length === 0
    ? `neither Kubernetes nor the input has a resource ${name}; write it with its API group, such as ${full('example.com')}`
    : `several API groups have a resource ${name}; write ${groups.map(full).join(' or ')}`;
}

/** Unknown is not nothing. */
function printPerhaps(perhaps: readonly Perhaps[], terminal: Terminal): void {
  if (perhaps.length === 0) return;
  const rows = perhaps.map(({ subject, scope, binding, role }) => [
    subjectText(subject),
    scopeText(scope),
    `${formatReference(binding)} → ${formatReference(role)}`,
  ]);
  terminal.out(
    `\nperhaps, because the role is neither in the input nor a default one:\n${columns(['SUBJECT', 'WHERE', 'PATH'], rows).join('\n')}\n`,
  );
}

function printText(allowed: readonly Allowed[], request: AccessRequest, terminal: Terminal): void {
  if (allowed.length === 0) {
    terminal.out('nobody\n');
    return;
  }
  const where = (scope: Allowed['scope']): string => scopeText(scope, [permissionOf(request)]);
  const rows = allowed.flatMap(({ subject, scope, paths }) =>
    paths.map((path, index) => (index === 0 ? [subjectText(subject), where(scope), pathText(path)] : ['', '', pathText(path)])),
  );
  terminal.out(`${columns(['SUBJECT', 'WHERE', 'PATH'], rows).join('\n')}\n`);
}

function permissionOf(request: AccessRequest): Right {
  const verbs = [request.verb];
  return 'path' in request ? { verbs, nonResourceURL: request.path } : { verbs, apiGroup: request.apiGroup, resource: request.resource };
}
