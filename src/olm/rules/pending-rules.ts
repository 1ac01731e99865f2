/** Rules of phase Pending: OLM's checks before it installs a CSV. Requirements and APIServices have files of their own. */
import { OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { type PolicyRule, policyRule } from '../../base/kubernetes/policy-rule.js';
import type { ClusterServiceVersion, WebhookDescription } from '../model/cluster-service-version.js';
import { csvReference } from '../model/finding.js';
import type { InstallationRule } from './installation-rule.js';
import { predecessors, replacementChains } from './replacement.js';
import { failed } from './verdict.js';

// Upgradeable: a CSV waits while the OperatorCondition of its predecessor forbids an upgrade (OLM's transitionCSVState, phase Pending).

/** Leaves such CSVs waiting; OLM checks this before anything else. */
export const upgradeable: InstallationRule = (candidates, { csvs }) => {
  const predecessorOf = predecessors(csvs);
  return new Map(
    candidates.flatMap((csv) => {
      const predecessor = predecessorOf.get(csv);
      if (predecessor?.notUpgradeable === undefined) return [];
      const message = `operator is not upgradeable: ${predecessor.notUpgradeable}`;
      const because = [csvReference(predecessor)];
      return [[csv, { verdict: { phase: 'Pending', reason: 'OperatorConditionNotUpgradeable', message, because } }]];
    }),
  );
};

// Install strategy: OLM supports only `deployment`.

/** Fails CSVs with another strategy. */
export const installStrategy: InstallationRule = (candidates) =>
  new Map(
    candidates
      .filter((csv) => csv.installStrategy !== 'deployment')
      .map((csv) => [csv, { verdict: failed('InvalidInstallStrategy', 'install strategy invalid: unrecognized install strategy') }]),
  );

// Invalid rules: OLM cannot check a rule without a verb, or with both resources and URLs (OLM's ruleValid).

/**
 * Fails CSVs with such a rule in their clusterPermissions. Rules in `permissions` are recognised by their hash and not
 * read. OLM alternates between this reason and RequirementsNotMet.
 */
export const invalidRules: InstallationRule = (candidates) =>
  new Map(
    candidates.flatMap((csv) => {
      const message = firstInvalid(csv);
      return message === undefined
        ? []
        : [[csv, { verdict: failed('InvalidInstallStrategy', `install strategy invalid: rule invalid: ${message}`), unstable: true }]];
    }),
  );

function firstInvalid({ clusterPermissions }: ClusterServiceVersion): string | undefined {
  for (const { rules } of clusterPermissions) {
    for (const raw of rules ?? []) {
      const message = invalidRule(policyRule(raw));
      if (message !== undefined) return message;
    }
  }
  return undefined;
}

/** Whether OLM cannot check a rule. */
export function isInvalidRule(rule: PolicyRule): boolean {
  return invalidRule(rule) !== undefined;
}

function invalidRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string | undefined {
  if (!verbs?.length) return 'policy rule must have at least one verb';
  const onResources = [apiGroups, resources, resourceNames].some((values) => values?.length);
  return onResources && nonResourceURLs?.length ? 'rule cannot apply to both regular resources and non-resource URLs' : undefined;
}

// Webhook descriptions: OLM refuses duplicate names, and rules that apply to OLM's own objects or other webhooks (OLM's ValidWebhookRules).

/** Fails CSVs with such webhooks. Nothing is installed, so OLM retries and fails forever. */
export const webhookDescriptions: InstallationRule = (candidates) =>
  new Map(
    candidates.flatMap((csv) => {
      const message = invalidWebhook(csv.webhooks);
      return message === undefined ? [] : [[csv, { verdict: failed('InvalidWebhookDescription', message), unstable: true }]];
    }),
  );

/** OLM's message about the first refused description. */
function invalidWebhook(webhooks: readonly WebhookDescription[]): string | undefined {
  const names = new Set<string>();
  for (const { generateName, rules } of webhooks) {
    if (names.has(generateName)) return 'CSV contains repeated WebhookDescription name';
    names.add(generateName);
    for (const { apiGroups, resources } of rules ?? []) {
      const message = forbiddenRule(apiGroups ?? [], resources ?? []);
      if (message !== undefined) return message;
    }
  }
  return undefined;
}

function forbiddenRule(apiGroups: readonly string[], resources: readonly string[]): string | undefined {
  if (apiGroups.includes('*')) return 'Webhook rules cannot include all groups';
  if (apiGroups.includes(OLM_GROUP)) return 'Webhook rules cannot include the OLM group';
  const others = ['*', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
  if (apiGroups.includes('admissionregistration.k8s.io') && resources.some((resource) => others.includes(resource))) {
    return 'Webhook rules cannot include MutatingWebhookConfiguration or ValidatingWebhookConfiguration resources';
  }
  return undefined;
}

// CRD owner: in one namespace, one CSV (or one chain of replacements) owns a CRD (OLM's crdOwnerConflictErr).

/**
 * Fails CSVs whose CRD another CSV of the namespace owns, whatever the other's phase. Nothing is installed, so OLM retries
 * and fails forever; only a CSV that was installed before the other one was created stays.
 */
export const crdOwner: InstallationRule = (candidates, { csvs }) => {
  const chainOf = replacementChains(csvs);
  const owners = csvs.map((csv, index) => ({ csv, index, name: namespacedName(csv) }));
  const claims = owners.flatMap((owner) => crdKeys(owner.csv).map((key) => ({ key, owner })));
  const byCrd = groupBy(claims, ({ key }) => key);
  return new Map(
    candidates.flatMap((csv) => {
      const chain = chainOf(csv);
      const found = crdKeys(csv).flatMap((key) => (byCrd.get(key) ?? []).filter(({ owner }) => !chain.has(owner.name)));
      const rivals = [...new Set(found.map(({ owner }) => owner))].sort((a, b) => a.index - b.index).map((owner) => owner.csv);
      if (rivals.length === 0) return [];
      const verdict = failed('OwnerConflict', 'conflicting CRD owner in namespace', rivals.map(csvReference));
      return [[csv, { verdict, rivals, unstable: true }]];
    }),
  );
};

const crdKeys = ({ namespace, ownedCRDs }: ClusterServiceVersion) => [...new Set(ownedCRDs.map(({ name }) => `${namespace}/${name}`))];
