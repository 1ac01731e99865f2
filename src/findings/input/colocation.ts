/** Colocation: operators of one namespace resolve together, so they share approval and fate. The resolver notes it; here it becomes findings. */
import type { NoteId, Severity } from '../../model/finding.js';
import type { ClusterRule } from './rule.js';

/** The finding of each note of an id. */
function noted(id: NoteId, severity: Severity, title: string, meaning: string, fix: string): ClusterRule {
  return {
    id,
    severity,
    title,
    references: [],
    documentation: { meaning, fix },
    find: ({ resolverNotes }) =>
      resolverNotes
        .filter((note) => note.id === id)
        .map(({ severity: given, subject, message, fix: how }) => ({ severity: given, subject, message, fix: how })),
  };
}

const OWN_NAMESPACE =
  'give each operator a namespace of its own, with an OperatorGroup of its own that targets the same namespaces, as `examples/tenants` does';

export const COLOCATION_RULES: readonly ClusterRule[] = [
  noted(
    'namespace-not-resolved',
    'warning',
    'OLM resolves nothing in a namespace',
    'The Subscriptions, CSVs and catalogs of a namespace contradict each other, or one of them cannot be read. OLM installs and upgrades nothing there; what is rendered is what each Subscription asks for on its own.',
    'Run `cdk8s-olm resolve`: it names the documents that contradict each other, and the changes that resolve it.',
  ),
  noted(
    'approval-shared',
    'warning',
    'Manual and Automatic approval meet in a namespace',
    'A namespace has one InstallPlan for all of its operators. If one Subscription asks for Manual approval, all of them wait, and whoever approves one upgrade approves all that the plan holds.',
    `Set \`spec.installPlanApproval\` of all of them alike, or ${OWN_NAMESPACE}.`,
  ),
  noted(
    'subscription-blocks-others',
    'error',
    'One Subscription blocks a namespace',
    'OLM resolves all Subscriptions of a namespace together or none. One that cannot be met keeps the others from being installed and upgraded, and all of them show the same message.',
    `Correct or remove the Subscription, or ${OWN_NAMESPACE}.`,
  ),
  noted(
    'package-subscribed-twice',
    'warning',
    'Two Subscriptions ask for one package',
    'A namespace has one operator of a package. Two Subscriptions for it resolve only while both want the same bundle of the same channel.',
    'Remove one of the two.',
  ),
  noted(
    'csv-without-subscription',
    'warning',
    'No Subscription points at a CSV',
    'A CSV stands beside Subscriptions, and none of them points at it (`exists and is not referenced by a subscription`). OLM keeps it, never upgrades it, and resolves nothing that does not fit beside it.',
    'Delete the CSV, or let `status.installedCSV` of a Subscription name it.',
  ),
  noted(
    'operators-share-namespace',
    'info',
    'Operators share the default namespace of the console',
    'Several operators are in the namespace that the OpenShift console offers for operators of all namespaces. Often nobody decided that they share approval and failures.',
    `${OWN_NAMESPACE[0]?.toUpperCase()}${OWN_NAMESPACE.slice(1)}.`,
  ),
  noted(
    'starting-csv-no-pin',
    'info',
    'A startingCSV does not pin a version',
    'OLM reads `spec.startingCSV` once, while nothing is installed. With Automatic approval it upgrades from there on.',
    'Set `spec.installPlanApproval` to Manual to stay at a version.',
  ),
  noted(
    'older-version-chosen',
    'warning',
    'OLM would install an older version',
    'The head of the channel is deprecated, or does not fit the other operators and the catalogs of the namespace. OLM falls back to an older version without a word.',
    'Look at what the later version needs, and add it; `cdk8s-olm resolve` shows why it does not resolve with `spec.startingCSV` set to it.',
  ),
  noted(
    'graph-not-in-folders',
    'info',
    'The bundle folders do not say the upgrade graph',
    'A package comes from bundle folders whose CSVs state no `replaces`, or not enough for one upgrade path: the catalog that is built of them has a graph, and it is not in the folders. The highest version of the channel is taken.',
    'Write `updateGraph: semver-mode` (or `semver-skippatch-mode`, `replaces-mode`) into `ci.yaml` of the folder that holds the versions, as the community catalogs do, give the catalog with `--catalog PATH`, or set `spec.startingCSV`.',
  ),
  noted(
    'outcome-left-to-chance',
    'warning',
    'What OLM installs differs from run to run',
    'The first choices of several Subscriptions exclude each other. OLM tries them in no fixed order, so each run can give another answer. The first of them is rendered.',
    `Pin one of the answers with \`spec.startingCSV\` and Manual approval, or ${OWN_NAMESPACE}.`,
  ),
  noted(
    'catalog-not-at-hand',
    'info',
    'A catalog is not in the input',
    'A Subscription names a catalog, or its namespace sees one, whose contents the input does not hold. What OLM would take from there is not known.',
    'Add the file-based catalog (`opm render IMAGE`) in a folder with the name of the CatalogSource.',
  ),
  noted(
    'catalog-not-healthy',
    'warning',
    'A catalog was not healthy',
    'The status of a CatalogSource says that OLM has no connection to it. While that is so, OLM resolves nothing in any namespace that sees the catalog, even where no Subscription names it. What is rendered takes it to be healthy.',
    'Repair the catalog, or remove its CatalogSource.',
  ),
  noted(
    'catalog-image-not-resolved',
    'warning',
    'The image template of a catalog cannot be filled in',
    'The annotation `olm.catalogImageTemplate` has a variable whose value is not known, or that OLM does not have. OLM then uses `spec.image`.',
    'Write `{kube_major_version}`, `{kube_minor_version}` and `{kube_patch_version}` only, and give `--kube-version` with all parts.',
  ),
];
