/** Finds OperatorGroups that OLM does not apply as written. */

import { isEmptySelector, selectorMistakes } from '../../base/kubernetes/label-selector.js';
import { compareText, groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { ruleTexts } from '../../base/kubernetes/policy-rule.js';
import { joined, listed } from '../../base/wording/phrases.js';
import { OPERATOR_NAMESPACE_ANNOTATION } from '../model/csv-labels.js';
import { csvReference, type Discovery, groupReference } from '../model/finding.js';
import { PLATFORMS } from '../model/platform.js';
import { parseProvidedApis } from '../rules/provided-apis.js';
import type { ResolvedCsv, ResolvedGroup } from '../rules/resolution.js';
import type { NeverSynced } from '../rules/verdict.js';
import { csvRule, groupRule, resolutionRule } from './surroundings.js';

/** An error about a group that OLM never syncs. */
export const selectorInvalid = groupRule('selector-invalid', 'error', 'The selector of an OperatorGroup is not valid', {
  meaning:
    "An OperatorGroup's selector has an invalid key, value or operator. OLM never syncs the group and installs none of its operators.",
  fix: 'Correct the selector. The operators are In, NotIn, Exists and DoesNotExist.',
  find: ({ group, blocked }) => {
    if (blocked !== 'InvalidSelector' || !group.selector) return [];
    return [
      {
        subject: groupReference(group),
        message: `spec.selector is not valid, and OLM never syncs the group: ${listed(selectorMistakes(group.selector))}`,
        fix: 'correct spec.selector',
        related: [],
      },
    ];
  },
});

// A selector in addition to target namespaces: OLM uses only the list (OLM's updateNamespaceList).

/** A warning about a group whose selector has no effect. */
export const selectorPassedOver = groupRule('selector-passed-over', 'warning', 'The selector of an OperatorGroup has no effect', {
  meaning: 'An OperatorGroup has both target namespaces and a selector. OLM uses the list and ignores the selector.',
  fix: 'Remove one of the two.',
  find: ({ group }) => {
    if (group.targetNamespaces.length === 0 || !group.selector || isEmptySelector(group.selector)) return [];
    return [
      {
        subject: groupReference(group),
        message: 'spec.selector has no effect, because spec.targetNamespaces is not empty and OLM uses only that list',
        fix: 'remove spec.selector, or spec.targetNamespaces',
        related: [],
      },
    ];
  },
});

// Missing targets: a group can list namespaces that do not exist, and OLM stops at them (OLM's ensureCSVsInNamespaces).

/** A warning about the targets of a group that do not exist. */
export const missingTargets = groupRule('target-namespace-not-found', 'warning', 'A target namespace does not exist', {
  meaning: 'An OperatorGroup targets a namespace that does not exist.',
  fix: 'Add the Namespace to the input, or remove its name from spec.targetNamespaces.',
  find: ({ group }, { namespaces }) => {
    const targets = [...new Set(group.targetNamespaces)].filter((target) => target !== '');
    const missing = targets.filter((target) => !namespaces.has(target)).sort(compareText);
    if (missing.length === 0) return [];
    const isOne = missing.length === 1;
    const [noun, verb, it] = isOne ? ['namespace', 'does', 'it'] : ['namespaces', 'do', 'them'];
    // OLM visits the targets in no fixed order and stops at the first missing one.
    const others = targets.some((target) => namespaces.has(target) && target !== group.namespace);
    const chance = others
      ? '; OLM stops copying Roles at the first missing namespace, in random order, so some of the other targets get none'
      : '';
    return [
      {
        subject: groupReference(group),
        message: `the target ${noun} ${joined(missing)} ${verb} not exist, so nothing is copied into ${it}${chance}`,
        fix: `add the ${isOne ? 'Namespace' : 'Namespaces'} to the input, or remove the ${isOne ? 'name' : 'names'} from spec.targetNamespaces`,
        related: missing.map((name) => ({ kind: 'Namespace', name })),
      },
    ];
  },
});

// The wording for a CSV that OLM never gives a phase.

type Words = Pick<Discovery, 'message' | 'fix'>;

const BY_CAUSE = {
  IsCopied: ({ csv }) => ({
    message: `the annotation ${OPERATOR_NAMESPACE_ANNOTATION} names ${csv.annotations[OPERATOR_NAMESPACE_ANNOTATION]}, so OLM treats the CSV as a copied CSV and ignores it`,
    fix: 'remove the annotation; OLM sets it',
  }),
  MalformedCrdName: () => ({
    message: 'the name of an owned or required CRD has no group, and OLM stops processing the CSV',
    fix: 'write the full name of the CRD, such as etcdclusters.etcd.database.coreos.com',
  }),
  TargetsContainAllNamespaces: ({ group }) => ({
    message: `spec.targetNamespaces of OperatorGroup ${group?.group.name} contains the empty string, and OLM never syncs such a group`,
    fix: 'omit spec.targetNamespaces to select all namespaces, or list names only',
  }),
  InvalidSelector: ({ group }) => ({
    message: `spec.selector of OperatorGroup ${group?.group.name} is not valid, and OLM never syncs such a group`,
    fix: 'correct spec.selector',
  }),
  ServiceAccountNotFound: ({ group }) => ({
    message: `the ServiceAccount ${group?.group.serviceAccountName} of OperatorGroup ${group?.group.name} does not exist, and OLM does not sync the group without it`,
    fix: `add the ServiceAccount ${group?.group.namespace}/${group?.group.serviceAccountName} to the input, or remove spec.serviceAccountName`,
  }),
  InstallPlanFailed: ({ planFailures = [] }) => ({
    message: `the InstallPlan does not finish: ${planFailures[0]?.message ?? 'the bundle contains a kind that OLM does not install'}`,
    fix: planFailures[0]?.fix ?? 'pin a version of the operator without that kind',
  }),
  NotResolved: ({ csv }) => ({
    message: `OLM does not resolve the namespace ${csv.namespace}, and installs nothing new in it`,
    fix: 'see the finding about the namespace or its Subscriptions',
  }),
  InstallPlanRefused: ({ lacking }) => ({
    message: `the InstallPlan is not carried out: ${lacking?.message}`,
    fix: 'give the ServiceAccount of the OperatorGroup the missing permissions',
  }),
} satisfies Readonly<Record<NeverSynced, (csv: ResolvedCsv) => Words>>;

/** A status from a rendering does not contain the cause. */
const UNKNOWN: Words = {
  message: 'its status contains no phase and no reason',
  fix: 'render the CSV again, or look into the logs of OLM',
};

/** The reason why OLM ignores the CSV, and the fix. */
export function neverSyncedWords(csv: ResolvedCsv): Words {
  const cause = csv.verdict.neverSynced;
  return cause === undefined ? UNKNOWN : BY_CAUSE[cause](csv);
}

// Emptied annotations: in a group that is not static, `olm.providedAPIs` alone reserves no APIs.

/** A warning about the APIs that OLM removes from a group's annotation. */
export const emptiedAnnotation = groupRule('provided-apis-emptied', 'warning', 'APIs in olm.providedAPIs have no effect', {
  needsOlm: true,
  meaning: 'OLM removes APIs from the `olm.providedAPIs` annotation of a group that is not static.',
  fix: 'Set `spec.staticProvidedAPIs: true` if the group should reserve the APIs. Otherwise, remove the annotation.',
  find: ({ group, providedApis, blocked }) => {
    if (group.staticProvidedAPIs || blocked) return [];
    const lost = [...parseProvidedApis(group.providedAPIs)].filter((api) => !providedApis.has(api)).sort(compareText);
    if (lost.length === 0) return [];
    return [
      {
        subject: groupReference(group),
        message: `OLM removes ${joined(lost)} from the olm.providedAPIs annotation, so it has no effect: no CSV in the namespace provides it, or an intersecting group lists it, too`,
        fix: 'set spec.staticProvidedAPIs: true if the group should reserve these APIs, or remove them from the annotation',
      },
    ];
  },
});

// Crowded namespaces: more than one OperatorGroup in a namespace, with or without a CSV.

/** A warning for each such namespace, at its first group. */
export const crowdedNamespaces = resolutionRule('multiple-operator-groups', 'warning', 'Several OperatorGroups in one namespace', {
  meaning: 'A namespace contains several OperatorGroups, and OLM fails every CSV in it.',
  fix: 'Keep one OperatorGroup in each namespace; move the others with their operators.',
  find: ({ groups }) =>
    [...groupBy(groups, ({ group }) => group.namespace)].flatMap(([namespace, inNamespace]) => {
      const [first, ...more] = inNamespace.map(({ group }) => groupReference(group));
      if (!first || more.length === 0) return [];
      const names = joined(inNamespace.map(({ group }) => group.name));
      const message = `the namespace ${namespace} contains the OperatorGroups ${names}, and OLM fails every CSV in a namespace with more than one`;
      return [{ subject: first, message, fix: keptGroup(inNamespace), related: more }];
    }),
});

/** The platform brings its group back, so that one stays; the input can declare it as well. */
export function keptGroup(groups: readonly ResolvedGroup[]): string {
  const names = groups.map(({ group }) => group.name);
  const ofPlatforms = new Set(Object.values(PLATFORMS).flatMap(({ operatorGroups }) => operatorGroups.map(namespacedName)));
  const own = groups.find(({ group }) => group.isPlatforms || ofPlatforms.has(namespacedName(group)))?.group.name;
  if (own === undefined) return `keep one of ${joined(names)}`;
  return `remove ${joined(names.filter((name) => name !== own))}: ${own} is the platform's own`;
}

// The ServiceAccount of a group: OLM installs with its permissions (OLM's ExecutePlan and parseStrategiesAndUpdateStatus).

/** An error about an operator that the account cannot install. */
export const accountLacks = csvRule(
  'group-account-lacks-permissions',
  'error',
  'The ServiceAccount of an OperatorGroup cannot install an operator',
  {
    meaning:
      "OLM installs with the OperatorGroup's `spec.serviceAccountName`. The account cannot create all objects of the bundle, or it lacks permissions of the bundle's roles and has no `escalate` and `bind`. OLM installs CRDs and copies Roles itself. It is a warning where the account is bound to a role that is not in the input.",
    fix: 'Give the account the missing permissions: `cdk8s-olm render --installers` writes a sufficient Role. Or remove spec.serviceAccountName.',
    find: ({ csv, lacking }) => {
      if (!lacking) return [];
      const { account, rules, message, of, isPerhaps } = lacking;
      const texts = rules.flatMap(ruleTexts).sort(compareText).join('; ');
      const perhaps = isPerhaps ? '; it is bound to a role that is not in the input, which may give them' : '';
      const what = of === 'InstallPlan' ? 'the InstallPlan of the operator is not carried out' : 'OLM fails the operator';
      return [
        {
          severity: isPerhaps ? 'warning' : 'error',
          subject: csvReference(csv),
          message: `the ServiceAccount ${account.namespace}/${account.name} of the OperatorGroup lacks permissions, and ${what}: ${message}. It lacks: ${texts}${perhaps}`,
          fix: 'give the ServiceAccount the missing permissions, which render --installers writes, or remove spec.serviceAccountName',
          related: [account],
          verdict: !isPerhaps,
        },
      ];
    },
  },
);
