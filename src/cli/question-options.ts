/** Defines the options and words of questions about one state, for explain, who-can and can-i. */
import { type Command, Option } from 'commander';
import { printable } from '../base/manifest/printable.js';
import { isLeftOut, withoutAppliedCsv } from '../base/manifest/problem-reach.js';
import type { AccessRequest } from '../base/rbac/authorizer.js';
import { counted } from '../base/wording/phrases.js';
import { UNREAD_REASONS, type UnreadReason } from '../olm/model/unread-file.js';
import { readState, type Source, toleratesIn } from '../repository/index.js';
import { askedAccess, type State, type UnknownResource, unknownNamespace, unknownVerb } from '../review/index.js';
import { type Answer, refusal } from './each-unit.js';
import {
  ANSWER_FORMATS,
  addFormatOptions,
  addPlacementOptions,
  addSettings,
  type ClusterFlags,
  type PlacementFlags,
  placementOf,
  type SettingFlags,
} from './options.js';
import { EXIT_BAD_INPUT } from './outcome.js';
import { addUnitOptions, type UnitFlags } from './units-asked.js';

/** The options of a question. */
export interface QuestionFlags extends ClusterFlags, SettingFlags<'profile' | 'lenient'>, PlacementFlags, UnitFlags {
  readonly format: (typeof ANSWER_FORMATS)[number];
}

/** Adds the options that define the state and the format of the answer. */
export function addQuestionOptions(command: Command): Command {
  return addUnitOptions(addPlacementOptions(addSettings(addFormatOptions(command, 'format of the result', ANSWER_FORMATS))));
}

/** The options for the place of a question. */
export interface PlaceFlags {
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly name?: string;
}

/** Adds the options for the namespace and the object. */
export function addPlaceOptions(command: Command): Command {
  return command
    .option('-n, --namespace <namespace>', 'only in this namespace (default: anywhere)')
    .addOption(new Option('-A, --all-namespaces', 'only in all namespaces at once').default(false).conflicts('namespace'))
    .option('--name <name>', 'on the object with this name (default: any)');
}

/** The answer to a question about a state; a refusal for bad input or an unknown word. */
export function answerAbout(
  inputs: readonly Source[],
  options: QuestionFlags,
  answer: (state: State) => Omit<Answer, 'problems'> | string,
): Answer {
  const { problems: found, state } = readState(inputs, {
    ...options,
    ...placementOf(options, options.profile),
    tolerates: toleratesIn(inputs),
  });
  const problems = withoutAppliedCsv(found);
  if (!state) return { problems, exit: EXIT_BAD_INPUT };
  const given = answer(state);
  if (typeof given === 'string') return refusal(given, problems);
  return { ...given, notes: leftOutNotes(state), problems, ...(problems.some(isLeftOut) ? { exit: EXIT_BAD_INPUT } : {}) };
}

/** Reasons of files that could hold roles and bindings, and of which no problem is reported. */
const COULD_GRANT: ReadonlySet<UnreadReason> = new Set([
  'argocd-skip',
  'argocd-directory',
  'program',
  'permissions-template',
  'encrypted',
  'excluded',
]);

/** The files that an answer does not count, in one line. */
function leftOutNotes({ unread }: State): string[] {
  const [first, ...others] = unread.filter(({ reason }) => COULD_GRANT.has(reason));
  if (!first) return [];
  const more = others.length > 0 ? `; and ${counted(others.length, 'more file')}` : '';
  return [printable(`not read: ${first.file}: ${UNREAD_REASONS[first.reason]}${more}`)];
}

/** The words of the command line. */
interface Words {
  readonly verb: string;
  readonly resource: string;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/** The request; or an error text for unknown words, which would only match subjects with all permissions. */
export function readAsked({ verb, resource, name, namespace }: Words, state: State): AccessRequest | string {
  const noVerb = unknownVerb(verb, state);
  if (noVerb) return `neither Kubernetes nor a role of the input has the verb ${verb}${didYouMean(noVerb.nearest)}`;
  const noNamespace = unknownNamespaceText(namespace, state);
  if (noNamespace !== undefined) return noNamespace;
  const asked = askedAccess(verb, resource, name, state);
  return 'groups' in asked ? unknownGroup(resource, asked) : asked.request;
}

/** The error text for an unknown namespace; nothing for a known one, or without one. */
export function unknownNamespaceText(namespace: string | undefined, state: State): string | undefined {
  const unknown = namespace === undefined ? undefined : unknownNamespace(namespace, state);
  return unknown && `the input has no namespace ${namespace}${didYouMean(unknown.nearest)}`;
}

export function didYouMean(nearest: string | undefined): string {
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

function unknownGroup(resource: string, { groups, nearest }: UnknownResource): string {
  const [name = '', subresource] = resource.split(/\/(.*)/);
  const full = (group: string): string => `${name}.${group}${subresource === undefined ? '' : `/${subresource}`}`;
  return groups.length === 0
    ? `neither Kubernetes nor the input has a resource ${name}${didYouMean(nearest)}${nearest === undefined ? '; write' : ' Otherwise write'} it with its API group, such as ${full('example.com')}`
    : `several API groups have a resource ${name}; write ${groups.map(full).join(' or ')}`;
}
