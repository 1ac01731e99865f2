/** `cdk8s-olm init`: looks at a repository, asks on a terminal, and writes its configuration file and the gate for its forge. */
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { emitYaml } from '../base/manifest/emit.js';
import { printable } from '../base/manifest/printable.js';
import { counted } from '../base/wording/phrases.js';
import { DEFAULT_BASELINE } from '../olm/model/default-baseline.js';
import { SETTINGS } from '../olm/settings/table.js';
import { DOCUMENTATION } from '../report/index.js';
import { type Reading, readState, refuseLinks, replaceFile, unitsIn } from '../repository/index.js';
import { addKnown, type State, unknownIn } from '../review/index.js';
import { FORGES, type Forge, gateFile } from './init/gate-files.js';
import { settingOption } from './options.js';
import { EXIT_BAD_INPUT, EXIT_OK, note, refuse, type Terminal } from './outcome.js';
import { everyState } from './review/each-unit.js';

/** The ways of use, in the order of the README. */
const WAYS = ['olm', 'no-olm', 'roles'] as const;
type Way = (typeof WAYS)[number];

interface InitOptions {
  readonly way?: Way;
  readonly platform?: string;
  readonly forge?: Forge;
  readonly dryRun: boolean;
}

const EXAMPLES = `
Examples:
  cdk8s-olm init                                               look at this repository, and ask
  cdk8s-olm init --way olm --forge gitlab                      ask only for the rest; without a terminal, take what was found
  cdk8s-olm init --dry-run                                     print the files

No file is overwritten. Commit the files in a change of their own, after a look at the section known, if there is one.`;

/** The command. `finish` receives the exit code. */
export function initCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return new Command('init')
    .description(`Look at a repository, and write ${DEFAULT_BASELINE}, with what is known today, and the gate for its forge.`)
    .argument('[folder]', 'the top of the repository', '.')
    .addOption(
      new Option(
        '--way <way>',
        'who installs the operators: OLM; nothing, you apply what is rendered; or OLM, while you apply the roles',
      ).choices(WAYS),
    )
    .addOption(settingOption('platform'))
    .addOption(new Option('--forge <forge>', 'where the gate runs').choices(FORGES))
    .addOption(new Option('--dry-run', 'only print the files').default(false))
    .addHelpText('after', EXAMPLES)
    .action((folder: string, options: InitOptions) => finish(runInit(folder, options, terminal)));
}

function runInit(folder: string, options: InitOptions, terminal: Terminal): number {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return refuse(`${folder} is not a folder`, terminal);
  const found = lookAt(folder);
  if (found.read === 0 && found.notRead.length > 0) return refuse(`nothing was read: ${found.notRead[0]}`, terminal);
  for (const line of foundLines(found)) note(printable(line), terminal);
  const chosen = choose(found, options, terminal);
  const code = write(folder, filesOf(chosen, found), options, terminal);
  if (code === EXIT_OK) terminal.out(nextText(found, chosen));
  return code;
}

/** The contents of a repository. */
interface Found {
  readonly reading: Reading | undefined;
  readonly units: number;
  readonly read: number;
  /** Units that were not read, each with the reason. */
  readonly notRead: readonly string[];
  readonly subscriptions: number;
  readonly extensions: number;
  readonly csvs: number;
  /** Operators whose bundle is neither here nor in a lock. */
  readonly unknown: number;
  readonly isOpenShift: boolean;
  readonly forge: Forge;
  readonly known: ReturnType<typeof unknownIn>;
}

/** The namespace of OpenShift's own catalogs. */
const OPENSHIFT_CATALOGS = 'openshift-marketplace';

function lookAt(folder: string): Found {
  const units = unitsIn(folder);
  const counts = { read: 0, subscriptions: 0, extensions: 0, csvs: 0, unknown: 0, openShift: 0 };
  const notRead: string[] = [];
  function* states(): Generator<State> {
    for (const { unit, state, problems } of everyState(folder, {})) {
      if (problems[0]) notRead.push(`${unit}: ${problems[0].message}`);
      if (!state) continue;
      const { subscriptions, clusterExtensions, clusterServiceVersions } = state.cluster;
      counts.read += 1;
      counts.subscriptions += subscriptions.length;
      counts.extensions += clusterExtensions.length;
      counts.csvs += clusterServiceVersions.length;
      counts.unknown += state.cluster.unknownOperators.length;
      counts.openShift += subscriptions.filter(({ catalogSourceNamespace }) => catalogSourceNamespace === OPENSHIFT_CATALOGS).length;
      yield state;
    }
  }
  const { state: empty } = readState([], {});
  const known = empty ? unknownIn(states(), empty) : [];
  const { openShift, ...counted } = counts;
  const about = { reading: units?.reading, units: units?.units.length ?? 1, forge: forgeOf(folder) };
  return { ...about, ...counted, notRead, isOpenShift: openShift > 0, known };
}

function forgeOf(folder: string): Forge {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (has('.gitlab-ci.yml')) return 'gitlab';
  if (has('.github')) return 'github';
  return has('.pre-commit-config.yaml') ? 'pre-commit' : 'github';
}

const READINGS: Readonly<Record<Reading, string>> = {
  applications: 'as Applications and Flux Kustomizations apply them',
  clusters: 'as the configuration file defines them',
  alternatives: 'of which some are alternatives',
  versions: 'each a version of an operator',
  channels: 'each a channel of a catalog',
};

function foundLines({ reading, units, subscriptions, extensions, csvs, isOpenShift, notRead }: Found): string[] {
  const operators = [
    ...(subscriptions > 0 ? [counted(subscriptions, 'Subscription')] : []),
    ...(extensions > 0 ? [counted(extensions, 'ClusterExtension')] : []),
    ...(csvs > 0 ? [counted(csvs, 'ClusterServiceVersion')] : []),
  ];
  return [
    `found: ${counted(units, 'unit')}${reading === undefined ? '' : `, ${READINGS[reading]}`}; ${operators.join(', ') || 'no operators'}${isOpenShift ? '; catalogs of OpenShift' : ''}`,
    ...notRead.map((text) => `not read: ${text}`),
  ];
}

interface Chosen {
  readonly way: Way;
  readonly platform: string | undefined;
  readonly forge: Forge;
}

/** The flags, the answers on a terminal, or what was found. */
function choose(found: Found, { way, platform, forge }: InitOptions, terminal: Terminal): Chosen {
  const byDefault = found.isOpenShift ? 'openshift' : 'olm';
  return {
    way:
      way ??
      asked(
        'Who installs the operators? olm: OLM; no-olm: you apply what is rendered; roles: OLM, and you apply the roles',
        WAYS,
        'olm',
        terminal,
      ),
    platform: platform ?? askedText('Which platform? olm, openshift or openshift@4.N', byDefault, isPlatform, terminal),
    forge: forge ?? asked('Where does the gate run?', FORGES, found.forge, terminal),
  };
}

const isPlatform = (text: string): boolean => SETTINGS.platform.read?.(text) !== undefined;

function asked<T extends string>(question: string, answers: readonly T[], byDefault: T, terminal: Terminal): T {
  const isAnswer = (text: string): boolean => answers.some((one) => one === text);
  return askedText(`${question} (${answers.join(', ')})`, byDefault, isAnswer, terminal) as T;
}

/** Asks until the answer is one; an empty answer, the end of the input, and a run without a terminal mean the default. */
function askedText(question: string, byDefault: string, isAnswer: (text: string) => boolean, { ask, err }: Terminal): string {
  for (
    let text = ask?.(`${question} [${byDefault}] `);
    text !== undefined && text.trim() !== '';
    text = ask?.(`${question} [${byDefault}] `)
  ) {
    if (isAnswer(text.trim())) return text.trim();
    err(`${printable(text.trim())} is none of them\n`);
  }
  return byDefault;
}

interface File {
  readonly path: string;
  readonly text: string;
}

/** The configuration file, and the file of the forge. */
function filesOf({ way, platform, forge }: Chosen, { known }: Found): readonly File[] {
  const options = { ...(way === 'no-olm' ? { install: true } : {}), ...(platform === undefined || platform === 'olm' ? {} : { platform }) };
  const head = `# yaml-language-server: $schema=${SCHEMA}\n${Object.keys(options).length > 0 ? emitYaml({ options }) : ''}`;
  const gate = gateFile(forge);
  // Without OLM, no lock decides what is applied.
  const run = way === 'no-olm' ? 'check,review' : undefined;
  return [{ path: DEFAULT_BASELINE, text: addKnown(head, [], known) }, ...(gate ? [{ path: gate.path, text: gate.text(run) }] : [])];
}

const SCHEMA = `${DOCUMENTATION.replace('github.com', 'raw.githubusercontent.com').replace('/blob/', '/')}/config.schema.json`;

function write(folder: string, files: readonly File[], { dryRun }: InitOptions, terminal: Terminal): number {
  for (const { path, text } of files) {
    const file = join(folder, path);
    const there = lstatSync(file, { throwIfNoEntry: false });
    if (there?.isFile() && readFileSync(file, 'utf8') === text) terminal.out(`${printable(file)} is there, with this text\n`);
    else if (there) terminal.out(`${printable(file)} is there, and stays as it is; it could have:\n${text}\n`);
    else if (dryRun) terminal.out(`${printable(file)} would be written:\n${text}\n`);
    else {
      try {
        refuseLinks(file);
        mkdirSync(dirname(file), { recursive: true });
        replaceFile(file, text);
      } catch (error) {
        refuse((error as Error).message, terminal);
        return EXIT_BAD_INPUT;
      }
      terminal.out(`${printable(file)} is written\n`);
    }
  }
  return EXIT_OK;
}

/** What a user does next, in this order. */
function nextText({ unknown }: Found, { forge }: Chosen): string {
  const gate = gateFile(forge);
  const steps = [
    'cdk8s-olm check .   shows the operators',
    ...(unknown > 0
      ? ['cdk8s-olm lock . --catalog NAME=IMAGE   makes those known whose catalog NAME is an image that the repository does not name']
      : []),
    ...(gate ? [`${gate.path}   write the address and the version of your copy of cdk8s-olm: ${DOCUMENTATION}/gate.md`] : []),
    'commit these files and the locks in a change of their own, and require the check',
  ];
  return `\nNext:\n${steps.map((step) => `  ${step}\n`).join('')}`;
}
