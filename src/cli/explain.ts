/** `cdk8s-olm explain`: explains why a CSV fails, why a role exists, or why an account has its permissions. */

import { Command } from 'commander';
import { formatReference, type ObjectReference } from '../base/kubernetes/object.js';
import type { Paint } from '../base/manifest/format-problem.js';
import { printable } from '../base/manifest/printable.js';
import type { Grant } from '../base/rbac/grant.js';
import { groupWithKind, scopeOf } from '../base/tools/kinds.js';
import { permissionText, placeText, scopeText, subjectText } from '../base/wording/permissions.js';
import { listed } from '../base/wording/phrases.js';
import { nearest } from '../olm/model/nearest.js';
import { versionsOf, versionsText } from '../olm/model/versions.js';
import {
  columns,
  formatFinding,
  jsonFinding,
  nameLines,
  pathText,
  ruleText,
  SCHEMA_VERSION,
  unknownText,
  versionsJson,
} from '../report/index.js';
import type { Source } from '../repository/index.js';
import {
  askedAccess,
  EXPLAINED_KINDS,
  type Explanation,
  explain,
  namedOf,
  namesOf,
  perhapsAccountOf,
  type State,
} from '../review/index.js';
import { type Answer, atEachUnit, RIGHTS_WORDS, refusal } from './each-unit.js';
import { INPUT_HELP } from './options.js';
import { EXIT_OK, type Terminal } from './outcome.js';
import { addQuestionOptions, answerAbout, didYouMean, type QuestionFlags } from './question-options.js';
import { screenOf } from './report-output.js';

interface ExplainOptions extends QuestionFlags {
  readonly verb?: string;
  readonly resource?: string;
}

const EXAMPLES = `
Examples:
  cdk8s-olm explain secrets-read                                    the meaning of a finding, and the fix
  cdk8s-olm explain csv/team-a/etcd.v0.9.4 clusters/prod            why it fails, and how to fix it
  cdk8s-olm explain sub/etcd clusters/prod                          what it installs
  cdk8s-olm explain og/team-a/etcd clusters/prod                    its target namespaces
  cdk8s-olm explain role/team-b/etcd.v0.9.4-abc clusters/prod       which CSV requests it, in which field
  cdk8s-olm explain clusterrole/edit clusters/prod                  the rules that aggregation adds to it
  cdk8s-olm explain sa/team-a/etcd clusters/prod --resource secrets its permissions on secrets, and why`;

/** Short names, like kubectl's. */
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
    .argument(
      '<object>',
      'KIND/NAMESPACE/NAME, or KIND/NAME if only one object has the name; or the id of a finding or problem, without input',
    )
    .argument('[input...]', INPUT_HELP)
    .option('--verb <verb>', 'for an account, user or group: only permissions with this verb')
    .option('--resource <resource>', 'for an account, user or group: only permissions on this resource or URL path');
  return addQuestionOptions(command)
    .addHelpText('after', EXAMPLES)
    .action((object: string, inputs: string[], options: ExplainOptions, own: Command) => {
      const { paint, width } = screenOf(terminal);
      const text = inputs.length === 0 ? ruleText(object, paint, width) : undefined;
      if (text === undefined && inputs.length === 0)
        own.error("error: missing required argument 'input', or no id of a finding or problem");
      if (text !== undefined) {
        terminal.out(text);
        return finish(EXIT_OK);
      }
      return finish(
        atEachUnit(inputs, options, { command: own, terminal }, (...args) => runExplain(object, ...args), { words: RIGHTS_WORDS }),
      );
    });
}

function runExplain(named: string, inputs: readonly Source[], options: ExplainOptions): Answer {
  const asking = objectOf(named);
  if (!asking)
    return refusal(`expected KIND/NAMESPACE/NAME or KIND/NAME, where KIND is one of ${EXPLAINED_KINDS.join(', ')}, not ${named}`);
  return answerAbout(inputs, options, (state) => {
    const object = inNamespace(asking, state);
    if (typeof object === 'string') return object;
    const { verb, resource } = options;
    const asked = resource === undefined ? undefined : askedAccess(verb ?? '*', resource, undefined, state);
    if (asked && 'groups' in asked) return `write ${resource} with its API group, such as ${resource}.${asked.groups[0] ?? 'example.com'}`;
    const explanation = explain(object, state, { ...(verb === undefined ? {} : { verb }), ...(asked ? { request: asked.request } : {}) });
    if (!explanation) return notFound(object, state);
    const versions = versionsOf(state.cluster.versions);
    const isOlmV1 = options.profile === 'olm-v1';
    const findings = explanation.findings.map(jsonFinding);
    const data = { schemaVersion: SCHEMA_VERSION, ...explanation, findings, versions: versionsJson(versions, isOlmV1) };
    const holdsFor = [...versions.notes, `valid for ${versionsText(versions, isOlmV1)}`].join('\n');
    return {
      result: {
        data,
        text: ({ paint }) => `${explanationText(explanation, paint)}\n${holdsFor}\n`,
        names: () => nameLines([explanation.object]),
      },
      exit: EXIT_OK,
    };
  });
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

/** The object with its namespace, if the name is unique; otherwise an error text. */
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

function explanationText({ object, place, facts, findings, grants }: Explanation, paint: Paint): string {
  const width = Math.max(...facts.map(({ label }) => label.length));
  const factLines = facts.map(({ label, text }, index) => {
    const shown = facts[index - 1]?.label === label ? '' : label;
    return `  ${paint.dim(shown.padEnd(width))}  ${printable(text)}\n`;
  });
  return [
    `${paint.bold(printable(formatReference(object)))}${place ? ` (${printable(placeText(place))})` : ''}\n`,
    ...factLines,
    ...(findings.length > 0 ? [`\n${findings.map((finding) => formatFinding(finding, paint)).join('\n')}\n`] : []),
    ...(grants ? [`\n${grants.length === 0 ? 'no matching permissions' : grantTable(object, grants).join('\n')}\n`] : []),
  ].join('');
}

function grantTable(object: ObjectReference, grants: readonly Grant[]): string[] {
  const rows = grants.flatMap((grant) => {
    const { subject, right, scope, paths } = grant;
    // A permission through a group of the account names the group.
    const by = subject.kind === 'Group' && object.kind !== 'Group' ? `${subjectText(subject)}: ` : '';
    const can = permissionText(right.resourceNames ? { ...right, resourceNames: [listed(right.resourceNames)] } : right);
    return paths.map((path, index) => [index === 0 ? can : '', index === 0 ? scopeText(scope, [right]) : '', `${by}${pathText(path)}`]);
  });
  return columns(['CAN', 'WHERE', 'PATH'], rows);
}
