/** `cdk8s-olm can-i`: shows whether an account, user or group can do something, or all its permissions, like kubectl auth can-i. */

import { Command, Option } from 'commander';
import { formatReference, type ObjectReference } from '../base/kubernetes/object.js';
import { printable } from '../base/manifest/printable.js';
import type { Grant } from '../base/rbac/grant.js';
import { subjectText } from '../base/wording/permissions.js';
import { listed } from '../base/wording/phrases.js';
import { allowedText, MORE, nameLines, perhapsText, rightsText, type Screen, unknownText } from '../report/index.js';
import type { Source } from '../repository/index.js';
import { type AskedIdentity, askedIdentity, type CanI, canI, operatorAccounts, rightsOf, type State } from '../review/index.js';
import { type Answer, atEachUnit, RIGHTS_WORDS } from './each-unit.js';
import { several } from './help.js';
import { INPUT_HELP, RESOURCE_HELP, VERB_HELP } from './options.js';
import { EXIT_OK, type Terminal } from './outcome.js';
import {
  addPlaceOptions,
  addQuestionOptions,
  answerAbout,
  didYouMean,
  type PlaceFlags,
  type QuestionFlags,
  readAsked,
  unknownNamespaceText,
} from './question-options.js';

interface CanIOptions extends QuestionFlags, PlaceFlags {
  readonly as?: string;
  readonly asGroup: readonly string[];
  readonly list: boolean;
  readonly operators: boolean;
  readonly quiet: boolean;
}

/** The codes of yes and no are kubectl's. */
const EXIT_CODES: Readonly<Record<CanI['answer'], number>> = { yes: EXIT_OK, no: 1, perhaps: 3 };

const EXAMPLES = `
Examples:
  cdk8s-olm can-i get secrets clusters/prod --as system:serviceaccount:team-a:etcd
  cdk8s-olm can-i '*' '*' clusters/prod --as alice --as-group developers
  cdk8s-olm can-i --list clusters/prod --as team-a/etcd
  cdk8s-olm can-i --list clusters/prod --operators

An account also has the permissions of its groups: system:serviceaccounts, system:serviceaccounts:NAMESPACE and
system:authenticated. A word after a slash is a subresource, as in pods/exec, or a name, as in configmaps/gate.
read means get, list or watch; write means create, update, patch, delete or deletecollection.

Exit codes: 0 for yes and for --list, 1 for no, 3 for perhaps. The answer is perhaps if it depends on a role that is not
in the input, or on an operator whose catalog is not available.`;

/** The command. `finish` receives the exit code. */
export function canICommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('can-i')
    .usage('[options] (<verb> <resource> | --list) <input...>')
    .description(
      'Show whether one ServiceAccount, user or group can do something, and through which roles. With --list, show everything that it can do.',
    )
    .argument('[verb]', VERB_HELP)
    .argument('[resource]', RESOURCE_HELP)
    .argument('[input...]', INPUT_HELP)
    .option('--as <account>', 'system:serviceaccount:NAMESPACE:NAME or NAMESPACE/NAME of a ServiceAccount, or the name of a user')
    .addOption(
      new Option('--as-group <group>', 'another group of the account; without --as, the group to ask about; repeatable')
        .argParser(several)
        .default([], 'none'),
    )
    .addOption(new Option('--list', 'show everything that it can do, by resource, the most dangerous first').default(false))
    .addOption(new Option('--operators', 'with --list: for each account of an operator').default(false).conflicts(['as', 'asGroup']));
  return addQuestionOptions(
    addPlaceOptions(command).addOption(new Option('-q, --quiet', 'print nothing: the exit code is the answer').default(false)),
  )
    .addHelpText('after', EXAMPLES)
    .action((verb: string | undefined, resource: string | undefined, rest: string[], options: CanIOptions, command: Command) => {
      const words = [verb, resource, ...rest].filter((word) => word !== undefined);
      const inputs = options.list ? words : rest;
      if (options.operators && !options.list)
        command.error("error: option '--operators' needs '--list'; who-can --operators asks about one thing");
      if (inputs.length === 0)
        command.error(`error: missing required argument '${options.list || resource !== undefined ? 'input' : 'verb'}'`);
      const asked = options.list ? undefined : { verb: verb ?? '', resource: resource ?? '' };
      finish(
        atEachUnit(inputs, options, { command, terminal }, (...args) => runCanI(asked, ...args), {
          words: RIGHTS_WORDS,
          exitOf: (exits) => [EXIT_CODES.yes, EXIT_CODES.perhaps].find((code) => exits.includes(code)) ?? EXIT_CODES.no,
        }),
      );
    });
}

/** @param words the verb and resource of the question; absent for all permissions */
function runCanI(
  words: { readonly verb: string; readonly resource: string } | undefined,
  inputs: readonly Source[],
  options: CanIOptions,
): Answer {
  return answerAbout(inputs, options, (state) => {
    const answer = options.operators ? listOperators(state, options) : answerOf(words, options, state);
    return typeof answer === 'string' || !options.quiet ? answer : { exit: answer.exit };
  });
}

function answerOf(
  words: { readonly verb: string; readonly resource: string } | undefined,
  options: CanIOptions,
  state: State,
): Answer | string {
  const identity = identityOf(options, state);
  if (typeof identity === 'string') return identity;
  const { name, namespace, allNamespaces } = options;
  const where = { namespace, allNamespaces };
  const asked = { as: identity.subject, groups: identity.groups, namespace: namespace ?? null, allNamespaces };
  if (!words) {
    const noNamespace = unknownNamespaceText(namespace, state);
    if (noNamespace !== undefined) return noNamespace;
    const rights = rightsOf(state, identity, where);
    const text = ({ paint, width }: Screen): string => rightsText(identity, rights, paint, width);
    return { result: { data: { ...asked, ...rights }, text, names: () => nameLines(bindingsOf(rights.grants)) }, exit: EXIT_OK };
  }
  const request = readAsked({ ...words, name, namespace }, state);
  if (typeof request === 'string') return request;
  const result = canI(state, identity, request, where);
  const { answer, allowed, perhaps, unknownOperators } = result;
  const text = (): string =>
    `${answer}\n${allowedText(allowed, request)}${perhapsText(perhaps)}${answer === 'yes' ? '' : unknownText(unknownOperators, MORE)}`;
  return {
    result: { data: { ...asked, request, ...result }, text, names: () => nameLines(bindingsOf(allowed)) },
    exit: EXIT_CODES[answer],
  };
}

/** The bindings through which something is allowed, each once. */
function bindingsOf(allowed: readonly Pick<Grant, 'paths'>[]): readonly ObjectReference[] {
  const objects = allowed.flatMap(({ paths }) => paths.flatMap(({ binding }) => binding ?? []));
  return [...new Map(objects.map((object) => [formatReference(object), object])).values()];
}

/** All permissions of each operator's account. */
function listOperators(state: State, { namespace, allNamespaces }: CanIOptions): Answer | string {
  const noNamespace = unknownNamespaceText(namespace, state);
  if (noNamespace !== undefined) return noNamespace;
  const all = operatorAccounts(state).map((account) => ({ account, rights: rightsOf(state, account, { namespace, allNamespaces }) }));
  const accounts = all.map(({ account: { operators, subject, groups }, rights }) => ({ operators, as: subject, groups, ...rights }));
  const blockOf = ({ account, rights }: (typeof all)[number], { paint, width }: Screen): string =>
    `${paint.bold(printable(listed(account.operators)))}\n${rightsText({ ...account, groups: [] }, { ...rights, everyone: [] }, paint, width)}`;
  return {
    result: {
      data: { namespace: namespace ?? null, allNamespaces, accounts },
      text: (screen) => all.map((one) => blockOf(one, screen)).join('\n') || 'no operator\n',
      names: () => nameLines(all.map(({ account }) => account.subject)),
    },
    exit: EXIT_OK,
  };
}

/** The subject of the question; or an error text if none is named, or the input does not contain it. */
function identityOf({ as, asGroup }: CanIOptions, state: State): AskedIdentity | string {
  const accounts = (): string =>
    accountsText(operatorAccounts(state).map(({ subject: { namespace = '', name } }) => `${namespace}/${name}`));
  if (as === undefined && asGroup.length === 0)
    return `name an account, user or group: --as NAMESPACE/NAME, --as USER or --as-group GROUP${accounts()}`;
  const identity = askedIdentity(as, asGroup, state);
  if (!('unknown' in identity)) return identity;
  return `nothing in the input names ${subjectText(identity.unknown)}${didYouMean(identity.nearest) || accounts()}`;
}

const SHOWN_ACCOUNTS = 10;

function accountsText(accounts: readonly string[]): string {
  return accounts.length === 0 ? '' : `; the operators run as ${listed(accounts, 'accounts', SHOWN_ACCOUNTS)}`;
}
