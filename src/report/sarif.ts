/** Writes a review as SARIF 2.1.0 for code scanning. */

import { compareText, formatReference } from '../base/kubernetes/object.js';
import type { SourcePlace } from '../base/manifest/place.js';
import { printable, printableLines } from '../base/manifest/printable.js';
import { PROBLEM_GUIDE } from '../base/manifest/problem-guide.js';
import type { FindingRule, Severity } from '../olm/model/finding.js';
import { type Acceptance, type FindingState, type ReportedFinding, type Review, ruleOf } from '../review/index.js';
import { acceptingEntry, changeText } from './change-words.js';
import { documentationOf } from './documentation.js';
import { repositoryPath } from './entries.js';
import { stepsText } from './steps.js';

type Level = 'error' | 'warning' | 'note';
export const LEVELS: Readonly<Record<Severity, Level>> = { error: 'error', warning: 'warning', info: 'note' };

/** The levels that code scanning calls high, medium and low. */
const SECURITY_SEVERITIES: Readonly<Record<Severity, string>> = { error: '8.0', warning: '5.0', info: '2.0' };

/** The SARIF names of the states. */
const BASELINE_STATES: Readonly<Record<FindingState, string>> = {
  new: 'new',
  grown: 'updated',
  unchanged: 'unchanged',
  smaller: 'unchanged',
  fixed: 'absent',
  accepted: 'unchanged',
};

/**
 * The review as a SARIF 2.1.0 log. It has all risks and findings of HEAD, also those of BASE, because code scanning closes alerts that are
 * missing. Accepted findings are suppressed; fixed ones are left out.
 *
 * @param version the version of this program
 * @param documentation the address of the folder with the pages of findings (default: that of the project)
 * @example
 * writeFileSync('review.sarif', JSON.stringify(sarifReport(review(base, head), '0.1.0')));
 */
export function sarifReport(review: Review, version: string, documentation?: string): object {
  const reported = review.findings.filter(({ state }) => state !== 'fixed');
  const ids = [...new Set(reported.map(({ finding }) => finding.id))].sort(compareText);
  return sarifLog(
    ids.map((id) => descriptorOf(id, documentation)),
    reported.map((one) => resultOf(one, ids.indexOf(one.finding.id), review.head)),
    version,
  );
}

export function sarifLog(rules: readonly object[], results: readonly object[], version: string): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'cdk8s-olm', version, rules } }, columnKind: 'utf16CodeUnits', results }],
  };
}

/** GitHub reads only the first. */
export function fingerprintsOf(fingerprint: string): object {
  return { primaryLocationLineHash: fingerprint, 'cdk8sOlmFingerprint/v1': fingerprint };
}

/** The description of a rule or of a problem of the input; only the id for a user's rule. */
export function descriptorOf(id: string, folder?: string): object {
  const rule = ruleOf(id);
  const guide = new Map(Object.entries(PROBLEM_GUIDE)).get(id);
  if (!rule) return guide ? { id, fullDescription: { text: guide.meaning }, help: { text: guide.remedy } } : { id };
  const { severity, title, documentation } = rule;
  const { meaning, fix } = documentation;
  return {
    id,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: meaning },
    help: { text: fix },
    helpUri: documentationOf(id, folder),
    defaultConfiguration: { level: LEVELS[severity] },
    ...propertiesOf(rule),
  };
}

/** Rules with an attack get the tag `security`; code scanning shows them apart from the others. */
function propertiesOf({ severity, references, documentation: { attack } }: FindingRule): object {
  if (attack === undefined) return references.length > 0 ? { properties: { tags: [...new Set(references)] } } : {};
  return { properties: { tags: ['security', ...new Set(references)], 'security-severity': SECURITY_SEVERITIES[severity] } };
}

function resultOf({ finding, state, acceptance }: ReportedFinding, ruleIndex: number, head: string): object {
  const { id, severity, subject, path = [], permissions, fix, fingerprint, place } = finding;
  const message = state === 'grown' ? `${finding.message}; ${changeText(finding)}` : finding.message;
  const text = path.length === 0 ? message : `${message} (${stepsText(path)})`;
  return {
    ruleId: id,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: plainMessage(`${formatReference(subject)}: ${text}. Fix: ${fix}.`) },
    locations: [
      {
        // Code scanning refuses a result without a place: a finding without a file is about the whole input.
        physicalLocation: physicalLocation(place ?? { file: head }),
        logicalLocations: [{ name: subject.name, fullyQualifiedName: formatReference(subject), kind: 'resource' }],
      },
    ],
    partialFingerprints: fingerprintsOf(fingerprint),
    baselineState: BASELINE_STATES[state],
    properties: {
      ...(permissions === undefined ? {} : { permissions }),
      accept: printableLines(acceptingEntry(finding)),
    },
    ...(acceptance ? { suppressions: [suppression(acceptance)] } : {}),
  };
}

function suppression({ reason, by }: Acceptance): object {
  return { kind: 'external', status: 'accepted', justification: by === undefined ? reason : `accepted by ${by}: ${reason}` };
}

/** Brackets in messages would become links. */
export function plainMessage(text: string): string {
  return printable(text).replace(/[\\[\]]/g, '\\$&');
}

export function physicalLocation({ file, line, column }: SourcePlace): object {
  return {
    artifactLocation: artifact(file),
    ...(line === undefined ? {} : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } }),
  };
}

/** A file of a commit is named by its path in the repository. */
function artifact(file: string): object {
  const path = repositoryPath(file);
  const uri = path.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: '%SRCROOT%' };
}
