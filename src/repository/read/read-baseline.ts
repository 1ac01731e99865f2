/** Finds and reads the baseline of an input: its entries are the accepted risks and findings. */

import { createLocator } from '../../base/manifest/locate.js';
import type { Locator } from '../../base/manifest/locator.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import type { Complaint, Problem } from '../../base/manifest/problem.js';
import { DEFAULT_BASELINE } from '../../olm/model/default-baseline.js';
import type { ClusterEntry, RepositoryOptions } from '../../olm/model/repository-options.js';
import { REPOSITORY_OPTIONS } from '../../olm/settings/table.js';
import { ACCEPTABLE_RULES, type BaselineEntry, baselineEntries, type RiskConfiguration } from '../../review/index.js';
import { readOne } from '../input/read-one.js';
import { nearestFile } from '../trees/nearest-file.js';
import { isOutside, pathOfPlace } from '../trees/outside.js';

/** The content of a baseline. No entries if it has problems. */
export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  /** The repository's own rules and severities. */
  readonly configuration: RiskConfiguration;
  /** Options of the command line that the repository always uses. */
  readonly options: RepositoryOptions;
  /** The clusters, with the paths that reach each. */
  readonly clusters: readonly ClusterEntry[];
  /** The source text; empty if there is no baseline. */
  readonly written: SourceText;
  readonly problems: readonly Problem[];
}

/**
 * Reads a baseline from a file that must exist.
 *
 * @example
 * accept(review(base, head), readBaseline('accepted.yaml').entries, '2027-01-31').review
 */
export function readBaseline(file: string): Baseline {
  return baselineIn(readBaselineText(file));
}

/**
 * The baseline of a state: `.cdk8s-olm.yaml` in the folder of its input or above. Without such a file, the baseline has no entries.
 *
 * @param input an input of readState, such as `git:origin/main:clusters/prod`
 * @example
 * const { entries } = baselineOf('clusters/prod');
 * accept(review(base, head), entries, '2027-01-31').review.findings
 */
export function baselineOf(input: string): Baseline {
  return baselineIn(baselineTextOf(input));
}

/** The baseline with this text. */
export function baselineOfText(text: SourceText): Baseline {
  return baselineIn(baselineTextIn(text));
}

function baselineIn(text: BaselineText): Baseline {
  const { entries, configuration, options, clusters, problems } = baselineEntries(
    text.document,
    text.locator,
    ACCEPTABLE_RULES,
    REPOSITORY_OPTIONS,
  );
  const all = [...text.problems, ...problems, ...outsidePlaces(text, options, clusters)];
  return {
    entries: all.length > 0 ? [] : entries,
    configuration,
    options,
    clusters,
    written: { file: text.document?.source.file ?? '', text: text.text },
    problems: all,
  };
}

/** Problems of paths outside of the repository: the author of the file must not choose other files of the machine to read. */
function outsidePlaces({ document, locator }: BaselineText, options: RepositoryOptions, clusters: readonly ClusterEntry[]): Problem[] {
  if (!document) return [];
  const { source } = document;
  const ofAll = [options, ...clusters.map((one) => one.options)];
  return ofAll.flatMap((set, index) =>
    Object.entries(set).flatMap(([option, value]) => {
      const paths = REPOSITORY_OPTIONS[option]?.paths;
      const outside = [value ?? []]
        .flat()
        .find(
          (one) =>
            typeof one === 'string' && paths?.(one).some(({ path, isPerhaps }) => isRead(path, isPerhaps) && isOutside(path, source.file)),
        );
      if (outside === undefined) return [];
      const at = index === 0 ? ['options', option] : ['clusters', index - 1, option === 'catalog' ? 'catalogs' : option];
      return [
        locator.locate({
          code: 'INVALID_VALUE',
          message: `the option ${option} names a place outside of the repository`,
          found: JSON.stringify(outside),
          expected: 'a file or a folder of the repository',
          fix: `put it into the repository; or leave it out here, and give --${option} where the command is started`,
          source,
          at,
        }),
      ];
    }),
  );
}

/** The options of the file that `baselineOf` reads, and a function that adds the place of an option to a problem. */
export function repositoryOptionsOf(input: string): {
  readonly options: RepositoryOptions;
  readonly problems: readonly Problem[];
  locate(option: string, problem: Complaint): Problem;
} {
  const text = baselineTextOf(input);
  const { options, problems } = baselineIn(text);
  const { document, locator } = text;
  const locate = (option: string, problem: Complaint): Problem =>
    document ? locator.locate({ ...problem, source: document.source, at: ['options', option] }) : { ...problem, file: '' };
  return { options, problems, locate };
}

function isRead(path: string, isPerhaps = false): boolean {
  return !isPerhaps || pathOfPlace(path) !== undefined;
}

// Parses the baseline file into one document.

/** The parsed baseline file. */
interface BaselineText {
  /** Absent if the baseline is missing or empty. */
  readonly document?: ParsedDocument;
  /** The source text; empty if there is no baseline. */
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly locator: Locator;
}

/**
 * The baseline of a state: the file `.cdk8s-olm.yaml` nearest to its input, in the input's folder or above.
 *
 * A change must not decide how it is judged, so a review uses the baseline of BASE.
 */
export function baselineTextOf(input: string): BaselineText {
  const file = nearestFile(input, DEFAULT_BASELINE);
  return file === undefined ? { text: '', problems: [], locator: createLocator(() => undefined) } : readBaselineText(file);
}

/** Reads a baseline from a file, which must exist, or from a file of a commit. */
export function readBaselineText(file: string): BaselineText {
  const { texts, problems } = readOne(file, 'the baseline');
  const [text] = texts;
  return text ? baselineTextIn(text) : { text: '', problems, locator: createLocator(() => undefined) };
}

/** Parses the text of a baseline. */
function baselineTextIn(text: SourceText): BaselineText {
  const locator = createLocator(() => text.text);
  const parsed = parseDocuments(text);
  const [document, second] = parsed.documents;
  const surplus = second ? [locator.locate(oneDocument(second))] : [];
  return { document, text: text.text, problems: [...parsed.problems, ...surplus], locator };
}

function oneDocument({ source }: ParsedDocument): Parameters<Locator['locate']>[0] {
  return {
    code: 'INVALID_VALUE',
    message: 'the baseline has more than one document',
    found: 'a second document',
    expected: 'one document with one list of entries',
    fix: 'move its entries into the first document',
    source,
    at: [],
  };
}
