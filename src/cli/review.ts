/** `cdk8s-olm review`: which permissions a change really grants. */
import { Command, Option } from 'commander';
import { assumptionsOf, FOLLOWS_V1 } from '../evaluate/evaluate.js';
import { followedProfile } from '../evaluate/followed-profile.js';
import { baselineOf, readBaseline } from '../evaluate/read-baseline.js';
import { readStates, type Side } from '../evaluate/read-states.js';
import { readUnits, type UnitsRead } from '../evaluate/read-units.js';
import { FINDING_RULES } from '../findings/all-rules.js';
import { baselineChanges, clusterChanges, configurationChanges, optionChanges } from '../findings/baseline/changes.js';
import type { BaselineEntry } from '../findings/baseline/entries.js';
import { riskFinders } from '../findings/index.js';
import { keptBundles } from '../locking/judged-bundle.js';
import { FORMAT_WRITERS } from '../manifest/format.js';
import { NO_PAINT } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import { isError } from '../manifest/problem.js';
import { type FailOn, type FailOnRules, failsOn } from '../model/finding.js';
import { type VersionsJson, versionsJson, versionsOf } from '../model/versions.js';
import { DEFAULT_PROFILE, type ProfileName } from '../render/index.js';
import { type Background, backgroundOf } from '../report/background.js';
import { htmlReport } from '../report/html/page.js';
import { type JsonVersions, jsonReport } from '../report/json.js';
import { markdownReport } from '../report/markdown.js';
import { sarifReport } from '../report/sarif.js';
import { accept } from '../review/accept.js';
import { review } from '../review/compare.js';
import { foldReviews } from '../review/fold.js';
import { withMigration } from '../review/migration.js';
import type { Review } from '../review/review.js';
import { inOrder, toDecide, toldList } from '../review/told.js';
import { isChoice } from '../source/choose-units.js';
import type { Shard } from '../source/shards.js';
import type { Reading } from '../source/unit.js';
import type { State } from '../state/state.js';
import { appliedByText, counted, listed, unitsText } from '../wording/phrases.js';
import { printProblems } from './evaluate-input.js';
import { formatFinding } from './format-finding.js';
import { rare } from './help.js';
import { addSettings, type ClusterFlags, type HeadClusterFlags, headOptions } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, refuse, type Terminal } from './outcome.js';
import { paintFor } from './paint.js';
import { addPlacementOptions, judgedPlacement, type PlacementFlags, placementOf } from './placement-options.js';
import { addReportOptions, type ReportFlags, reportFiles, writeReport } from './report-output.js';
import { reviewText } from './review-text.js';
import { today } from './today.js';
import { addShardOption, addUnitOptions, clustersOf, NO_SHARD, type ShardFlags, type UnitFlags, withSettings } from './units-asked.js';
import { packageVersion } from './version.js';

const REVIEW_FORMATS = ['text', 'md', 'html', 'json', 'sarif'] as const;
type ReviewFormat = (typeof REVIEW_FORMATS)[number];

interface ReviewOptions extends ClusterFlags, HeadClusterFlags, PlacementFlags, ReportFlags<ReviewFormat>, UnitFlags, ShardFlags {
  readonly baseline?: string;
  readonly accept?: readonly string[];
  readonly by?: string;
  readonly profile?: ProfileName;
  readonly headProfile?: ProfileName;
  readonly install?: boolean;
  readonly headInstall?: boolean;
  readonly lenient: boolean;
  readonly dependencies: boolean;
  readonly failOn: FailOn | FailOnRules;
  readonly all: boolean;
}

const SHARD_HELP = 'review one of n parts of the units that the change touches, such as 2/4';

const EXAMPLES = `
Examples:
  cdk8s-olm review git:origin/main:clusters/prod clusters/prod     the working folder against the branch main
  cdk8s-olm review git:v1:rendered git:v2:rendered --format md     two tags of a rendered folder
  cdk8s-olm review old new --profile olm --head-profile olm-v1     a move from OLM to OLM v1, and its steps
  cdk8s-olm review prod prod --platform openshift@4.14 --head-platform openshift@4.18  an upgrade of the cluster
  cdk8s-olm review old new -o review.md -o review.html             a comment, and a page that works offline
  cdk8s-olm review etcd/0.9.2 etcd/0.9.4 --install-namespace etcd  two bundles, without a cluster around them

BASE and HEAD are files or folders of manifests, folders that render -o wrote, or git:REVISION[:PATH]. PATH is relative
to the top of the repository. Nothing is checked out.`;

/** The command. `finish` receives the exit code. */
export function reviewCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = addReportOptions(new Command('review'), REVIEW_FORMATS)
    .description(
      'Show the effect of a change: who gains or loses which permissions, which operators watch more namespaces or fail, and the risks.',
    )
    .argument('<base>', 'the state before the change')
    .argument('<head>', 'the state after the change')
    .addOption(new Option('--all', 'leave nothing out of text and Markdown, however long they become').default(false))
    .addOption(rare(acceptOption()))
    .addOption(rare(new Option('--by <name>', 'who accepts it')));
  return addShardOption(addUnitOptions(addPlacementOptions(addSettings(command))), SHARD_HELP)
    .addHelpText('after', EXAMPLES)
    .action((base: string, head: string, options: ReviewOptions, own: Command) => {
      if ((options.accept === undefined) !== (options.by === undefined))
        own.error("error: '--accept <id>' and '--by <name>' belong together");
      finish(runReview(base, head, options, terminal, own));
    });
}

/** Two bundles alone are compared as if each was installed: nobody has to write a cluster around them. */
function judged(...sides: readonly [Side, Side]): readonly [Side, Side] {
  const [base, head] = sides.map(([input, options]): Side => [input, { ...judgedPlacement(options.profile), ...options }]);
  return [base as Side, head as Side];
}

function runReview(baseInput: string, headInput: string, options: ReviewOptions, terminal: Terminal, command: Command): number {
  const outputs = reportFiles(options);
  const { profile = DEFAULT_PROFILE, headProfile = profile } = options;
  const isInstalled = (name: ProfileName, install = false): boolean => install || name === 'olm-v1';
  const [leaves, leaving] = [isInstalled(profile, options.install), isInstalled(headProfile, options.install || options.headInstall)];
  const kept = keptBundles(terminal.env);
  const sidesOf = (given: ReviewOptions): readonly [Side, Side] => [
    [baseInput, { ...given, profile, keptBundles: kept, ...placementOf(given, profile), install: leaves ? {} : undefined }],
    [
      headInput,
      {
        ...headOptions(given),
        keptBundles: kept,
        ...placementOf(given, headProfile),
        profile: headProfile,
        install: leaving ? {} : undefined,
      },
    ],
  ];
  // A change must not decide how it is judged: unless a baseline is named, the one of BASE counts.
  const accepted = options.baseline === undefined ? baselineOf(baseInput) : readBaseline(options.baseline);
  const proposed = options.baseline === undefined ? baselineOf(headInput) : accepted;
  const sides = sidesOf(options);
  const units =
    options.installNamespace === undefined
      ? readUnits(...sides, {
          clusters: clustersOf(baseInput),
          choice: options,
          shard: options.shard,
          sidesOf: (entry) => sidesOf(withSettings(options, entry, command)),
        })
      : undefined;
  if (isChoice(options) && !units) return refuse('--cluster and --unit choose in one repository, and the input is none', terminal);
  if (options.shard && !units) return refuse(NO_SHARD, terminal);
  if (units && units.unknown.length > 0) return refuse(`neither BASE nor HEAD has the unit ${units.unknown.join(' or ')}`, terminal);
  const [base, head] = units
    ? [
        { state: units.rest.base, problems: [] },
        { state: units.rest.head, problems: [] },
      ]
    : readStates(...judged(...sides));
  if (!base.state || !head.state) {
    printProblems([...base.problems, ...head.problems], terminal);
    return EXIT_BAD_INPUT;
  }
  const isOpen = options.profile === undefined && options.headProfile === undefined;
  const states = [base.state, head.state, ...(units?.units ?? []).flatMap((one) => [one.base, one.head])];
  const followed = followedProfile(...states.map(({ cluster }) => cluster));
  if (isOpen && followed !== profile) {
    terminal.err(`${FOLLOWS_V1}\n`);
    return runReview(baseInput, headInput, { ...options, profile: followed }, terminal, command);
  }
  // Of many units, each says it in words of its own.
  const [assumed] = states.map(({ cluster }) => assumptionsOf(cluster)).filter(({ length }) => length > 0);
  for (const note of assumed ?? []) terminal.err(`${note}\n`);
  const isRepaired = proposed !== accepted && proposed.problems.length === 0;
  // What is wrong in BASE, and right in HEAD, accepts nothing.
  const unread = accepted.problems.map((problem) => (isRepaired ? { ...problem, tolerated: true as const } : problem));
  const problems = proposed === accepted ? unread : [...unread, ...proposed.problems];
  printProblems(problems, terminal);
  if (problems.some(isError)) return EXIT_BAD_INPUT;

  const given = (options.accept ?? []).map((text) => acceptanceBy(options.by ?? '', text));
  const ids = [...FINDING_RULES, ...accepted.configuration.rules].map(({ id }) => id);
  const wrong = given.find(({ id }) => !ids.includes(id));
  if (wrong) return refuse(`there is no risk or finding ${wrong.id}; copy the id from the report`, terminal);
  const entries = [...accepted.entries, ...given];
  const finders = riskFinders(accepted.configuration);
  const compare = (before: State, after: State): Review => {
    const plain = review(before, after, finders);
    return leaving && !leaves ? withMigration(plain, before, after) : plain;
  };
  const found = compare(base.state, head.state);
  const compared = {
    ...found,
    findings: inOrder([
      ...toldList({
        change: {
          new: [
            ...baselineChanges(accepted.entries, proposed.entries),
            ...configurationChanges(accepted.configuration, proposed.configuration),
            ...optionChanges(accepted.options, proposed.options),
            ...clusterChanges(accepted.clusters, proposed.clusters),
          ],
        },
      }),
      ...found.findings,
    ]),
  };
  const day = today(terminal.env);
  const ofUnits = (units?.units ?? []).map((one) => ({ unit: one.unit, review: compare(one.base, one.head) }));
  const all = [{ review: compared }, ...ofUnits] as const;
  const what = units?.areClusters ? 'clusters' : 'units';
  const { findings } = accept(foldReviews(all, what), entries, day);
  const folded = foldReviews(
    [
      { review: accept(compared, entries, day).review },
      ...ofUnits.map((one) => ({ ...one, review: accept(one.review, entries, day).review })),
    ],
    what,
  );
  // Of a whole repository, what nobody reads and the change does not touch is no news.
  const result = units ? { ...folded, unread: [] } : folded;
  if (units) terminal.err(`${printable(touchedText(units, options.shard))}\n`);
  const paint = paintFor(terminal.errIsTerminal, terminal.env);
  for (const finding of findings) terminal.err(`${formatFinding(finding, paint)}\n`);
  const [only] = units?.units ?? [];
  const [before, after] = only && units?.units.length === 1 ? [only.base, only.head] : [base.state, head.state];
  const background = (): Background => backgroundOf(before, after, result);
  const heldFor = ({ cluster }: State, name: ProfileName): VersionsJson => versionsJson(versionsOf(cluster.versions), name === 'olm-v1');
  const versions = { base: heldFor(before, profile), head: heldFor(after, headProfile) };
  const report = (format: ReviewFormat, isScreen: boolean): string =>
    reportText(result, { background, versions }, format, options.all, isScreen ? terminal : undefined);
  for (const { file, format } of outputs) if (!writeReport(file, report(format, false), terminal)) return EXIT_BAD_INPUT;
  if (outputs.length === 0) terminal.out(report(options.format ?? 'text', true));
  // The verdict comes first. Nobody can change BASE any more, but an empty one can be a wrong path.
  printProblems(
    [...base.problems.filter(({ code }) => code === 'NO_MANIFESTS' || code === 'GIT_PATH_NOT_FOUND'), ...head.problems],
    terminal,
  );
  // An id names what may be there before the change, too: an operator that is not known stays so.
  const told = [after, ...(units?.units ?? []).map((one) => one.head)]
    .flatMap((state) => state.findings)
    .filter(({ id }) => typeof options.failOn !== 'string' && options.failOn.ids.includes(id));
  return told.length > 0 || fails(result, options.failOn) ? EXIT_FINDINGS : EXIT_OK;
}

const acceptOption = (): Option =>
  new Option('--accept <id>', 'accept it in this review alone: an id, or ID:FINGERPRINT; may be given several times').argParser(
    (text: string, earlier: readonly string[] = []) => [...earlier, text],
  );

/** What somebody accepts who has read the report. The permissions are those of this review. */
function acceptanceBy(by: string, text: string): BaselineEntry {
  const [id = '', fingerprint] = text.split(/:(.*)/s);
  return { id, reason: 'for this review', by, file: '--accept', ...(fingerprint ? { fingerprint } : {}) };
}

const READINGS: Readonly<Record<Reading, string>> = {
  clusters: 'each reviewed apart as the configuration file of BASE says',
  applications: 'each reviewed apart as Applications and Kustomizations of Flux say',
  alternatives: 'each reviewed apart because some are alternatives',
};

/** Which reading of the repository was used. */
function touchedText(
  { units, all, touched: inAll, problems, reading, areClusters, inParts, unexpanded }: UnitsRead,
  shard: Shard | undefined,
): string {
  const names = units.map(({ unit }) => unit);
  const [one, many] = areClusters ? ['cluster', 'clusters'] : ['unit', 'units'];
  const [first, ...others] = units;
  const who = first && others.length === 0 ? appliedByText(first.appliedBy) : '';
  const own = names.length === 0 ? 'none' : `${unitsText(names, all, many)}${who}`;
  const whose = shard ? `${inAll === 0 ? 'none' : inAll}; in shard ${shard.index} of ${shard.of}: ${own}` : own;
  const touched = `${counted(all, one)}, ${READINGS[reading]}; the change touches ${whose}`;
  const unread = problems.map(
    ({ file, line, message, found }) => `; not read: ${file}${line === undefined ? '' : `:${line}`}: ${message}, found ${found}`,
  );
  const parts = inParts.length > 0 ? [`; reviewed part by part: ${inParts.join(', ')}`] : [];
  const open = unexpanded.length > 0 ? [`; not expanded: ${listed(unexpanded, 'ApplicationSets')}`] : [];
  return [touched, ...open, ...parts, ...new Set(unread)].join('');
}

/** @param screen where the report is printed. Absent for a file, which has no colours. */
function reportText(
  result: Review,
  { background, versions }: { readonly background: () => Background; readonly versions: JsonVersions },
  format: ReviewFormat,
  all: boolean,
  screen: Terminal | undefined,
): string {
  switch (format) {
    case 'text': {
      const width = screen?.outIsTerminal ? screen.columns : undefined;
      return reviewText(result, screen ? paintFor(screen.outIsTerminal, screen.env) : NO_PAINT, { all, width });
    }
    case 'md':
      return markdownReport(result, { all });
    case 'html':
      return htmlReport(result, background());
    case 'json':
      return FORMAT_WRITERS.json.value(jsonReport(result, versions));
    case 'sarif':
      return FORMAT_WRITERS.json.value(sarifReport(result, packageVersion()));
  }
}

/** Whether anything in the change is at or above the threshold. */
function fails(review: Review, failOn: FailOn | FailOnRules): boolean {
  return toDecide(review).some((one) => failsOn(one, failOn));
}
