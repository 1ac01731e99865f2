/** `cdk8s-olm review`: shows the permissions that a change grants. */
import { Command, Option } from 'commander';
import type { ProfileName } from '../olm/render/index.js';
import type { Side } from '../repository/index.js';
import { type BaselineEntry, ruleOf } from '../review/index.js';
import { keptBundles } from '../supply/index.js';
import { printProblems } from './evaluate-input.js';
import { quietOption, rare, several } from './help.js';
import {
  addPlacementOptions,
  addSettings,
  type ClusterFlags,
  type HeadClusterFlags,
  headOptions,
  type InputFlags,
  type PlacementFlags,
  placementOf,
  type SettingFlags,
} from './options.js';
import { EXIT_BAD_INPUT, note, packageVersion, refuse, type Terminal } from './outcome.js';
import { addReportOptions, type ReportFlags, reportReview } from './report-output.js';
import { reviewChange } from './review/review-change.js';
import { addShardOption, addUnitOptions, type ShardFlags, type UnitFlags, withSettings } from './units-asked.js';

interface ReviewOptions
  extends InputFlags,
    HeadClusterFlags,
    PlacementFlags,
    ReportFlags,
    UnitFlags,
    ShardFlags,
    SettingFlags<'baseline' | 'install' | 'failOn' | 'documentation'> {
  readonly accept?: readonly string[];
  readonly by?: string;
  readonly headProfile?: ProfileName;
  readonly headInstall?: boolean;
  readonly all: boolean;
}

const SHARD_HELP = 'review one of n parts of the units that the change touches, such as 2/4; writes JSON for report merge';

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
  const command = addReportOptions(new Command('review'), 'review')
    .description(
      'Show the effect of a change: who gains or loses which permissions, which operators watch more namespaces or fail, and the risks.',
    )
    .argument('<base>', 'the state before the change')
    .argument('<head>', 'the state after the change')
    .addOption(new Option('--all', 'show everything in text and Markdown').default(false))
    .addOption(quietOption())
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

function runReview(base: string, head: string, options: ReviewOptions, terminal: Terminal, command: Command): number {
  const { all, failOn, baseline, shard } = options;
  const [baseSide, headSide] = sidesOf(base, head, options, terminal);
  const { notes, problems, refused, reviewed } = reviewChange({
    base: baseSide,
    head: headSide,
    baseline,
    given: (options.accept ?? []).map((text) => acceptanceBy(options.by ?? '', text)),
    failOn,
    day: today(terminal.env),
    hasUnits: options.installNamespace === undefined,
    choice: options,
    shard,
    sidesOf: (entry) => sidesOf(base, head, withSettings(options, entry, command), terminal),
    ofPart: { program: packageVersion(), all, question: questionOf(options) },
  });
  for (const text of notes) note(text, terminal);
  printProblems(problems, terminal);
  if (refused !== undefined) return refuse(refused, terminal);
  return reviewed ? reportReview(reviewed, options, terminal) : EXIT_BAD_INPUT;
}

/** Both sides of the command line. */
function sidesOf(base: string, head: string, options: ReviewOptions, { env }: Terminal): readonly [base: Side, head: Side] {
  const { profile, headProfile = profile, install, headInstall } = options;
  const kept = keptBundles(env);
  const sideOf = (input: string, given: ClusterFlags, name: ProfileName | undefined, isInstalled: boolean | undefined): Side => [
    input,
    {
      ...given,
      keptBundles: kept,
      ...placementOf(options, name),
      profile: name,
      install: isInstalled ? {} : undefined,
    },
  ];
  return [sideOf(base, options, profile, install), sideOf(head, headOptions(options), headProfile, install || headInstall)];
}

/** The options that have to be equal in all shards. Options in the input's configuration are compared separately. */
function questionOf({
  shard: _,
  output: __,
  outputFile: ___,
  format: ____,
  printed: _____,
  cache: ______,
  profile: _______,
  documentation: ________,
  acceptEntries: _________,
  ...options
}: ReviewOptions): object {
  return options;
}

const acceptOption = (): Option =>
  new Option('--accept <id>', 'accept ID or ID:FINGERPRINT in this review only; repeatable').argParser(several);

/** The entry of an acceptance on the command line. The permissions are those of this review. */
function acceptanceBy(by: string, text: string): BaselineEntry {
  const [id = '', fingerprint] = text.split(/:(.*)/s);
  return { id: ruleOf(id)?.id ?? id, reason: 'for this review', by, file: '--accept', ...(fingerprint ? { fingerprint } : {}) };
}

/**
 * The date in UTC, as `2027-01-31`.
 *
 * @param env a valid SOURCE_DATE_EPOCH, in seconds, sets the date, for repeatable runs; an invalid one is ignored
 * @param now the time in milliseconds since 1970
 */
export function today(env: Readonly<Record<string, string | undefined>>, now = Date.now()): string {
  const epoch = env.SOURCE_DATE_EPOCH;
  const seconds = epoch !== undefined && /^\d{1,11}$/.test(epoch) ? Number(epoch) : undefined;
  return new Date(seconds === undefined ? now : seconds * 1000).toISOString().slice(0, 10);
}
