/** Verdicts: a rule for each reason that prevents a CSV from running. */

import { formatReference, namespacedName } from '../../base/kubernetes/object.js';
import { joined, listed, targetsText } from '../../base/wording/phrases.js';
import { apiKey } from '../model/api-key.js';
import { csvReference, type Discovery, type Finding, type FindingRule, ruleWith, toFinding, toldWhenRead } from '../model/finding.js';
import { INSTALL_MODES, type InstallModeType } from '../model/install-modes.js';
import { hasRefusedName } from '../rules/install-rules.js';
import { groupSurface } from '../rules/intersection.js';
import { intersection, type NamespaceSet } from '../rules/namespace-set.js';
import type { ResolvedCsv, ResolvedGroup } from '../rules/resolution.js';
import type { Reason } from '../rules/verdict.js';
import { perhapsText, requirementFix, requirementText } from './dependencies.js';
import { keptGroup, neverSyncedWords } from './groups.js';
import { replacedFix, replacedMessage, waitsFix, waitsMessage } from './replacement.js';
import type { Surroundings } from './surroundings.js';

/** The messages of a rule for one reason. */
interface Words {
  readonly words: (csv: ResolvedCsv, surroundings: Surroundings) => Pick<Discovery, 'message' | 'fix'>;
}

type VerdictRule = FindingRule & Words;
const verdictRule = ruleWith<Words>();

/** The rule for each reason; undefined if no action is needed, or if another finding covers it. */
export const BY_REASON = {
  '': verdictRule('never-synced', 'error', 'OLM ignores a CSV', {
    meaning: 'OLM silently ignores a CSV or its OperatorGroup.',
    fix: "Correct the field in the finding: OLM's annotation on a CSV, the full name of a CRD, or the OperatorGroup's spec.",
    words: neverSyncedWords,
  }),
  // The CSV runs.
  InstallSucceeded: undefined,
  Descoped: undefined,
  NoOperatorGroup: verdictRule('no-operator-group', 'error', 'No OperatorGroup in the namespace of a CSV', {
    meaning: "A CSV's namespace has no OperatorGroup, so OLM does not install the CSV. It is a note if a part of the input was not read.",
    fix: 'Add an OperatorGroup to the namespace.',
    words: ({ csv: { namespace } }, { isPartlyRead }) =>
      isPartlyRead
        ? {
            message: `the namespace ${namespace} has no OperatorGroup in what was read, and perhaps one in the part that was not; without one, OLM installs no operator in it`,
            fix: `make sure that the namespace ${namespace} has an OperatorGroup`,
          }
        : {
            message: `the namespace ${namespace} has no OperatorGroup, so OLM installs no operator in it`,
            fix: `add an OperatorGroup to the namespace ${namespace}`,
          },
  }),
  TooManyOperatorGroups: verdictRule('too-many-operator-groups', 'error', 'A CSV in a namespace with several OperatorGroups', {
    meaning: 'A CSV is in a namespace with several OperatorGroups, and OLM fails it.',
    fix: 'Keep one OperatorGroup in the namespace.',
    words: ({ csv, verdict: { because } }, { groups }) => ({
      message: `the namespace ${csv.namespace} contains ${because.length} OperatorGroups, and OLM does not choose one of them`,
      fix: keptGroup(because.flatMap((reference) => groups.get(namespacedName(reference)) ?? [])),
    }),
  }),
  UnsupportedOperatorGroup: verdictRule('unsupported-operator-group', 'error', 'The install modes do not support the target namespaces', {
    meaning: "A CSV's install modes do not support its OperatorGroup's target namespaces.",
    fix: 'Change the target namespaces, or move the operator to a namespace with a matching OperatorGroup.',
    words: (resolved, { members }) => ({
      message: `${resolved.verdict.message}: the OperatorGroup targets ${targetsText(resolved.group?.namespaces)}`,
      fix: targetsFix(resolved, members.get(resolved.csv.namespace) ?? []),
    }),
  }),
  NoTargetNamespaces: verdictRule('no-target-namespaces', 'error', 'A selector matches no namespace', {
    meaning: 'The selector of an OperatorGroup matches no namespace.',
    fix: 'Add the labels to a namespace, or correct the selector.',
    words: ({ group }) => ({
      message: `the selector of OperatorGroup ${group?.group.name} matches no namespace`,
      fix: 'add the labels to a namespace, or correct the selector',
    }),
  }),
  InvalidInstallModes: verdictRule('invalid-install-modes', 'error', 'An install mode is listed twice', {
    meaning: 'A CSV lists an install mode twice.',
    fix: 'List each install mode once in spec.installModes.',
    words: ({ csv }) => ({
      message: `spec.installModes lists ${listed(repeatedModes(csv))} more than once, so OLM fails the CSV`,
      fix: 'list each install mode once in spec.installModes',
    }),
  }),
  InterOperatorGroupOwnerConflict: verdictRule(
    'inter-operator-group-owner-conflict',
    'error',
    'OperatorGroups that share a namespace provide the same API',
    {
      meaning: 'OperatorGroups that share a namespace provide the same API. OLM runs only one of the CSVs.',
      fix: "Keep the operator in one group, or make the target namespaces disjoint. A group's own namespace counts, too.",
      words: (csv, surroundings) => ({
        message: conflictMessage(csv, surroundings),
        fix: 'keep the operator in one of the groups, or give the groups target namespaces that do not overlap (the namespaces of the groups count, too)',
      }),
    },
  ),
  CannotModifyStaticOperatorGroupProvidedAPIs: verdictRule(
    'cannot-modify-static-provided-apis',
    'error',
    'A static OperatorGroup does not list an API',
    {
      meaning: "A static OperatorGroup does not list its CSV's APIs, or an intersecting group lists them, too.",
      fix: 'List the APIs in the `olm.providedAPIs` annotation of this group only, or move the operator to a group that is not static.',
      words: ({ group, providedApis }) => ({
        message: `OperatorGroup ${group?.group.name} is static, and its olm.providedAPIs annotation does not list ${listed(providedApis.map(apiKey), 'APIs')}, or an intersecting group lists it, too`,
        fix: `list ${listed(providedApis.map(apiKey), 'APIs')} in the olm.providedAPIs annotation of this group and of no intersecting group, or move the operator to a group that is not static`,
      }),
    },
  ),
  RequirementsNotMet: verdictRule('requirements-not-met', 'warning', 'A requirement of a CSV is not met', {
    short: 'requirement not met',
    meaning:
      'OLM does not install a CSV until an object exists that is not in the input. It is a note if an unknown operator might provide it, because the CSV can then run.',
    fix: 'Add the object to the input if the cluster has it, or install an operator that provides it.',
    words: ({ csv, unmet, verdict, mayProvide }, { bundles }) => ({
      // A verdict from a rendering does not contain the missing requirements.
      message: mayProvide
        ? `the operator requires ${joined(unmet.map(requirementText))}, which ${perhapsText(mayProvide)} ${unmet.length === 1 ? 'it' : 'them'}`
        : unmet.length > 0
          ? `the operator requires ${joined(unmet.map(requirementText))}; OLM does not install it without`
          : `OLM does not install the CSV: ${verdict.message}`,
      fix: requirementFix(
        unmet,
        bundles.filter(({ name }) => name !== csv.name),
      ),
    }),
  }),
  OperatorConditionNotUpgradeable: verdictRule('upgrade-held-back', 'warning', 'An operator blocks its upgrade', {
    meaning:
      "The installed CSV's OperatorCondition has `Upgradeable=False`, in its status or as an override, or an outdated status. The new CSV stays Pending, and the old one runs.",
    fix: 'Fix the cause in the message. If you know that the upgrade is safe, override it to `Upgradeable=True` in `spec.overrides`.',
    words: ({ csv: { replaces = '' }, verdict: { message } }) => ({
      message: `OLM waits with the upgrade, and ${replaces} continues to run: ${message}`,
      fix: 'fix the cause in the message, or, if the upgrade is safe, set spec.overrides of the OperatorCondition to Upgradeable=True',
    }),
  }),
  RequirementsUnknown: verdictRule('waits-for-predecessor', 'error', 'A CSV waits for the CSV that it replaces', {
    meaning: 'A CSV waits for the CSV that it replaces, which does not run.',
    fix: 'Fix or remove the replaced CSV. If CSVs replace each other in a circle, correct spec.replaces.',
    words: (csv, surroundings) => ({ message: waitsMessage(csv, surroundings), fix: waitsFix(csv, surroundings) }),
  }),
  InvalidInstallStrategy: verdictRule('invalid-install-strategy', 'error', 'The install strategy of a CSV is invalid', {
    meaning: 'OLM does not know the install strategy of a CSV, or cannot check the rules in it.',
    fix: 'Set spec.install.strategy to deployment, and give every rule a verb, and resources or URLs.',
    words: ({ csv, verdict }) => ({
      message: verdict.message,
      fix:
        csv.installStrategy === 'deployment' ? 'give every rule a verb, and resources or URLs' : 'set spec.install.strategy to deployment',
    }),
  }),
  InvalidWebhookDescription: verdictRule('invalid-webhook-description', 'error', 'A webhook of a CSV is invalid', {
    meaning: 'OLM refuses a webhook of a CSV.',
    fix: 'Correct the webhook in spec.webhookdefinitions.',
    words: ({ verdict }) => ({ message: verdict.message, fix: 'correct spec.webhookdefinitions' }),
  }),
  OwnerConflict: verdictRule('owner-conflict', 'error', 'An API has two owners', {
    meaning: 'Two CSVs in a namespace own one CRD, or two CSVs one APIService.',
    fix: 'Keep one of the operators in the namespace. If the input contains the APIService, remove it: OLM creates it.',
    words: ({ verdict: { message, because } }) => ({
      get message() {
        return `${message}: ${joined(because.map(formatReference))}`;
      },
      fix: because.every(({ kind }) => kind === 'APIService')
        ? 'remove the APIService from the input; OLM creates it'
        : because.some(({ kind }) => kind === 'APIService')
          ? 'keep one of the operators in the cluster'
          : 'keep one of the operators in this namespace',
    }),
  }),
  InstallComponentFailed: verdictRule('install-component-failed', 'error', 'OLM cannot install a part of an operator', {
    meaning:
      'OLM cannot install a part of an operator: another operator owns it, OLM cannot adopt a required APIService, or OLM refuses the description of a webhook or APIService.',
    fix: 'Keep one of the operators, or correct spec.webhookdefinitions or spec.installModes.',
    words: ({ verdict: { because, message } }) =>
      because.length === 0
        ? { message, fix: 'correct spec.webhookdefinitions or spec.installModes' }
        : because.some(({ kind }) => kind === 'APIService')
          ? {
              message: `${message}: OLM writes what the CSV requires as if the CSV owned it`,
              fix: 'take the APIService out of apiservicedefinitions.required',
            }
          : { message: `${joined(because.map(formatReference))} already owns the same APIService`, fix: 'keep one of the operators' },
  }),
  // The finding about the ServiceAccount of its group covers this reason.
  InstallComponentFailedNoRetry: undefined,
  NeedsReinstall: verdictRule('webhook-deployment-unknown', 'error', 'A webhook refers to a Deployment that the CSV does not contain', {
    meaning: 'A webhook names a Deployment that the CSV lacks, and OLM keeps restarting the installation.',
    fix: 'Set spec.webhookdefinitions[].deploymentName to a Deployment of the CSV.',
    words: () => ({
      message: 'a webhook refers to a Deployment that the CSV does not contain, and OLM keeps restarting the installation',
      fix: 'set spec.webhookdefinitions[].deploymentName to a Deployment of the CSV',
    }),
  }),
  // Occurs only if CSVs displace each other, or without the account of a Pod; unstable-outcome, ambiguous-outcome or pod-account-absent covers it.
  InstallWaiting: undefined,
  AllRequirementsMet: verdictRule('installation-not-started', 'error', 'OLM does not start the installation of a CSV', {
    meaning:
      'A CSV has an empty annotation `olm.targetNamespaces`, so OLM treats it as a member of a group that it never syncs, and does not install it.',
    fix: "Remove the annotation, and correct the OperatorGroup's target namespaces, selector or ServiceAccount.",
    words: ({ csv: { namespace } }) => ({
      message: `OLM never syncs the OperatorGroup of the namespace ${namespace}, and does not start the installation of this CSV, which has an empty annotation olm.targetNamespaces`,
      fix: 'remove the annotation, and correct the target namespaces, the selector or the ServiceAccount of the OperatorGroup',
    }),
  }),
  ComponentUnhealthy: undefined,
  Replaced: undefined,
  BeingReplaced: verdictRule('being-replaced', 'warning', 'The replacement of a CSV does not run', {
    meaning: 'A CSV stays because its replacement does not run.',
    fix: "Follow that CSV's findings. If CSVs replace each other in a circle, correct spec.replaces.",
    words: (csv, surroundings) => ({ message: replacedMessage(csv, surroundings), fix: replacedFix(csv, surroundings) }),
  }),
} satisfies Readonly<Record<Reason, VerdictRule | undefined>>;

/** The rules of verdictFindings. */
export const VERDICT_RULES = Object.values(BY_REASON).filter((rule) => rule !== undefined);

/** The finding about a CSV's verdict; none if the CSV runs, or if the finding about its certainty covers the verdict. */
export function verdictFindings(resolved: ResolvedCsv, surroundings: Surroundings): Finding[] {
  const { csv, verdict, certainty } = resolved;
  const rule = ruleFor(verdict.reason);
  if (!rule || isSaidOtherwise(resolved)) return [];
  const isOpen = resolved.mayProvide || (verdict.reason === 'NoOperatorGroup' && surroundings.isPartlyRead);
  // A circle of a dump has no finding about its certainty.
  const isCircle = verdict.reason === 'BeingReplaced' && certainty === 'certain' && surroundings.circles.has(csv);
  const severity = isOpen ? 'info' : verdict.neverSynced === 'IsCopied' ? 'warning' : isCircle ? 'error' : rule.severity;
  const words = rule.words(resolved, surroundings);
  const found = toFinding(rule, { severity, subject: csvReference(csv), message: '', fix: words.fix, verdict: severity === 'error' });
  return [toldWhenRead({ ...found, related: [...verdict.because] }, () => words.message)];
}

/** Whether another finding covers the verdict: a name that Kubernetes refuses, or a phase that a CSV passes between rivals. */
function isSaidOtherwise({ csv, verdict: { reason, because, neverSynced }, certainty, lacking }: ResolvedCsv): boolean {
  if (neverSynced === 'InstallPlanRefused' || neverSynced === 'InstallPlanFailed' || neverSynced === 'NotResolved') return true;
  if (lacking && reason === 'InstallComponentFailed') return true;
  if (reason === 'AllRequirementsMet') return certainty !== 'certain';
  return reason === 'InstallComponentFailed' && because.length === 0 && hasRefusedName(csv);
}

/** The rule of a reason. A reason from a rendering can be any text. */
function ruleFor(reason: Reason): VerdictRule | undefined {
  return Object.hasOwn(BY_REASON, reason) ? BY_REASON[reason] : undefined;
}

/** Target namespaces that all members of the group support. */
function targetsFix({ csv, group }: ResolvedCsv, members: readonly ResolvedCsv[]): string {
  const modes = supportedModes(csv);
  const named = `OperatorGroup ${csv.namespace}/${group?.group.name}`;
  const others = members.filter((member) => member.csv !== csv && member.verdict.reason !== 'Replaced');
  const shared = modes.filter((mode) => others.every((member) => supportedModes(member.csv).includes(mode)));
  const all = others.length === 0 ? 'the operator' : `each of the ${others.length + 1} operators of the namespace`;
  if (modes.length === 0) return 'use another version: this one supports no install mode';
  const ways = joined(
    shared.map((mode) => (mode === 'OwnNamespace' ? `${mode}: [${csv.namespace}]` : mode)),
    'or',
  );
  if (ways !== '')
    return `set spec.targetNamespaces of ${named} to what ${all} supports (${ways}), or move the operator to a namespace with a matching group`;
  return `move the operator to a namespace with an OperatorGroup for ${joined(modes, 'or')}: no target namespaces of ${named} suit all operators of the namespace`;
}

function supportedModes({ installModes }: ResolvedCsv['csv']): InstallModeType[] {
  return INSTALL_MODES.filter((type) => installModes.some((mode) => mode.type === type && mode.supported));
}

function repeatedModes({ installModes }: ResolvedCsv['csv']): string[] {
  const types = installModes.map(({ type }) => type);
  return [...new Set(types.filter((type, index) => types.indexOf(type) !== index))];
}

// The wording for a conflict between groups: the group that provides the APIs, and the shared namespaces.

/** Names the groups that provide the APIs, the APIs, and the namespaces that they share with the CSV's group. */
function conflictMessage({ verdict, providedApis, group }: ResolvedCsv, { groups }: Pick<Surroundings, 'groups'>): string {
  const own = group && surfaceOf(group);
  const holders = verdict.because.map((reference) => {
    const holder = groups.get(namespacedName(reference));
    const apis = providedApis.map(apiKey).filter((api) => holder?.providedApis.has(api));
    const shared = own && holder ? intersection(own, surfaceOf(holder)) : [];
    return `${formatReference(reference)} already provides ${listed(apis, 'APIs')} in ${targetsText(shared)}`;
  });
  return `${holders.join(' and ')}; groups that share a namespace cannot provide the same API`;
}

function surfaceOf({ group, namespaces = [], providedApis }: ResolvedGroup): NamespaceSet {
  return groupSurface(group, namespaces, providedApis).targets;
}
