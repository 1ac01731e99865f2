/** The formats of reports. To add a format, write the file that makes it, and add a row here. */

import { NO_PAINT, type Paint } from '../base/manifest/format-problem.js';
import { FORMAT_WRITERS } from '../base/manifest/format-writers.js';
import type { Problem } from '../base/manifest/problem.js';
import type { Review } from '../review/index.js';
import { azureAnnotations } from './azure.js';
import type { Background } from './background.js';
import type { CheckedJson } from './check-json.js';
import { checkSarif } from './check-sarif.js';
import { checkEntries, reviewEntries } from './entries.js';
import { githubAnnotations } from './github.js';
import { codeQuality } from './gitlab.js';
import { inventoryPage } from './html/inventory.js';
import { htmlReport } from './html/page.js';
import type { Inventory } from './inventory.js';
import { inventoryCsv } from './inventory-csv.js';
import { jsonReport, type SidesVersions } from './json.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown.js';
import { operatorNames } from './names.js';
import { type CommitTimes, prometheusMetrics } from './prometheus.js';
import { reviewDocument } from './review/document.js';
import { sarifReport } from './sarif.js';
import { reportText } from './text/render.js';

/** The result of a review, and lazily its background. */
export interface ReviewData {
  readonly result: Review;
  readonly background: () => Background;
  readonly versions: SidesVersions;
  /** The part of a shard; replaces the JSON report. */
  readonly part?: () => object;
}

/** All data for the report of a review. */
export interface ReviewReport extends ReviewData {
  /** The version of cdk8s-olm. */
  readonly program: string;
  /** Whether nothing is left out. */
  readonly all: boolean;
  /** Whether text and Markdown include the baseline entries that accept the new findings. */
  readonly hasEntries: boolean;
  /**
   * Where the pages about findings are.
   * @default those of the project
   */
  readonly documentation?: string | undefined;
  /** How the run ends, and why. */
  readonly exit?: string;
  /** The problems of both sides. */
  readonly problems?: readonly Problem[];
}

/** All data for the report of a check. */
export interface CheckReport {
  readonly json: () => object;
  /** @param all whether nothing is left out */
  readonly text: (paint: Paint, all: boolean) => string;
  /** When the locks of the operators were last committed. */
  readonly committed: () => CommitTimes;
  /** The data of all judged inputs; `json` of a shard is a part. */
  readonly checked: () => CheckedJson;
  /** Whether the text leaves nothing out. */
  readonly all: boolean;
  /** The version of cdk8s-olm. */
  readonly program: string;
  /** The name of the input. */
  readonly input: string;
  /** The exit code. */
  readonly exit: number;
  /** Absent if only parts of the input are known. */
  readonly inventory?: () => Inventory;
}

/** The output of a report; a file has neither colours nor a width. */
export interface Screen {
  readonly paint: Paint;
  readonly width?: number | undefined;
}

/** The most resources that a permission names in text; Markdown and HTML name all. */
const SHOWN_RESOURCES = 8;

const FILE: Screen = { paint: NO_PAINT };

/** The text about a run that fails; nothing for one that passes. */
function failureOf(exit: string | undefined): string | undefined {
  return exit === undefined || /^exit 0\b/.test(exit) ? undefined : exit;
}

/** One format. */
export interface ReportFormat {
  /** The endings of file names; the longest match wins. */
  readonly endings: readonly string[];
  /** Whether its lines are commands of a runner; they have their own escapes. */
  readonly commandsRunner?: true;
  readonly review?: (report: ReviewReport, screen: Screen) => string;
  /** Undefined if the report needs data that is not available. */
  readonly check?: (report: CheckReport, screen: Screen) => string | undefined;
}

/** Formats by their names. */
export type ReportFormats = Readonly<Record<string, ReportFormat>>;

/** All formats, the default first. */
export const REPORT_FORMATS = {
  text: {
    endings: ['.txt'],
    review: ({ result, all, exit, hasEntries }, screen) =>
      reportText(reviewDocument(result, { exit, hasEntries, ...(all ? {} : { resources: SHOWN_RESOURCES }) }), { ...screen, all }),
    check: ({ text, all }, { paint }) => text(paint, all),
  },
  wide: {
    endings: [],
    review: ({ result, exit, hasEntries }, screen) => reportText(reviewDocument(result, { exit, hasEntries }), { ...screen, all: true }),
    check: ({ text }, { paint }) => text(paint, true),
  },
  name: {
    endings: [],
    check: ({ checked }) => operatorNames(checked()),
  },
  md: {
    endings: ['.md'],
    review: ({ result, all, hasEntries, documentation }) => markdownReport(result, { all, hasEntries, documentation }),
  },
  html: {
    endings: ['.html'],
    review: ({ result, background, documentation }) => htmlReport(result, background(), documentation),
    check: ({ inventory }) => inventory && inventoryPage(inventory()),
  },
  csv: {
    endings: ['.csv'],
    check: ({ inventory }) => inventory && inventoryCsv(inventory()),
  },
  json: {
    endings: ['.json'],
    review: ({ result, versions, part }) => FORMAT_WRITERS.json.value(part ? part() : jsonReport(result, versions)),
    check: ({ json }) => FORMAT_WRITERS.json.value(json()),
  },
  yaml: {
    endings: ['.yaml', '.yml'],
    review: ({ result, versions, part }) => FORMAT_WRITERS.yaml.value(part ? part() : jsonReport(result, versions)),
    check: ({ json }) => FORMAT_WRITERS.yaml.value(json()),
  },
  sarif: {
    endings: ['.sarif', '.sarif.json'],
    review: ({ result, program, documentation }) => FORMAT_WRITERS.json.value(sarifReport(result, program, documentation)),
    check: ({ checked, program, input }) => FORMAT_WRITERS.json.value(checkSarif(checked(), program, input)),
  },
  junit: {
    endings: ['.xml'],
    review: ({ result, problems, exit }) =>
      junitReport(reviewEntries(result, problems), { name: 'cdk8s-olm review', failure: failureOf(exit) }),
    check: ({ checked, exit }) => junitReport(checkEntries(checked()), { name: 'cdk8s-olm check', failure: failureOf(`exit ${exit}`) }),
  },
  gitlab: {
    endings: ['code-quality.json', 'code-quality-report.json', 'codequality.json'],
    review: ({ result, problems }) => FORMAT_WRITERS.json.value(codeQuality(reviewEntries(result, problems))),
    check: ({ checked }) => FORMAT_WRITERS.json.value(codeQuality(checkEntries(checked()))),
  },
  prometheus: {
    endings: ['.prom'],
    check: ({ checked, committed }) => prometheusMetrics(checked(), committed()),
  },
  github: {
    endings: [],
    commandsRunner: true,
    review: ({ result, problems }) => githubAnnotations(reviewEntries(result, problems)),
    check: ({ checked }) => githubAnnotations(checkEntries(checked())),
  },
  azure: {
    endings: [],
    commandsRunner: true,
    review: ({ result, problems }) => azureAnnotations(reviewEntries(result, problems)),
    check: ({ checked }) => azureAnnotations(checkEntries(checked())),
  },
} as const satisfies ReportFormats;

/** The names of all formats. */
export const FORMAT_NAMES: readonly string[] = Object.keys(REPORT_FORMATS);

/** Whether the lines of a format are commands of a runner. */
export function isForRunner(name: string, formats: ReportFormats = REPORT_FORMATS): boolean {
  return new Map(Object.entries(formats)).get(name)?.commandsRunner === true;
}

/** The commands with a report. */
export type Reported = 'review' | 'check';

/** The names of the formats for a command, the default first. */
export function formatsOf(reported: Reported, formats: ReportFormats = REPORT_FORMATS): string[] {
  return Object.entries(formats).flatMap(([name, format]) => (format[reported] ? [name] : []));
}

/** The format for a file name. */
export function formatOfFile(file: string, formats: ReportFormats = REPORT_FORMATS): string | undefined {
  const endings = Object.entries(formats).flatMap(([name, { endings: own }]) => own.map((ending) => ({ name, ending })));
  const fitting = endings.filter(({ ending }) => file.endsWith(ending)).sort((a, b) => b.ending.length - a.ending.length);
  return fitting[0]?.name;
}

/** The report of a review in a format from `formatsOf('review')`. */
export function reviewIn(name: string, report: ReviewReport, screen = FILE, formats: ReportFormats = REPORT_FORMATS): string {
  return new Map(Object.entries(formats)).get(name)?.review?.(report, screen) ?? '';
}

/** The report of a check; undefined if the format has none. */
export function checkIn(name: string, report: CheckReport, screen = FILE, formats: ReportFormats = REPORT_FORMATS): string | undefined {
  return new Map(Object.entries(formats)).get(name)?.check?.(report, screen);
}
