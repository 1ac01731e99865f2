/** A review as SARIF 2.1.0, which code scanning reads. */
import { printable } from '../../manifest/printable.js';
import type { Severity } from '../../model/finding.js';
import { compareText, formatReference, type ObjectReference } from '../../model/kubernetes-object.js';
import type { AcceptedRisk, PlacedFinding, Review, Risk, SourcePlace } from '../review.js';

type Level = 'error' | 'warning' | 'note';
const LEVELS: Readonly<Record<Severity, Level>> = { error: 'error', warning: 'warning', info: 'note' };

/** What a result is made of, be it a risk or a finding. */
interface Reported {
  readonly id: string;
  readonly severity: Severity;
  readonly subject: ObjectReference;
  readonly message: string;
  readonly fix: string;
  readonly references: readonly string[];
  readonly fingerprint: string;
  readonly state: 'new' | 'unchanged';
  readonly place?: SourcePlace;
  readonly accepted?: AcceptedRisk;
}

/**
 * The log: risks and findings of HEAD, new and old, since code scanning closes the alert of whatever is not there. Accepted
 * risks are there as suppressed ones; what is fixed is not.
 *
 * @param version the version of this program
 */
export function sarifReport(review: Review, version: string): object {
  const { risks, findings, head } = review;
  const reported = [
    ...risks.new.map((risk) => ofRisk(risk, 'new')),
    ...findings.new.map((finding) => ofFinding(finding, 'new')),
    ...risks.unchanged.map((risk) => ofRisk(risk, 'unchanged')),
    ...findings.unchanged.map((finding) => ofFinding(finding, 'unchanged')),
    ...risks.accepted.map((accepted) => ({ ...ofRisk(accepted.risk, 'unchanged'), accepted })),
  ];
  const rules = new Map(reported.map((one) => [one.id, one]));
  const ids = [...rules.keys()].sort(compareText);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'cdk8s-olm', version, rules: ids.map((id) => ruleOf(id, rules.get(id))) } },
        columnKind: 'utf16CodeUnits',
        results: reported.map((one) => resultOf(one, ids.indexOf(one.id), head)),
      },
    ],
  };
}

function ofRisk(risk: Risk, state: Reported['state']): Reported {
  return { ...risk, message: risk.path === '' ? risk.message : `${risk.message} (${risk.path})`, state };
}

function ofFinding({ id, severity, subject, message, fix, place }: PlacedFinding, state: Reported['state']): Reported {
  const fingerprint = `${id}:${formatReference(subject)}`;
  return { id, severity, subject, message, fix, references: [], fingerprint, state, ...(place ? { place } : {}) };
}

function ruleOf(id: string, sample: Reported | undefined): object {
  return {
    id,
    shortDescription: { text: id.replaceAll('-', ' ') },
    ...(sample ? { help: { text: sample.fix }, defaultConfiguration: { level: LEVELS[sample.severity] } } : {}),
    ...(sample && sample.references.length > 0 ? { properties: { tags: [...new Set(sample.references)] } } : {}),
  };
}

function resultOf(
  { id, severity, subject, message, fix, fingerprint, state, place, accepted }: Reported,
  ruleIndex: number,
  head: string,
): object {
  return {
    ruleId: id,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: plainMessage(`${formatReference(subject)}: ${message}. Fix: ${fix}.`) },
    locations: [
      {
        // Code scanning refuses a result without a place: what stands in no file is a matter of the whole input.
        physicalLocation: physicalLocation(place ?? { file: head }),
        logicalLocations: [{ name: subject.name, fullyQualifiedName: formatReference(subject), kind: 'resource' }],
      },
    ],
    // The first is what GitHub goes by.
    partialFingerprints: { primaryLocationLineHash: fingerprint, 'cdk8sOlmFingerprint/v1': fingerprint },
    baselineState: state,
    ...(accepted ? { suppressions: [{ kind: 'external', status: 'accepted', justification: accepted.reason }] } : {}),
  };
}

/** In messages, brackets would make links. */
function plainMessage(text: string): string {
  return printable(text).replace(/[\\[\]]/g, '\\$&');
}

function physicalLocation({ file, line, column }: SourcePlace): object {
  return {
    artifactLocation: artifact(file),
    ...(line === undefined ? {} : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } }),
  };
}

/** A file of a commit is named by its path in the repository. */
function artifact(file: string): object {
  const path = file.replace(/^git:[^:]*:?/, '').replace(/^(?:\.\/)+/, '') || '.';
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: '%SRCROOT%' };
}
