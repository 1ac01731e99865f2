/** `cdk8s-olm explain`: why a CSV fails, why a role exists, through what somebody may do what they may. */
import { Command } from 'commander';
import { FORMAT_WRITERS } from '../manifest/format.js';
import { printable } from '../manifest/printable.js';
import { formatReference, type ObjectReference } from '../model/kubernetes-object.js';
import { listText } from '../model/name-lists.js';
import { nearest } from '../model/nearest.js';
import { readSide } from '../read-side.js';
import type { ProfileName } from '../render/index.js';
import { askedAccess } from '../review/asked-access.js';
import { EXPLAINED_KINDS, explain, namesOf } from '../review/explain.js';
import type { Explanation } from '../review/explanation.js';
import { placeText, rightText, scopeText, subjectText } from '../review/report/wording.js';
import type { Grant, ReviewSide } from '../review/review.js';
import { wayText } from '../review/way-text.js';
import { columns } from './columns.js';
import { formatFinding } from './format-finding.js';
import { formatOption, INPUT_HELP, kubeVersionOption, lenientOption, profileOption } from './options.js';
import { EXIT_BAD_INPUT, EXIT_OK, type Terminal } from './outcome.js';
import { paintFor } from './paint.js';
import { printProblems } from './study-input.js';

interface ExplainOptions {
  readonly verb?: string;
  readonly resource?: string;
  readonly format: 'text' | 'json';
  readonly profile: ProfileName;
  readonly kubeVersion: string;
  readonly lenient: boolean;
}

const EXAMPLES = `
Examples:
  cdk8s-olm explain csv/team-a/etcd.v0.9.4 clusters/prod            why it fails, and what to do about it
  cdk8s-olm explain og/team-a/etcd clusters/prod                    what the group reaches
  cdk8s-olm explain role/team-b/etcd.v0.9.4-abc clusters/prod       which CSV asks for it, in which field
  cdk8s-olm explain clusterrole/edit clusters/prod                  what aggregation brings into it
  cdk8s-olm explain sa/team-a/etcd clusters/prod --resource secrets through what it may read them`;

/** What kubectl users type, too. */
const SHORT_KINDS: Readonly<Record<string, (typeof EXPLAINED_KINDS)[number]>> = {
  csv: 'ClusterServiceVersion',
  og: 'OperatorGroup',
  sa: 'ServiceAccount',
};

const CLUSTER_SCOPED: ReadonlySet<string> = new Set(['ClusterRole', 'ClusterRoleBinding', 'User', 'Group']);

/** The command; `finish` is told the exit code. */
export function explainCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return new Command('explain')
    .summary('show why something is as it is')
    .description('Show why a CSV fails, why a role exists, what a group reaches, or through what somebody may do what they may.')
    .argument('<object>', 'KIND/NAMESPACE/NAME, or KIND/NAME of what stands in no namespace')
    .argument('<input...>', INPUT_HELP)
    .option('--verb <verb>', 'of somebody: only what they may do by this verb')
    .option('--resource <resource>', 'of somebody: only what they may do to this resource or URL path')
    .addOption(formatOption('of the result', ['text', 'json']))
    .addOption(profileOption())
    .addOption(kubeVersionOption())
    .addOption(lenientOption())
    .addHelpText('after', EXAMPLES)
    .action((object: string, inputs: string[], options: ExplainOptions) => finish(runExplain(object, inputs, options, terminal)));
}

function runExplain(text: string, inputs: readonly string[], options: ExplainOptions, terminal: Terminal): number {
  const refuse = (message: string): number => {
    terminal.err(`error: ${printable(message)}\n`);
    return EXIT_BAD_INPUT;
  };
  const object = objectOf(text);
  if (!object) return refuse(`expected KIND/NAMESPACE/NAME or KIND/NAME, where KIND is one of ${EXPLAINED_KINDS.join(', ')}, not ${text}`);
  const { problems, side } = readSide(inputs, options);
  printProblems(problems, terminal);
  if (!side) return EXIT_BAD_INPUT;
  const { verb, resource } = options;
  const asked = resource === undefined ? undefined : askedAccess(verb ?? '*', resource, undefined, side);
  if (asked && 'groups' in asked)
    return refuse(`write ${resource} with its API group, such as ${resource}.${asked.groups[0] ?? 'example.com'}`);
  const explanation = explain(object, side, { ...(verb === undefined ? {} : { verb }), ...(asked ? { request: asked.request } : {}) });
  if (!explanation) return refuse(notFound(object, side));
  if (options.format === 'json') terminal.out(FORMAT_WRITERS.json.value(explanation));
  else printText(explanation, terminal);
  return EXIT_OK;
}

/** Reads `KIND/NAMESPACE/NAME`. The name of a user or group may hold slashes. */
function objectOf(text: string): ObjectReference | undefined {
  const [short = '', ...rest] = text.split('/');
  const kind = SHORT_KINDS[short.toLowerCase()] ?? EXPLAINED_KINDS.find((known) => known.toLowerCase() === short.toLowerCase());
  if (kind === undefined || rest.includes('')) return undefined;
  if (CLUSTER_SCOPED.has(kind)) return rest.length > 0 ? { kind, name: rest.join('/') } : undefined;
  const [namespace, name, ...more] = rest;
  return namespace !== undefined && name !== undefined && more.length === 0 ? { kind, namespace, name } : undefined;
}

function notFound(object: ObjectReference, side: ReviewSide): string {
  const likely = nearest(formatReference(object), namesOf(object.kind, side));
  return `there is no ${formatReference(object)}${likely === undefined ? '' : `; did you mean ${likely}?`}`;
}

function printText({ object, place, facts, findings, grants }: Explanation, terminal: Terminal): void {
  const paint = paintFor(terminal.outIsTerminal, terminal.env);
  terminal.out(`${paint.bold(printable(formatReference(object)))}${place ? ` (${printable(placeText(place))})` : ''}\n`);
  const width = Math.max(...facts.map(({ label }) => label.length));
  for (const [index, { label, text }] of facts.entries()) {
    const shown = facts[index - 1]?.label === label ? '' : label;
    terminal.out(`  ${paint.dim(shown.padEnd(width))}  ${printable(text)}\n`);
  }
  if (findings.length > 0)
    terminal.out(`\n${findings.map((finding) => formatFinding({ ...finding, ...finding.place }, paint)).join('\n')}\n`);
  if (grants) terminal.out(`\n${grants.length === 0 ? 'no such rights' : grantTable(object, grants).join('\n')}\n`);
}

function grantTable(object: ObjectReference, grants: readonly Grant[]): string[] {
  const rows = grants.flatMap((grant) => {
    const { subject, right, scope, paths } = grant;
    // What comes by a group that an account is in says so.
    const by = subject.kind === 'Group' && object.kind !== 'Group' ? `${subjectText(subject)}: ` : '';
    const may = rightText(right.resourceNames ? { ...right, resourceNames: [listText(right.resourceNames)] } : right);
    return paths.map((path, index) => [index === 0 ? may : '', index === 0 ? scopeText(scope) : '', `${by}${wayText(path)}`]);
  });
  return columns(['MAY', 'WHERE', 'THROUGH'], rows);
}
