/** The findings of `check` in one line each, for docs/findings.md; their own words are more precise. */
import type { FindingId, Severity } from '../model/finding.js';

/** What one finding is about. */
export interface FindingDescription {
  /** The worst that it is reported with. */
  readonly severity: Severity;
  readonly text: string;
}

/** Every finding, in the order of docs/findings.md. */
export const FINDING_DESCRIPTIONS: Readonly<Record<FindingId, FindingDescription>> = {
  'no-operator-group': { severity: 'error', text: 'A CSV stands in a namespace without an OperatorGroup, so OLM does not run it.' },
  'too-many-operator-groups': { severity: 'error', text: 'A CSV stands in a namespace with several OperatorGroups, and OLM fails it.' },
  'multiple-operator-groups': { severity: 'warning', text: 'A namespace has several OperatorGroups.' },
  'unsupported-operator-group': { severity: 'error', text: 'The install modes of a CSV do not allow for what its OperatorGroup targets.' },
  'no-target-namespaces': { severity: 'error', text: 'The selector of an OperatorGroup matches no namespace.' },
  'target-namespace-not-found': { severity: 'warning', text: 'An OperatorGroup targets a namespace that does not exist.' },
  'invalid-install-modes': { severity: 'error', text: 'A CSV lists an install mode twice.' },
  'inter-operator-group-owner-conflict': {
    severity: 'error',
    text: 'Groups that share a namespace provide the same API; the CSV that loses does not run.',
  },
  'cannot-modify-static-provided-apis': { severity: 'error', text: 'A static OperatorGroup does not list the APIs of its CSV.' },
  'provided-apis-emptied': { severity: 'warning', text: 'OLM takes APIs out of olm.providedAPIs, so that they protect nothing.' },
  'requirements-not-met': { severity: 'warning', text: 'OLM waits with the installation for something that the input does not have.' },
  'invalid-install-strategy': { severity: 'error', text: 'OLM does not know the install strategy of a CSV, or cannot judge its rules.' },
  'rules-refused': { severity: 'error', text: 'The API server refuses rules of a CSV, so that the operator never installs.' },
  'invalid-webhook-description': { severity: 'error', text: 'OLM refuses a webhook of a CSV.' },
  'waits-for-predecessor': { severity: 'error', text: 'A CSV waits for the one that it replaces, which does not run.' },
  'being-replaced': { severity: 'warning', text: 'A CSV is to be replaced by one that does not run.' },
  'csv-replaced': { severity: 'info', text: 'A CSV is replaced by another one and is not rendered.' },
  'owner-conflict': { severity: 'error', text: 'Two CSVs own the same CRD in a namespace, or the same APIService.' },
  'install-component-failed': { severity: 'error', text: 'OLM cannot install a part of an operator, since it belongs to another one.' },
  'never-synced': { severity: 'error', text: 'OLM gives up on a CSV, or on its group, without a word.' },
  'ambiguous-outcome': { severity: 'error', text: 'Whether a CSV runs depends on which one OLM sees first.' },
  'unstable-outcome': { severity: 'error', text: 'OLM never comes to rest over a CSV.' },
  'csv-name-too-long': { severity: 'error', text: 'The name of a CSV does not fit into a label, so that it never installs.' },
  'operator-group-name-too-long': {
    severity: 'error',
    text: 'The name of an OperatorGroup does not fit into a label, so that it has no ClusterRoles.',
  },
  'version-unreadable': { severity: 'error', text: 'OLM cannot read the version of a CSV, which stops OLM for the whole cluster.' },
  'serving-deployment-name-invalid': {
    severity: 'error',
    text: 'The name of a Deployment that serves webhooks or an APIService makes names that the API server refuses.',
  },
  'cluster-wide-rights-unused': {
    severity: 'warning',
    text: 'Under OLM, an operator that does not run holds rights in all namespaces.',
  },
  'api-roles-shared': { severity: 'warning', text: 'Under OLM, APIs of several groups share ClusterRoles of one name.' },
  'certificate-bindings-shared': { severity: 'warning', text: 'Operators overwrite the bindings by which each other reads certificates.' },
  'cluster-role-name-reserved': {
    severity: 'error',
    text: 'An OperatorGroup would take over a ClusterRole of Kubernetes itself; it is not rendered.',
  },
  'cluster-role-name-taken': { severity: 'error', text: 'A rendered ClusterRole would overwrite one of the input; it is not rendered.' },
  'operator-group-name-shared': { severity: 'error', text: 'OperatorGroups of one name would share ClusterRoles; they are not rendered.' },
  'object-name-shared': { severity: 'error', text: 'Two rendered objects would have one name; they, or the copies, are not rendered.' },
  'subscription-not-pinned': {
    severity: 'info',
    text: 'A Subscription takes the head of a channel, which a newer bundle in the input would change.',
  },
  'subscription-redundant': { severity: 'warning', text: 'Two Subscriptions bring one CSV into a namespace.' },
  'dependency-not-met': {
    severity: 'warning',
    text: 'Nothing in the namespace meets a dependency of a bundle, so OLM would install nothing there.',
  },
  'dependency-not-evaluated': {
    severity: 'info',
    text: 'A dependency of a bundle has a form that is not known here, and was not looked for.',
  },
  'baseline-expired': { severity: 'warning', text: 'An entry of the baseline is past its date, and what it accepted is still there.' },
  'baseline-unused': { severity: 'warning', text: 'An entry of the baseline accepts what is not there.' },
};
