/** Verdicts: a finding for each one that keeps a CSV from running. */
import type { Finding, FindingId, Severity } from '../../model/finding.js';
import { formatReference } from '../../model/kubernetes-object.js';
import { requirementFix } from '../dependencies/requirement-fix.js';
import { INSTALL_MODES } from '../install-modes.js';
import { csvReference } from '../references.js';
import type { ResolvedCsv } from '../resolve.js';
import type { Reason } from '../verdict.js';
import { conflictMessage } from './conflict-message.js';
import { neverSyncedFix, neverSyncedMessage } from './never-synced.js';
import { replacedFix, replacedMessage, waitsFix, waitsMessage } from './replacement-wording.js';
import { requirementText } from './requirement-text.js';
import type { Surroundings } from './surroundings.js';
import { apisText, targetsText } from './text.js';

interface Wording {
  readonly id: FindingId;
  readonly severity: Severity;
  readonly message: (csv: ResolvedCsv, surroundings: Surroundings) => string;
  readonly fix: (csv: ResolvedCsv, surroundings: Surroundings) => string;
}

/** One entry for every reason that a person should act on. */
const WORDING: Readonly<Partial<Record<Reason, Wording>>> = {
  '': { id: 'never-synced', severity: 'error', message: neverSyncedMessage, fix: neverSyncedFix },
  NoOperatorGroup: {
    id: 'no-operator-group',
    severity: 'error',
    message: ({ csv }) => `the namespace ${csv.namespace} has no OperatorGroup, so OLM runs no operator in it`,
    fix: ({ csv }) => `add an OperatorGroup to the namespace ${csv.namespace}`,
  },
  TooManyOperatorGroups: {
    id: 'too-many-operator-groups',
    severity: 'error',
    message: ({ csv, verdict }) =>
      `the namespace ${csv.namespace} has ${verdict.because.length} OperatorGroups, and OLM does not choose between them`,
    fix: ({ verdict }) => `keep one of ${verdict.because.map(({ name }) => name).join(', ')}`,
  },
  UnsupportedOperatorGroup: {
    id: 'unsupported-operator-group',
    severity: 'error',
    message: ({ verdict, group }) => `${verdict.message}: the OperatorGroup targets ${targetsText(group?.namespaces)}`,
    fix: ({ csv }) =>
      `change the group's target namespaces to what the operator supports (${supportedModes(csv.installModes)}), or move it to a namespace with such a group`,
  },
  NoTargetNamespaces: {
    id: 'no-target-namespaces',
    severity: 'error',
    message: ({ group }) => `the selector of OperatorGroup ${group?.group.name} matches no namespace`,
    fix: () => 'label a namespace as the selector asks, or correct the selector',
  },
  InvalidInstallModes: {
    id: 'invalid-install-modes',
    severity: 'error',
    message: ({ verdict }) => verdict.message,
    fix: () => 'list each install mode once in spec.installModes',
  },
  InterOperatorGroupOwnerConflict: {
    id: 'inter-operator-group-owner-conflict',
    severity: 'error',
    message: conflictMessage,
    fix: () =>
      'keep the operator in one of the groups, or give the groups target namespaces that do not overlap (their own namespaces count)',
  },
  CannotModifyStaticOperatorGroupProvidedAPIs: {
    id: 'cannot-modify-static-provided-apis',
    severity: 'error',
    message: ({ group, providedApis }) =>
      `OperatorGroup ${group?.group.name} is static, and its olm.providedAPIs does not settle ${apisText(providedApis)} for it alone`,
    fix: ({ providedApis }) =>
      `list ${apisText(providedApis)} in the group's olm.providedAPIs and in no intersecting group's, or move the operator to a group that is not static`,
  },
  RequirementsNotMet: {
    id: 'requirements-not-met',
    severity: 'warning',
    // Of a verdict that was only read, from a rendering, it is not known what is missing.
    message: ({ unmet, verdict }) =>
      `OLM waits with the installation${unmet.length > 0 ? ` for ${unmet.map(requirementText).join(', ')}` : `: ${verdict.message}`}`,
    fix: ({ csv, unmet }, { bundles }) =>
      requirementFix(
        unmet,
        bundles.filter(({ name }) => name !== csv.name),
      ),
  },
  RequirementsUnknown: { id: 'waits-for-predecessor', severity: 'error', message: waitsMessage, fix: waitsFix },
  InvalidInstallStrategy: {
    id: 'invalid-install-strategy',
    severity: 'error',
    message: ({ verdict }) => verdict.message,
    fix: ({ csv }) =>
      csv.installStrategy === 'deployment' ? 'give every rule a verb, and resources or URLs' : 'set spec.install.strategy to deployment',
  },
  InvalidWebhookDescription: {
    id: 'invalid-webhook-description',
    severity: 'error',
    message: ({ verdict }) => verdict.message,
    fix: () => 'correct spec.webhookdefinitions',
  },
  OwnerConflict: {
    id: 'owner-conflict',
    severity: 'error',
    message: ({ verdict }) => `${verdict.message}: ${verdict.because.map(formatReference).join(' and ')}`,
    fix: ({ verdict }) =>
      verdict.because.some(({ kind }) => kind === 'APIService')
        ? 'remove the APIService from the input; OLM makes it'
        : 'keep one of the operators in this namespace',
  },
  InstallComponentFailed: {
    id: 'install-component-failed',
    severity: 'error',
    message: ({ verdict }) => `${verdict.because.map(formatReference).join(' and ')} owns the same APIService, and a cluster has only one`,
    fix: () => 'keep one of the operators',
  },
  BeingReplaced: { id: 'being-replaced', severity: 'warning', message: replacedMessage, fix: replacedFix },
};

/** The finding about a CSV's verdict; none when it runs, or when the finding about its certainty says it all. */
export function verdictFindings(csv: ResolvedCsv, surroundings: Surroundings): Finding[] {
  const wording = WORDING[csv.verdict.reason];
  if (!wording) return [];
  const severity = csv.verdict.neverSynced === 'IsCopied' ? 'warning' : wording.severity;
  return [
    {
      id: wording.id,
      severity,
      subject: csvReference(csv.csv),
      message: wording.message(csv, surroundings),
      fix: wording.fix(csv, surroundings),
      related: csv.verdict.because,
      verdict: severity === 'error',
    },
  ];
}

function supportedModes(modes: ResolvedCsv['csv']['installModes']): string {
  const supported = INSTALL_MODES.filter((type) => modes.some((mode) => mode.type === type && mode.supported));
  return supported.length === 0 ? 'it supports no install mode at all' : supported.join(', ');
}
