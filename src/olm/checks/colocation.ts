/** Colocation: operators of one namespace resolve together, so they share approval and fate. The resolver notes it; here it becomes findings. */

import type { NoteId, Severity } from '../model/finding.js';
import { type ClusterRule, clusterRule } from './surroundings.js';

/** The finding of each note of an id. */
function noted(id: NoteId, severity: Severity, title: string, meaning: string, fix: string): ClusterRule {
  return clusterRule(id, severity, title, {
    meaning,
    fix,
    find: ({ resolverNotes }) =>
      resolverNotes
        .filter((note) => note.id === id)
        .map(({ severity: given, subject, message, fix: how }) => ({ severity: given, subject, message, fix: how })),
  });
}

const OWN_NAMESPACE = 'give each operator its own namespace, with an OperatorGroup for the same targets, as in `examples/tenants`';

export const COLOCATION_RULES: readonly ClusterRule[] = [
  noted(
    'namespace-not-resolved',
    'warning',
    'OLM resolves nothing in a namespace',
    "A namespace's Subscriptions, CSVs and catalogs contradict each other, or one cannot be read. OLM installs nothing there; each Subscription is rendered on its own.",
    'Run `cdk8s-olm resolve`: it names the documents and the changes that resolve it.',
  ),
  noted(
    'approval-shared',
    'warning',
    'Manual and Automatic approval in one namespace',
    'A namespace has one InstallPlan for all its operators. If one Subscription has Manual approval, all wait, and approving one upgrade approves all in the plan.',
    `Set \`spec.installPlanApproval\` of all of them alike, or ${OWN_NAMESPACE}.`,
  ),
  noted(
    'subscription-blocks-others',
    'error',
    'One Subscription blocks a namespace',
    'OLM resolves all Subscriptions of a namespace together or none. One that cannot be met blocks the others, and all show the same message.',
    `Correct or remove the Subscription, or ${OWN_NAMESPACE}.`,
  ),
  noted(
    'package-subscribed-twice',
    'warning',
    'Two Subscriptions ask for one package',
    'A namespace has one operator of a package. Two Subscriptions resolve only while both want one bundle of one channel.',
    'Remove one of the two.',
  ),
  noted(
    'csv-without-subscription',
    'warning',
    'No Subscription points at a CSV',
    'No Subscription points to a CSV beside Subscriptions (`exists and is not referenced by a subscription`). OLM keeps it, never upgrades it, and resolves nothing that does not fit beside it.',
    "Delete the CSV, or let a Subscription's `status.installedCSV` name it.",
  ),
  noted(
    'operators-share-namespace',
    'info',
    'Operators share the default namespace of the console',
    "Several operators are in the OpenShift console's default namespace for all-namespaces operators, and share approval and failures.",
    `${OWN_NAMESPACE[0]?.toUpperCase()}${OWN_NAMESPACE.slice(1)}.`,
  ),
  noted(
    'starting-csv-no-pin',
    'info',
    'A startingCSV does not pin a version',
    'OLM reads `spec.startingCSV` only while nothing is installed, and with Automatic approval upgrades from there.',
    'Set `spec.installPlanApproval` to Manual to stay at a version.',
  ),
  noted(
    'older-version-chosen',
    'warning',
    'OLM would install an older version',
    "The head of the channel is deprecated, or does not fit the namespace's other operators and catalogs. OLM silently uses an older version.",
    'Add what the later version needs; `cdk8s-olm resolve` with its `spec.startingCSV` shows why it does not resolve.',
  ),
  noted(
    'graph-not-in-folders',
    'info',
    'The bundle folders have no upgrade graph',
    "A package's bundle folders state no `replaces`, or not enough for one upgrade path: only the catalog built from them has the graph. The channel's highest version is used.",
    'Write `updateGraph: semver-mode` (or `semver-skippatch-mode`, `replaces-mode`) into `ci.yaml` beside the versions, use `--catalog PATH`, or set `spec.startingCSV`.',
  ),
  noted(
    'outcome-left-to-chance',
    'warning',
    'What OLM installs differs from run to run',
    'The first choices of several Subscriptions exclude each other. OLM tries them in no fixed order, so each run can differ. The first answer is rendered.',
    `Pin one of the answers with \`spec.startingCSV\` and Manual approval, or ${OWN_NAMESPACE}.`,
  ),
  noted(
    'catalog-not-at-hand',
    'info',
    'A catalog is not in the input',
    'A Subscription names a catalog, or its namespace sees one, that is not in the input. What it offers is not known.',
    'Add the file-based catalog (`opm render IMAGE`) in a folder named like the CatalogSource.',
  ),
  noted(
    'catalog-not-healthy',
    'warning',
    'A catalog was not healthy',
    "A CatalogSource's status shows no connection. OLM then resolves nothing in any namespace that sees it. The rendering assumes that it is healthy.",
    'Repair the catalog, or remove its CatalogSource.',
  ),
  noted(
    'catalog-image-not-resolved',
    'warning',
    'The image template of a catalog cannot be filled in',
    '`olm.catalogImageTemplate` has a variable that is unknown to OLM or has no known value. OLM then uses `spec.image`.',
    'Use only `{kube_major_version}`, `{kube_minor_version}` and `{kube_patch_version}`, and a complete `--kube-version`.',
  ),
];
