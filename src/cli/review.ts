/** `cdk8s-olm review`: which permissions a change really grants. */
import { Command, Option } from 'commander';
import { FOLLOWS_V1 } from '../evaluate/evaluate.js';
import { followedProfile } from '../evaluate/followed-profile.js';
import { baselineOf, readBaseline } from '../evaluate/read-baseline.js';
import { readStates, type Side } from '../evaluate/read-states.js';
import { readUnits, type UnitsRead } from '../evaluate/read-units.js';
import { baselineChanges, clusterChanges, configurationChanges, optionChanges } from '../findings/baseline/changes.js';
import type { BaselineEntry } from '../findings/baseline/entries.js';
import { riskFinders } from '../findings/index.js';
import { keptBundles } from '../locking/judged-bundle.js';
import { isError } from '../manifest/problem.js';
import type { FailOn, FailOnRules } from '../model/finding.js';
import { type VersionsJson, versionsJson, versionsOf } from '../model/versions.js';
import { DEFAULT_PROFILE, type ProfileName } from '../render/index.js';
import { backgroundOf } from '../report/background.js';
import { digestOf } from '../report/part.js';
import { review } from '../review/compare.js';
import { withMigration } from '../review/migration.js';
import type { Review } from '../review/review.js';
import { inOrder, toldList } from '../review/told.js';
import { isChoice } from '../source/choose-units.js';
import type { State } from '../state/state.js';
import { printProblems } from './evaluate-input.js';
import { rare } from './help.js';
import { addSettings, type ClusterFlags, type HeadClusterFlags, headOptions } from './options.js';
import { EXIT_BAD_INPUT, refuse, type Terminal } from './outcome.js';
import { addPlacementOptions, judgedPlacement, type PlacementFlags, placementOf } from './placement-options.js';
import { addReportOptions, type ReportFlags } from './report-output.js';
import { REVIEW_FORMATS, type ReviewFormat, reportReview } from './review-report.js';
import {
  type Alone,
  foldReviewed,
  notesOf,
  partOf,
  type ReviewedRepository,
  type ReviewedUnit,
  saidOf,
  touchedText,
  unknownAcceptance,
} from './reviewed-units.js';
import { today } from './today.js';
import { addShardOption, addUnitOptions, clustersOf, NO_SHARD, type ShardFlags, type UnitFlags, withSettings } from './units-asked.js';

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

const SHARD_HELP = 'review one of n parts of the units that the change touches, such as 2/4; as JSON, for report merge';

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

function runReview(
  baseInput: string,
  headInput: string,
  options: ReviewOptions,
  terminal: Terminal,
  command: Command,
  isFollowed = false,
): number {
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
        { state: units.empty.base, problems: [] },
        { state: units.empty.head, problems: [] },
      ]
    : readStates(...judged(...sides));
  if (!base.state || !head.state) {
    printProblems([...base.problems, ...head.problems], terminal);
    return EXIT_BAD_INPUT;
  }
  const isOpen = options.profile === undefined && options.headProfile === undefined;
  const unitStates = (units?.units ?? []).flatMap((one) => one.states);
  const states = [base.state, head.state, ...unitStates.flatMap((one) => [one.base, one.head])];
  const followed = followedProfile(...states.map(({ cluster }) => cluster));
  if (isOpen && followed !== profile) {
    terminal.err(`${FOLLOWS_V1}\n`);
    return runReview(baseInput, headInput, { ...options, profile: followed }, terminal, command, true);
  }
  // Of many units, each says it in words of its own.
  for (const note of notesOf(states)) terminal.err(`${note}\n`);
  const isRepaired = proposed !== accepted && proposed.problems.length === 0;
  // What is wrong in BASE, and right in HEAD, accepts nothing.
  const unread = accepted.problems.map((problem) => (isRepaired ? { ...problem, tolerated: true as const } : problem));
  const problems = proposed === accepted ? unread : [...unread, ...proposed.problems];
  printProblems(problems, terminal);
  if (problems.some(isError)) return EXIT_BAD_INPUT;

  const given = (options.accept ?? []).map((text) => acceptanceBy(options.by ?? '', text));
  const wrong = unknownAcceptance(given, accepted.configuration.rules);
  if (wrong !== undefined) return refuse(wrong, terminal);
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
  const heldFor = ({ cluster }: State, name: ProfileName): VersionsJson => versionsJson(versionsOf(cluster.versions), name === 'olm-v1');
  const besidesOf = (before: State, after: State): Alone => ({
    versions: { base: heldFor(before, profile), head: heldFor(after, headProfile) },
    background: (result) => backgroundOf(before, after, result),
  });
  const { failOn } = options;
  // An id names what may be there before the change, too: an operator that is not known stays so.
  const isTold = ({ findings }: State): boolean => typeof failOn !== 'string' && findings.some(({ id }) => failOn.ids.includes(id));
  const reviewed = (units?.units ?? []).map(
    ({ name, states: ofUnit, inParts, problems: unread, ...notRead }): ReviewedUnit => ({
      unit: name,
      results: ofUnit.map((one) => ({
        unit: one.unit,
        ...(one.isCluster ? { isCluster: one.isCluster } : {}),
        appliedBy: one.appliedBy,
        review: compare(one.base, one.head),
        told: isTold(one.head),
        notes: notesOf([one.base, one.head]),
        ...(unitStates.length === 1 ? { alone: besidesOf(one.base, one.head) } : {}),
      })),
      inParts,
      problems: unread,
      unread: notRead,
    }),
  );
  const repository: ReviewedRepository = {
    ...(units ? { of: ofRepository(units) } : {}),
    rest: compared,
    unread: units?.unread ?? { base: [], head: [] },
    judged: reviewed,
  };
  const empty = { base: base.state, head: head.state };
  const day = today(terminal.env);
  const { result, findings } = foldReviewed(repository, { empty, compare, entries, day });
  const alone = reviewed.flatMap(({ results }) => results.flatMap((one) => one.alone ?? []));
  const { versions, background } = alone[0] ?? besidesOf(base.state, head.state);
  const { shard } = options;
  return reportReview(
    {
      result,
      findings,
      touched: touchedText(repository, shard),
      versions,
      background: () => background(result),
      // Nobody can change BASE any more, but an empty one can be a wrong path.
      problems: [...base.problems.filter(({ code }) => code === 'NO_MANIFESTS' || code === 'GIT_PATH_NOT_FOUND'), ...head.problems],
      told: reviewed.some(({ results }) => results.some(({ told }) => told)) || (alone.length === 0 && isTold(head.state)),
      ...(shard && units
        ? {
            part: () =>
              partOf(repository, result, {
                shard,
                day,
                followed: isFollowed,
                asked: digestOf(questionOf(options), units.identities, accepted.written, proposed.written),
                sides: sides.map(([input, given]) => ({ input, ...saidOf(given) })),
                failOn,
                all: options.all,
                isMigration: leaving && !leaves,
                baseline: accepted.written,
                accepted: given,
                problems,
              }),
          }
        : {}),
    },
    options,
    terminal,
  );
}

function ofRepository({ reading, areClusters, all, touched, unexpanded }: UnitsRead): ReviewedRepository['of'] {
  return { reading, areClusters, count: all, wanted: touched, unexpanded };
}

/** What has to be the same in all shards. What the input says of itself is compared by itself. */
function questionOf({ shard: _, output: __, format: ___, cache: ____, profile: _____, ...options }: ReviewOptions): object {
  return options;
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
