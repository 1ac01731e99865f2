/** `cdk8s-olm lock`: writes the resolved operators of the catalogs and their permissions into a file to commit. */

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { FORMAT_WRITERS } from '../base/manifest/format-writers.js';
import { isGitInput } from '../base/manifest/git-input.js';
import type { ParsedDocument } from '../base/manifest/parse.js';
import { printable } from '../base/manifest/printable.js';
import { isError, type Problem, ProblemError } from '../base/manifest/problem.js';
import { counted, joined, listed } from '../base/wording/phrases.js';
import { lacksSchemas } from '../olm/lock/bundle-content.js';
import { type LockDifference, lockDifferences, policyDifferences } from '../olm/lock/compare-lock.js';
import type { LockFile } from '../olm/lock/lock-file.js';
import { LOCK_FILE } from '../olm/lock/lock-name.js';
import { writeLock } from '../olm/lock/lock-of.js';
import { DEFAULT_BASELINE } from '../olm/model/default-baseline.js';
import { catalogKey } from '../olm/model/find-catalog.js';
import { platformOf } from '../olm/model/platform.js';
import { versionsOf } from '../olm/model/versions.js';
import {
  type Input,
  type KustomizationsRead,
  LinkError,
  type LockBeside,
  lockBeside,
  lockFileOf,
  lockOfText,
  namesOf,
  nearestFile,
  readInput,
  readVersionSnapshot,
  replaceFile,
  type Source,
  toleratesIn,
} from '../repository/index.js';
import {
  addressesOf,
  alternatives,
  type Dump,
  dumpOf,
  isAtLock,
  type Locked,
  type LockOptions,
  leftOutBy,
  lockInput,
  type Moving,
  movedCatalogs,
  type Registry,
  readDump,
  standingsIn,
  standingText,
  type Verified,
  vendor,
  verify,
} from '../supply/index.js';
import { isData } from './each-unit.js';
import { locatedProblems, printFindings, printProblems } from './evaluate-input.js';
import { rare } from './help.js';
import { accountFindings, lockChanges } from './lock-changes.js';
import { type LockTarget, targetsIn } from './lock-files.js';
import { addFormatOptions, addSettings, INPUT_HELP, type InputFlags } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, refuse, type Terminal } from './outcome.js';
import { pinSources, withoutPins } from './pin.js';
import { addRegistryOptions, type RegistryFlags, registryOf } from './registry-options.js';
import { concernsResolving } from './resolver-problems.js';
import { addSettingsSource, type SettingsFlags } from './units-asked.js';

/** The formats of --check. */
const LOCK_FORMATS = ['text', 'json', 'yaml'] as const;

interface LockFlags extends InputFlags, RegistryFlags, SettingsFlags, KustomizationsRead {
  readonly check?: boolean;
  readonly format: (typeof LOCK_FORMATS)[number];
  readonly update?: true | readonly string[];
  readonly dryRun?: boolean;
  readonly vendor?: string;
  readonly verify?: boolean;
  readonly pin?: boolean;
  readonly snapshot?: string;
  readonly context?: string;
}

const EXAMPLES = `
Examples:
  cdk8s-olm lock                                         add new Subscriptions; keep all other entries
  cdk8s-olm lock --update                                move every operator to the version that its catalog offers now
  cdk8s-olm lock . --update grafana-operator             move one package
  cdk8s-olm lock --catalog community-operators=registry.example.com/index:v4.18
  cdk8s-olm lock --check                                 in CI: fail if the lock no longer fits the sources
  cdk8s-olm lock --check --context prod                  also compare the lock with that cluster

The lock is ${LOCK_FILE}, next to ${DEFAULT_BASELINE} or in the folder of the input. check, review and the other commands read
the permissions of operators from it, without a network.`;

/** The command. `finish` receives the exit code. */
export function lockCommand(terminal: Terminal, finish: (code: number | Promise<number>) => void): Command {
  const command = new Command('lock')
    .description('Lock the bundle that each Subscription and ClusterExtension resolves to, with its permissions.')
    .argument('[input...]', INPUT_HELP, ['.'])
    .option('--check', 'only compare the lock with the sources; exit code 1 if they differ')
    .option('--update [package...]', 'move these packages, or all, along the update graph of their catalogs')
    .option('--vendor <folder>', 'also write the bundles of the lock, as folders')
    .option('--verify', 'get the catalogs and bundles, and compare them with the lock')
    .addOption(
      new Option('--pin', 'also write startingCSV and installPlanApproval: Manual into the Subscriptions of plain files').conflicts([
        'check',
        'verify',
      ]),
    )
    .option('--dry-run', 'only show what would change')
    .addOption(
      rare(
        new Option('--snapshot <file>', 'with --check: also compare with Subscriptions, InstallPlans and CSVs that kubectl get printed'),
      ),
    )
    .addOption(rare(new Option('--context <name>', 'with --check: also compare with this cluster, through kubectl').conflicts('snapshot')));
  return addRegistryOptions(addSettingsSource(addSettings(addFormatOptions(command, 'format of the result of --check', LOCK_FORMATS))))
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], flags: LockFlags, own: Command) => {
      if (!flags.check && (flags.snapshot ?? flags.context) !== undefined)
        own.error("error: '--snapshot' and '--context' are options of --check");
      if (!flags.check && isData(flags.format)) own.error("error: '--format' is an option of --check");
      finish(flags.check ? checkEach(inputs, flags, terminal) : lockEach(inputs, flags, terminal));
    });
}

/** Checks the lock of the input, or those of its units: an unreadable lock is reported, and does not stop the others. */
function checkEach(inputs: readonly string[], flags: LockFlags, terminal: Terminal): number {
  const targets = targetsIn(inputs, flags);
  const checked: object[] = [];
  const code = targets
    ? highest(withLocks(targets, inputs, terminal).map((target) => withUnit(target, runCheck(target, flags, terminal, checked), terminal)))
    : runCheck({ inputs, file: '', before: lockBeside(inputs) }, flags, terminal, checked);
  if (isData(flags.format)) terminal.out(FORMAT_WRITERS[flags.format].value({ locks: checked }));
  return code;
}

async function lockEach(inputs: readonly string[], flags: LockFlags, terminal: Terminal): Promise<number> {
  const [written = '.'] = inputs;
  if (inputs.some((input) => isGitInput(input) || input === '-'))
    return refuse('lock reads files and folders, because it writes its file next to them', terminal);
  const targets = targetsIn(inputs, flags);
  const silent = new Map<string, Problem>();
  const alone = (): LockTarget => ({ inputs, file: lockFileOf(inputs) ?? join(folderFor(written), LOCK_FILE), before: lockBeside(inputs) });
  const wanted = targets ? (flags.verify ? withLocks(targets, inputs, terminal) : targets) : [alone()];
  const read = ({ inputs: sources }: LockTarget): Input | undefined => readSources(sources, flags, terminal);
  // Nothing is written before the packages of all units are known.
  const kept = Array.isArray(flags.update) ? new Map(wanted.map((target) => [target, read(target)])) : undefined;
  const unasked = kept && notAsked([...kept.values()], movingOf(flags));
  if (unasked !== undefined) return refuse(unasked, terminal);
  const codes: number[] = [];
  for (const target of wanted)
    codes.push(withUnit(target, await runLock(target, kept ? kept.get(target) : read(target), flags, terminal, silent), terminal));
  return highest(codes);
}

/** Why packages cannot move: nothing asks for them. An input that cannot be read may ask for them. */
function notAsked(read: readonly (Input | undefined)[], moving: Moving): string | undefined {
  if (typeof moving === 'string' || read.includes(undefined)) return undefined;
  const clusters = read.flatMap((input) => input?.cluster ?? []);
  const asked = clusters.flatMap((one) => [...one.subscriptions, ...one.clusterExtensions]).map(({ packageName }) => packageName);
  const others = [...moving].filter((name) => !asked.includes(name));
  const packages = [...new Set(asked)].sort();
  if (others.length === 0) return undefined;
  return `nothing asks for ${listed(others, 'packages')}; ${packages.length === 0 ? 'the input asks for no package' : `asked for: ${listed(packages, 'packages')}`}`;
}

/** The units with a lock; the others are named. If no unit has one, all are returned, and each is refused. */
function withLocks(targets: readonly LockTarget[], inputs: readonly string[], terminal: Terminal): readonly LockTarget[] {
  const locked = targets.filter(({ before }) => before);
  const others = targets.flatMap(({ before, unit = '' }) => (before ? [] : [unit]));
  if (locked.length === 0) return targets;
  if (others.length > 0)
    terminal.err(`without ${LOCK_FILE}: ${printable(joined(others))}; write it with cdk8s-olm lock ${printable(inputs.join(' '))}\n`);
  return locked;
}

/** The exit code of a unit; if the unit could not be read or locked, its name follows the problems. */
function withUnit({ unit }: LockTarget, code: number, terminal: Terminal): number {
  if (code === EXIT_BAD_INPUT && unit !== undefined) terminal.err(`not done: ${printable(unit)}, for the problem above\n`);
  return code;
}

/** The highest exit code of the units: one failed unit fails the run. */
function highest(codes: readonly number[]): number {
  return Math.max(EXIT_OK, ...codes);
}

function noLock(inputs: readonly Source[], terminal: Terminal): number {
  return refuse(`${namesOf(inputs)}: there is no ${LOCK_FILE}; write it with cdk8s-olm lock`, terminal);
}

/** Objects that were left out of an input because they contradict others. */
function leftOutObjects({ unjudged = [] }: Input): ParsedDocument[] {
  return unjudged.flatMap(({ what }) => ('object' in what ? [what.object] : []));
}

function readSources(inputs: readonly Source[], flags: LockFlags, terminal: Terminal): Input | undefined {
  const { kubeVersion, lenient, globalCatalogNamespace, remote, cache, exclude, progress } = flags;
  const how = { remote, cache, exclude, progress, tolerates: toleratesIn(inputs) };
  const input = readInput(inputs, { kubeVersion, lenient, globalCatalogNamespace, ...how, installs: false, lock: false });
  const problems = [
    // Duplicates that matter to a lock are reported as alternatives.
    ...input.problems.filter((problem) => concernsResolving(problem) && problem.code !== 'DUPLICATE_OBJECT'),
    ...alternatives([...input.documents, ...leftOutObjects(input)]).map(input.locator.locate),
  ];
  printProblems(problems, terminal);
  return problems.some(isError) ? undefined : input;
}

/** @param checked receives the results, if they are printed as data */
function runCheck({ inputs, before: beside }: LockTarget, flags: LockFlags, terminal: Terminal, checked: object[]): number {
  const input = readSources(inputs, flags, terminal);
  if (!input) return EXIT_BAD_INPUT;
  if (!beside) return noLock(inputs, terminal);
  if (!beside.lock) {
    printProblems(locatedProblems(beside), terminal);
    return EXIT_BAD_INPUT;
  }
  // The bundles of a lock are only read if Subscriptions install them.
  const { problems } = readInput(inputs, { ...withoutCatalogs(flags), tolerates: toleratesIn(inputs), lock: beside });
  const broken = problems.filter((problem) => problem.file === beside.text.file && isError(problem));
  if (broken.length > 0) {
    printProblems(broken, terminal);
    return EXIT_BAD_INPUT;
  }
  const differences = [...differencesOf(beside.lock, input, flags), ...policyDifferences(input.documents, beside.lock)];
  const cluster = clusterAsked(flags);
  printProblems(cluster?.problems ?? [], terminal);
  if (cluster?.problems.some(isError)) return EXIT_BAD_INPUT;
  const standing = cluster && standingsIn(cluster.objects, beside.lock);
  if (cluster && !standing)
    return refuse(
      'no Subscription of the cluster was read: kubectl get subscriptions.operators.coreos.com,installplans,csv -A -o json prints them',
      terminal,
    );
  if (isData(flags.format)) {
    checked.push({ file: beside.text.file, differences, ...(standing ? { cluster: standing } : {}) });
    tellAccounts(inputs, flags, beside, input, terminal);
    return differences.length === 0 && isAtLock(standing) ? EXIT_OK : EXIT_FINDINGS;
  }
  for (const { subject, message } of differences) terminal.out(`${printable(`${subject} ${message}`)}\n`);
  terminal.out(standingText(standing));
  const entries = (beside.lock.subscriptions?.length ?? 0) + (beside.lock.clusterExtensions?.length ?? 0);
  terminal.out(
    differences.length === 0
      ? `${printable(beside.text.file)} fits the sources: ${counted(entries, 'operator')}\n`
      : `${counted(differences.length, 'difference')}; run cdk8s-olm lock, and commit ${printable(beside.text.file)}\n`,
  );
  tellAccounts(inputs, flags, beside, input, terminal);
  const automatic = input.cluster.subscriptions.filter(({ installPlanApproval }) => installPlanApproval !== 'Manual').length;
  if (automatic > 0)
    terminal.out(
      `${counted(automatic, 'Subscription')} with Automatic approval: OLM upgrades by itself, so a cluster can be ahead of the lock\n`,
    );
  return differences.length === 0 && isAtLock(standing) ? EXIT_OK : EXIT_FINDINGS;
}

function clusterAsked({ snapshot, context }: LockFlags): Dump | undefined {
  if (snapshot !== undefined) return readDump([snapshot]);
  return context === undefined ? undefined : dumpOf(readVersionSnapshot(context));
}

/** The flags without catalogs, whose offers are in the lock. */
function withoutCatalogs({ catalog: _, ...flags }: LockFlags): Omit<LockFlags, 'catalog'> {
  return flags;
}

/** Prints missing permissions of installing accounts: OLM would refuse the installation, but the lock still fits. */
function tellAccounts(inputs: readonly Source[], flags: LockFlags, lock: LockBeside, { cluster }: Input, terminal: Terminal): void {
  printFindings(accountFindings(inputs, withoutCatalogs(flags), lock, cluster), terminal);
}

function differencesOf(lock: LockFile, input: Input, flags: LockFlags): LockDifference[] {
  const options = { ...(flags.catalog ? { catalog: flags.catalog } : {}), openshift: openshiftOf(flags) };
  const differences = lockDifferences(input.cluster, lock, leftOutBy(input, options));
  return [...differences, ...movedCatalogs(lock, addressesOf(input, options).addresses)];
}

function openshiftOf({ platform }: LockFlags): string | undefined {
  return platform === undefined ? undefined : platformOf(platform).openshift;
}

/** One lock that is made: its target, options and input. */
interface Locking {
  readonly target: LockTarget;
  readonly flags: LockFlags;
  readonly input: Input;
  readonly sources: Omit<LockOptions, 'moving'>;
  readonly registry: Registry;
  readonly terminal: Terminal;
}

async function runLock(
  target: LockTarget,
  input: Input | undefined,
  flags: LockFlags,
  terminal: Terminal,
  silent: Map<string, Problem>,
): Promise<number> {
  const { inputs, before } = target;
  if (!input) return EXIT_BAD_INPUT;
  // A change that removes the lock must not pass by having it written.
  if (flags.verify && !before) return noLock(inputs, terminal);
  const sources = sourcesOf(flags, versionsOf({ ...flags, openshift: openshiftOf(flags) }));
  // An unreadable lock is written anew.
  const isUpToDate = before?.lock && !flags.update && !lacksSchemas(before.lock) && differencesOf(before.lock, input, flags).length === 0;
  try {
    const documents = input.documents.map(({ value }) => value);
    const registry = registryOf(flags, documents, terminal, silent);
    try {
      const locking = { target, flags, input, sources, registry, terminal };
      if (flags.verify && before) return await verifyLock(locking, before);
      return before?.lock && isUpToDate ? await keepLock(locking, before, before.lock) : await renewLock(locking);
    } finally {
      await registry.close();
    }
  } catch (error) {
    return notLocked(error, flags, terminal);
  }
}

/** Says why nothing was locked. */
function notLocked(error: unknown, { timeout }: LockFlags, terminal: Terminal): number {
  if ((error as Error).name === 'TimeoutError')
    return refuse(`not done after ${timeout} seconds; give more with --timeout, and run again: downloaded content is kept`, terminal);
  if (error instanceof LinkError || (error as NodeJS.ErrnoException).syscall !== undefined)
    return refuse(`${(error as Error).message}; nothing was written`, terminal);
  if (!ProblemError.isProblemError(error)) throw error;
  printProblems(error.problems, terminal);
  return EXIT_BAD_INPUT;
}

async function verifyLock(locking: Locking, before: LockBeside): Promise<number> {
  const { target, input, sources, registry, terminal } = locking;
  const { file } = target;
  if (!before.lock) {
    printProblems(locatedProblems(before), terminal);
    return EXIT_BAD_INPUT;
  }
  const verified = await verify(before.lock, input, registry, { file, ...sources });
  printProblems(verified.problems, terminal);
  terminal.out(verifiedText(verified, file));
  return verified.problems.length > 0 ? EXIT_FINDINGS : finishKept(locking, before, before.lock);
}

function keepLock(locking: Locking, before: LockBeside, lock: LockFile): Promise<number> {
  locking.terminal.out(`${printable(locking.target.file)} is up to date; --update moves it to the current versions of the catalogs\n`);
  return finishKept(locking, before, lock);
}

/** Finishes a lock that stays as it is: vendors its content, and checks the pins. */
async function finishKept(locking: Locking, before: LockBeside, lock: LockFile): Promise<number> {
  const { target, flags, input, registry, terminal } = locking;
  tellAccounts(target.inputs, flags, before, input, terminal);
  if (flags.vendor !== undefined) await vendored(lock, registry, flags.vendor, terminal);
  return isPinned(lock, input, flags, terminal) ? EXIT_OK : EXIT_FINDINGS;
}

async function renewLock({ target, flags, input, sources, registry, terminal }: Locking): Promise<number> {
  const { inputs, file, before } = target;
  const unpinned = flags.pin && flags.update ? withoutPins(input, before?.lock) : input;
  const made = await lockInput(unpinned, registry, {
    ...sources,
    previous: before?.lock,
    moving: movingOf(flags),
    dependencies: flags.dependencies,
  });
  const { lock, problems, absent } = made;
  printProblems(problems, terminal);
  if (problems.some(isError)) return EXIT_BAD_INPUT;
  tellLeftOut(made, leftOutBy(input, sources), terminal);
  const after = lockOfText({ file, text: writeLock(lock) });
  const isSame = before?.text.text === after.text.text;
  terminal.out(lockChanges(inputs, withoutCatalogs(flags), before, after, unpinned !== input));
  if (!isSame && !flags.dryRun) replaceFile(file, after.text.text);
  terminal.out(`${printable(file)} ${isSame ? 'is up to date' : flags.dryRun ? 'would change' : 'is written'}\n`);
  tellAccounts(inputs, flags, after, input, terminal);
  if (flags.vendor !== undefined && !flags.dryRun) await vendored(lock, registry, flags.vendor, terminal);
  const pinned = isPinned(lock, input, flags, terminal);
  const isWhole = problems.length + absent.length === 0 && differencesOf(lock, unpinned, flags).length === 0;
  return isWhole && pinned ? EXIT_OK : EXIT_FINDINGS;
}

/** Says which operators and platforms the lock does not have. */
function tellLeftOut({ lock, unknown, absent, problems }: Locked, isLeftOut: ReturnType<typeof leftOutBy>, terminal: Terminal): void {
  for (const name of unknown)
    terminal.err(
      isLeftOut(name)
        ? `not locked: the catalog ${printable(name)} is left out\n`
        : `not locked: the image of the catalog ${printable(name)} is not known; give --catalog ${printable(name)}=IMAGE\n`,
    );
  const told = new Set([...unknown, ...absent.map(({ catalog }) => catalogKey(catalog))]);
  for (const { namespace, name, package: of, catalog = '' } of problems.length > 0 ? [] : (lock.notLocked ?? [])) {
    const said = `not locked: ${namespace === undefined ? 'ClusterExtension ' : `Subscription ${namespace}/`}${name}: `;
    if (namespace === undefined && !isLeftOut())
      terminal.err(`${printable(`${said}no catalog that was read has ${of}; give --catalog NAME=IMAGE`)}\n`);
    if (namespace !== undefined && !told.has(catalog)) terminal.err(`${printable(`${said}the catalog ${catalog} has no package ${of}`)}\n`);
  }
  for (const { subscription, packageName, catalog, names } of absent) {
    const { namespace, name } = subscription;
    const instead = names.length > 0 ? `; it has ${names.join(', ')}` : '';
    const text = `Subscription ${namespace}/${name}: the catalog ${catalogKey(catalog)} has no package ${packageName}${instead}`;
    terminal.err(`not locked: ${printable(text)}\n`);
  }
  for (const { name, notRead = [] } of lock.catalogs)
    if (notRead.length > 0) terminal.err(`${printable(`not read: the catalog ${name} for ${joined(notRead)}`)}\n`);
}

function sourcesOf(
  { offline, catalog, globalCatalogNamespace }: LockFlags,
  { kubernetes, openshift }: ReturnType<typeof versionsOf>,
): Omit<LockOptions, 'moving'> {
  return { offline, ...(catalog ? { catalog } : {}), kubeVersion: kubernetes, globalCatalogNamespace, openshift };
}

function verifiedText({ problems, compared, inFiles }: Verified, file: string): string {
  if (problems.length > 0) return `${printable(file)} is not verified\n`;
  if (compared === 0) return `${printable(file)} has no bundles\n`;
  const from = inFiles.length === 0 ? '' : `, from ${joined(inFiles)}`;
  return `${printable(`${file} matches its bundles: ${counted(compared, 'bundle')}${from}`)}\n`;
}

async function vendored(lock: LockFile, registry: Registry, folder: string, terminal: Terminal): Promise<void> {
  const count = await vendor(lock, registry, folder);
  terminal.out(`${counted(count, 'bundle')} in ${printable(folder)}\n`);
}

function isPinned(lock: LockFile, input: Input, { pin, dryRun = false }: LockFlags, terminal: Terminal): boolean {
  return !pin || pinSources(lock, input, dryRun, terminal);
}

function movingOf({ update }: LockFlags): Moving {
  if (update === undefined) return 'nothing';
  return update === true ? 'all' : new Set(update);
}

/** The folder of the configuration; otherwise the input's folder. */
function folderFor(input: string): string {
  const configuration = nearestFile(input, DEFAULT_BASELINE);
  if (configuration !== undefined) return dirname(configuration);
  return statSync(input).isDirectory() ? input : dirname(input);
}
