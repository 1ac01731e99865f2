/** Notes of the resolver about a namespace that resolves or fails to resolve: their rules and their fields. */

import type { SourceReference } from '../../base/manifest/problem.js';
import { type Finding, rule } from './finding.js';

const OWN_NAMESPACE = 'give each operator its own namespace, with an OperatorGroup for the same targets, as in `examples/tenants`';

export const namespaceNotResolved = rule('namespace-not-resolved', 'error', 'OLM resolves nothing in a namespace', {
  needsOlm: true,
  meaning:
    "A namespace's Subscriptions, CSVs and catalogs contradict each other, or one cannot be read. OLM installs nothing there; each Subscription is rendered on its own.",
  fix: 'Run `cdk8s-olm resolve`: it names the conflicting documents, and changes that solve the conflict.',
});

export const approvalShared = rule('approval-shared', 'warning', 'Manual and Automatic approval in one namespace', {
  needsOlm: true,
  meaning:
    'A namespace has one InstallPlan for all its operators. If one Subscription has Manual approval, all of them wait, and approving one upgrade approves all upgrades in the plan.',
  fix: `Set \`spec.installPlanApproval\` of all of them alike, or ${OWN_NAMESPACE}.`,
});

export const subscriptionBlocksOthers = rule('subscription-blocks-others', 'error', 'One Subscription blocks a namespace', {
  meaning:
    'OLM resolves all Subscriptions of a namespace together. One that cannot be satisfied blocks the others, and all of them show the same message.',
  fix: `Correct or remove the Subscription, or ${OWN_NAMESPACE}.`,
});

export const packageSubscribedTwice = rule('package-subscribed-twice', 'warning', 'Two Subscriptions ask for one package', {
  meaning:
    'A namespace can have only one operator of a package. Two Subscriptions resolve only while both ask for the same bundle of the same channel.',
  fix: 'Remove one of the two.',
});

export const csvWithoutSubscription = rule('csv-without-subscription', 'warning', 'No Subscription points at a CSV', {
  needsOlm: true,
  meaning:
    'A namespace has Subscriptions, and none of them points to a CSV there (`exists and is not referenced by a subscription`). OLM keeps the CSV, never upgrades it, and installs nothing that conflicts with it.',
  fix: "Delete the CSV, or let a Subscription's `status.installedCSV` name it.",
});

export const operatorsShareNamespace = rule('operators-share-namespace', 'info', 'Operators share the default namespace of the console', {
  needsOlm: true,
  meaning:
    "Several operators are in the OpenShift console's default namespace for all-namespaces operators, and share approval and failures.",
  fix: `${OWN_NAMESPACE[0]?.toUpperCase()}${OWN_NAMESPACE.slice(1)}.`,
});

export const startingCsvNoPin = rule('starting-csv-no-pin', 'info', 'A startingCSV does not pin a version', {
  needsOlm: true,
  meaning: 'OLM reads `spec.startingCSV` only while nothing is installed. With Automatic approval, it then upgrades from that version.',
  fix: 'Set `spec.installPlanApproval` to Manual to stay at a version.',
});

export const upgradeWaits = rule('upgrade-waits', 'info', 'An upgrade waits for approval', {
  needsOlm: true,
  meaning:
    'A later version follows `spec.startingCSV`. With Manual approval OLM makes an InstallPlan for it and waits. The version of `startingCSV` is judged.',
  fix: 'Approve the InstallPlan when the later version is wanted; `cdk8s-olm upgrades` shows every step.',
});

export const upgradePlanFails = rule('upgrade-plan-fails', 'warning', 'The next InstallPlan of an operator does not finish', {
  needsOlm: true,
  meaning:
    "A step of the InstallPlan that would install the next version fails, for example because an object in the cluster is invalid under a CRD's new schema. The installed version stays.",
  fix: 'Repair the object in the message before the upgrade.',
});

export const olderVersionChosen = rule('older-version-chosen', 'warning', 'OLM would install an older version', {
  meaning:
    "The head of the channel is deprecated, or does not fit the namespace's other operators and catalogs. OLM silently uses an older version.",
  fix: 'Add the requirements of the later version; `cdk8s-olm resolve` with its `spec.startingCSV` shows why it does not resolve.',
});

export const graphNotInFolders = rule('graph-not-in-folders', 'info', 'The bundle folders have no upgrade graph', {
  meaning:
    "A package's bundle folders have no `replaces`, or too few for one upgrade path: only the catalog built from them has the graph. The highest version of the channel is used.",
  fix: 'Write `updateGraph: semver-mode` (or `semver-skippatch-mode`, `replaces-mode`) into `ci.yaml` next to the versions, use `--catalog PATH`, or set `spec.startingCSV`.',
});

export const outcomeLeftToChance = rule('outcome-left-to-chance', 'warning', 'OLM can install different versions on each run', {
  meaning:
    'The first choices of several Subscriptions exclude each other. OLM tries them in random order, so the result can differ on each run. The first result is rendered.',
  fix: `Pin one of the results with \`spec.startingCSV\` and Manual approval, or ${OWN_NAMESPACE}.`,
});

export const catalogNotAtHand = rule('catalog-not-at-hand', 'info', 'A catalog is not in the input', {
  meaning:
    'A Subscription names a catalog that is not in the input, or its namespace has access to one. The content of that catalog is not known.',
  fix: 'Add the file-based catalog (`opm render IMAGE`) in a folder named like the CatalogSource.',
});

export const catalogNotHealthy = rule('catalog-not-healthy', 'warning', 'A catalog was not healthy', {
  meaning:
    "A CatalogSource's status shows no connection. OLM then resolves nothing in any namespace that sees it. The rendering assumes that the catalog is healthy.",
  fix: 'Repair the catalog, or remove its CatalogSource.',
});

export const catalogImageNotResolved = rule(
  'catalog-image-not-resolved',
  'warning',
  'The image template of a catalog cannot be filled in',
  {
    meaning: '`olm.catalogImageTemplate` has a variable that is unknown to OLM or has no known value. OLM then uses `spec.image`.',
    fix: 'Use only `{kube_major_version}`, `{kube_minor_version}` and `{kube_patch_version}`, and a complete `--kube-version`.',
  },
);

/** All rules, in the order of docs/findings.md. */
export const NOTE_RULES = [
  namespaceNotResolved,
  approvalShared,
  subscriptionBlocksOthers,
  packageSubscribedTwice,
  csvWithoutSubscription,
  operatorsShareNamespace,
  startingCsvNoPin,
  upgradeWaits,
  upgradePlanFails,
  olderVersionChosen,
  graphNotInFolders,
  outcomeLeftToChance,
  catalogNotAtHand,
  catalogNotHealthy,
  catalogImageNotResolved,
] as const;

/** The ids of the notes. */
export type NoteId = (typeof NOTE_RULES)[number]['id'];

/** A finding of the resolver about a namespace, before its place is known. */
export interface ResolverNote extends Pick<Finding, 'severity' | 'subject' | 'message' | 'fix'> {
  readonly id: NoteId;
  readonly namespace: string;
  readonly source?: SourceReference;
}
