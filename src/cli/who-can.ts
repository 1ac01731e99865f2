/** `cdk8s-olm who-can`: shows the subjects that can do something, where, and by which path. */
import { Command, Option } from 'commander';
import { allowedText, nameLines, perhapsText, unknownText } from '../report/index.js';
import { namesOf, type Source } from '../repository/index.js';
import { ofOperators, operatorAccounts, unknownAccounts, whoCanVerbs } from '../review/index.js';
import { type Answer, atEachUnit, RIGHTS_WORDS, refusal } from './each-unit.js';
import { INPUT_HELP, RESOURCE_HELP, VERB_HELP } from './options.js';
import { EXIT_OK, type Terminal } from './outcome.js';
import { addPlaceOptions, addQuestionOptions, answerAbout, type PlaceFlags, type QuestionFlags, readAsked } from './question-options.js';

interface WhoCanOptions extends QuestionFlags, PlaceFlags {
  readonly as?: string;
  readonly operators: boolean;
}

const EXAMPLES = `
Examples:
  cdk8s-olm who-can get secrets clusters/prod -n team-a
  cdk8s-olm who-can create pods/exec clusters/prod
  cdk8s-olm who-can update deployments.apps clusters/prod --name gateway
  cdk8s-olm who-can write secrets clusters/prod --operators
  cdk8s-olm who-can get /metrics clusters/prod -o json
  cdk8s-olm who-can '*' '*' rendered/prod           in a rendered folder

The answer follows Kubernetes' RBAC rules, including aggregated ClusterRoles. can-i asks about one account.
read means get, list or watch; write means create, update, patch, delete or deletecollection.`;

/** The command. `finish` receives the exit code. */
export function whoCanCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('who-can')
    .description('Show the ServiceAccounts, users and groups that can do something, where, and through which roles.')
    .argument('<verb>', VERB_HELP)
    .argument('<resource>', RESOURCE_HELP)
    .argument('<input...>', INPUT_HELP)
    .addOption(new Option('--operators', 'only accounts of operators, with the CSVs that they belong to').default(false))
    .addOption(new Option('--as <account>').hideHelp());
  return addQuestionOptions(addPlaceOptions(command))
    .addHelpText('after', EXAMPLES)
    .action((verb: string, resource: string, inputs: string[], options: WhoCanOptions, own: Command) =>
      finish(
        atEachUnit(inputs, options, { command: own, terminal }, (...args) => runWhoCan(verb, resource, ...args), { words: RIGHTS_WORDS }),
      ),
    );
}

function runWhoCan(verb: string, resource: string, inputs: readonly Source[], options: WhoCanOptions): Answer {
  const { namespace, allNamespaces, name, as, operators } = options;
  if (as !== undefined)
    return refusal(`who-can lists everyone; for one account, run cdk8s-olm can-i ${verb} ${resource} ${namesOf(inputs)} --as ${as}`);
  return answerAbout(inputs, options, (state) => {
    const request = readAsked({ verb, resource, name, namespace }, state);
    if (typeof request === 'string') return request;
    const found = whoCanVerbs(state, request, { namespace, allNamespaces });
    const { allowed, perhaps } = operators ? ofOperators(found, operatorAccounts(state)) : found;
    const unknownOperators = unknownAccounts(state);
    const data = { request, namespace: namespace ?? null, allNamespaces, allowed, perhaps, unknownOperators };
    const text = (): string =>
      (allowedText(allowed, request) || nobody(unknownOperators, operators)) + perhapsText(perhaps) + unknownText(unknownOperators);
    const names = (): string => nameLines(allowed.map(({ subject }) => subject));
    return { result: { data, text, names }, exit: EXIT_OK };
  });
}

function nobody(unknownOperators: readonly unknown[], ofOperators: boolean): string {
  return `${ofOperators ? 'no operator' : 'nobody'}${unknownOperators.length === 0 ? '' : ' that is known'}\n`;
}
