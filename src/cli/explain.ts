/** `cdk8s-olm explain`: why a CSV fails, why a role exists, why an account has its permissions. */

import { Command } from 'commander';
import { groupWithKind, scopeOf } from '../kubernetes/kinds.js';
import { formatReference, type ObjectReference } from '../kubernetes/object.js';
import { FORMAT_WRITERS } from '../manifest/format.js';
import { printable } from '../manifest/printable.js';
import { nearest } from '../model/nearest.js';
import { versionsJson, versionsOf, versionsText } from '../model/versions.js';
import { askedAccess } from '../questions/asked-access.js';
import { EXPLAINED_KINDS, explain, namedOf, namesOf } from '../questions/explain.js';
import type { Explanation } from '../questions/explanation.js';
import { perhapsAccountOf } from '../questions/unknown-accounts.js';
import type { Grant } from '../rbac/grant.js';
import { jsonFinding, SCHEMA_VERSION } from '../report/json.js';
import { pathText } from '../report/steps.js';
import type { Source } from '../source/read-files.js';
import type { State } from '../state/state.js';
import { listed, permissionText, placeText, scopeText, subjectText } from '../wording/phrases.js';
import { unknownText } from './allowed-text.js';
import { didYouMean } from './asked.js';
import { columns } from './columns.js';
import { atEachUnit, RIGHTS_WORDS } from './each-unit.js';
import { formatFinding } from './format-finding.js';
import { INPUT_HELP } from './options.js';
import { EXIT_BAD_INPUT, EXIT_OK, refuse, type Terminal } from './outcome.js';
import { paintFor } from './paint.js';
import { addQuestionOptions, type QuestionFlags, stateOf } from './question-options.js';

interface ExplainOptions extends QuestionFlags {
  readonly verb?: string;
  readonly resource?: string;
}

const EXAMPLES = `
Examples:
  cdk8s-olm explain csv/team-a/etcd.v0.9.4 clusters/prod            why it fails, and how to fix it
  cdk8s-olm explain sub/etcd clusters/prod                          what it installs
  cdk8s-olm explain og/team-a/etcd clusters/prod                    its target namespaces
  cdk8s-olm explain role/team-b/etcd.v0.9.4-abc clusters/prod       which CSV requests it, in which field
  cdk8s-olm explain clusterrole/edit clusters/prod                  what aggregation adds to it
  cdk8s-olm explain sa/team-a/etcd clusters/prod --resource secrets its permissions on secrets, and why`;

/** Short names, as in kubectl. */
const SHORT_KINDS: ReadonlyMap<string, (typeof EXPLAINED_KINDS)[number]> = new Map(
  Object.entries<(typeof EXPLAINED_KINDS)[number]>({
    csv: 'ClusterServiceVersion',
    og: 'OperatorGroup',
    sa: 'ServiceAccount',
    sub: 'Subscription',
  }),
);

/** The command. `finish` receives the exit code. */
export function explainCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('explain')
    .description(
      'Show why a CSV fails, what a Subscription installs, why a role exists, what the target namespaces of a group are, or why an account, user or group has its permissions.',
    )
    .argument('<object>', 'KIND/NAMESPACE/NAME, or KIND/NAME if there is only one of the name')
    .argument('<input...>', INPUT_HELP)
    .option('--verb <verb>', 'for an account, user or group: only permissions with this verb')
    .option('--resource <resource>', 'for an account, user or group: only permissions on this resource or URL path');
  return addQuestionOptions(command)
    .addHelpText('after', EXAMPLES)
    .action((object: string, inputs: string[], options: ExplainOptions, own: Command) =>
      finish(atEachUnit(inputs, options, { command: own, terminal }, (...args) => runExplain(object, ...args), { words: RIGHTS_WORDS })),
    );
}

function runExplain(text: string, inputs: readonly Source[], options: ExplainOptions, terminal: Terminal): number {
  const named = objectOf(text);
  if (!named)
    return refuse(`expected KIND/NAMESPACE/NAME or KIND/NAME, where KIND is one of ${EXPLAINED_KINDS.join(', ')}, not ${text}`, terminal);
  const state = stateOf(inputs, options, terminal);
  if (!state) return EXIT_BAD_INPUT;
  const object = inNamespace(named, state);
  if (typeof object === 'string') return refuse(object, terminal);
  const { verb, resource } = options;
  const asked = resource === undefined ? undefined : askedAccess(verb ?? '*', resource, undefined, state);
  if (asked && 'groups' in asked)
    return refuse(`write ${resource} with its API group, such as ${resource}.${asked.groups[0] ?? 'example.com'}`, terminal);
  const explanation = explain(object, state, { ...(verb === undefined ? {} : { verb }), ...(asked ? { request: asked.request } : {}) });
  if (!explanation) return refuse(notFound(object, state), terminal);
  const versions = versionsOf(state.cluster.versions);
  const isOlmV1 = options.profile === 'olm-v1';
  if (options.format === 'json') {
    const findings = explanation.findings.map(jsonFinding);
    const value = { schemaVersion: SCHEMA_VERSION, ...explanation, findings, versions: versionsJson(versions, isOlmV1) };
    terminal.out(FORMAT_WRITERS.json.value(value));
  } else {
    printText(explanation, terminal);
    terminal.out(`\n${[...versions.notes, `holds for ${versionsText(versions, isOlmV1)}`].join('\n')}\n`);
  }
  return EXIT_OK;
}

/** Reads `KIND/NAMESPACE/NAME`, or without the namespace. The name of a user or group can contain slashes. */
function objectOf(text: string): ObjectReference | undefined {
  const [short = '', ...rest] = text.split('/');
  const kind = SHORT_KINDS.get(short.toLowerCase()) ?? EXPLAINED_KINDS.find((known) => known.toLowerCase() === short.toLowerCase());
  if (kind === undefined || rest.includes('')) return undefined;
  if (!isNamespaced(kind)) return rest.length > 0 ? { kind, name: rest.join('/') } : undefined;
  const [first, name, ...more] = rest;
  if (first === undefined || more.length > 0) return undefined;
  return name === undefined ? { kind, name: first } : { kind, namespace: first, name };
}

function isNamespaced(kind: string): boolean {
  return kind !== 'User' && kind !== 'Group' && scopeOf(groupWithKind(kind) ?? '', kind) === 'namespaced';
}

/** The object with its namespace, where only one has the name; or why it is not known which one is meant. */
function inNamespace(object: ObjectReference, state: State): ObjectReference | string {
  if (object.namespace !== undefined || !isNamespaced(object.kind)) return object;
  const all = namedOf(object.kind, state);
  const [one, ...others] = all.filter(({ name }) => name === object.name);
  if (one && others.length === 0) return one;
  const [first, ...more] = one ? [one, ...others].map(({ namespace }) => namespace ?? '') : [];
  if (first !== undefined) return `${object.kind} ${object.name} is in the namespaces ${listed([first, ...more])}; name one of them`;
  const likely = nearest(
    object.name,
    all.map(({ name }) => name),
  );
  return `there is no ${formatReference(object)}${didYouMean(likely)}`;
}

function notFound(object: ObjectReference, state: State): string {
  const likely = nearest(formatReference(object), namesOf(object.kind, state));
  const subject = { ...object, kind: 'ServiceAccount' as const };
  const unknown = object.kind === 'ServiceAccount' ? perhapsAccountOf(subject, state) : [];
  if (unknown.length > 0)
    return `${formatReference(object)} is not in the input;${unknownText(unknown, ' it may be an account of').replaceAll('\n', '')}`;
  return `there is no ${formatReference(object)}${didYouMean(likely)}`;
}

function printText({ object, place, facts, findings, grants }: Explanation, terminal: Terminal): void {
  const paint = paintFor(terminal.outIsTerminal, terminal.env);
  terminal.out(`${paint.bold(printable(formatReference(object)))}${place ? ` (${printable(placeText(place))})` : ''}\n`);
  const width = Math.max(...facts.map(({ label }) => label.length));
  for (const [index, { label, text }] of facts.entries()) {
    const shown = facts[index - 1]?.label === label ? '' : label;
    terminal.out(`  ${paint.dim(shown.padEnd(width))}  ${printable(text)}\n`);
  }
  if (findings.length > 0) terminal.out(`\n${findings.map((finding) => formatFinding(finding, paint)).join('\n')}\n`);
  if (grants) terminal.out(`\n${grants.length === 0 ? 'no such permissions' : grantTable(object, grants).join('\n')}\n`);
}

function grantTable(object: ObjectReference, grants: readonly Grant[]): string[] {
  const rows = grants.flatMap((grant) => {
    const { subject, right, scope, paths } = grant;
    // A permission from a group that the account is in names the group.
    const by = subject.kind === 'Group' && object.kind !== 'Group' ? `${subjectText(subject)}: ` : '';
    const can = permissionText(right.resourceNames ? { ...right, resourceNames: [listed(right.resourceNames)] } : right);
    return paths.map((path, index) => [index === 0 ? can : '', index === 0 ? scopeText(scope, [right]) : '', `${by}${pathText(path)}`]);
  });
  return columns(['CAN', 'WHERE', 'PATH'], rows);
}
