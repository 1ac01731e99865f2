/** Warnings about CSVs: parts that OLM accepts, but that should not be there. None of them stops a run. */

import { isFromCluster } from '../../base/kubernetes/object.js';
import { type PolicyRule, policyRule } from '../../base/kubernetes/policy-rule.js';
import { jsonText } from '../../base/manifest/format.js';
import type { SourceReference, UnlocatedProblem } from '../../base/manifest/problem.js';
import type { ClusterServiceVersion, Permission } from '../model/cluster-service-version.js';
import { GROUP_ANNOTATIONS, OPERATOR_NAMESPACE_ANNOTATION } from '../model/csv-labels.js';
import { INSTALL_MODES } from '../model/install-modes.js';
import { nearest } from '../model/nearest.js';

/** One warning about a field of a CSV. */
export type CsvWarning = Omit<UnlocatedProblem, 'source'>;

/** Checks a CSV that passed its schema. The model has the fields that were read; `manifest` has all written fields. */
export type CsvCheck = (csv: ClusterServiceVersion) => readonly CsvWarning[];

/** Annotations that OLM sets on the members of a group. A CSV that is not installed yet must not contain them. */
export const reservedAnnotations: CsvCheck = ({ annotations, manifest }) => {
  if (isFromCluster(manifest)) return [];
  return GROUP_ANNOTATIONS.filter((key) => Object.hasOwn(annotations, key)).map((key) => ({
    code: 'CSV_RESERVED_ANNOTATION',
    at: ['metadata', 'annotations', key],
    message: 'OLM writes this annotation itself',
    found: `${key}: ${JSON.stringify(annotations[key])}`,
    expected: 'no such annotation',
    fix:
      key === OPERATOR_NAMESPACE_ANNOTATION
        ? 'remove it; OLM treats a CSV that names another namespace here as a copy and never installs it'
        : 'remove it; OLM overwrites it with the value from the OperatorGroup',
  }));
};

// Misspelt annotations of OLM, catalogs and consoles. No other tool reports them.

/** Known annotations of a CSV. */
const KNOWN = [
  'olm.properties',
  'olm.skipRange',
  'olm.substitutesFor',
  'alm-examples',
  'capabilities',
  'categories',
  'certified',
  'containerImage',
  'createdAt',
  'description',
  'repository',
  'support',
  'operatorframework.io/bundle-unpack-min-retry-interval',
  'operatorframework.io/cluster-monitoring',
  'operatorframework.io/initialization-resource',
  'operatorframework.io/suggested-namespace',
  'operatorframework.io/suggested-namespace-template',
  'operators.openshift.io/infrastructure-features',
  'operators.openshift.io/must-gather-image',
  'operators.openshift.io/valid-subscription',
  'operators.operatorframework.io/builder',
  'operators.operatorframework.io/internal-objects',
  'operators.operatorframework.io/project_layout',
];

/** The longest short name: short names are often similar by chance. */
const SHORT = 8;

export const annotationNames: CsvCheck = ({ annotations }) =>
  Object.keys(annotations).flatMap((key) => {
    if (KNOWN.includes(key)) return [];
    const meant = nearest(key, KNOWN, key.length < SHORT ? 1 : 2);
    if (meant === undefined) return [];
    return [
      {
        code: 'CSV_ANNOTATION_NAME',
        at: ['metadata', 'annotations', key],
        message: 'no tool reads an annotation with this name',
        found: key,
        expected: meant,
        fix: `did you mean ${meant}?`,
      },
    ];
  });

/** Install modes with an unknown type: OLM ignores them, and the intended mode counts as unsupported. */
export const installModeTypes: CsvCheck = ({ installModes }) =>
  installModes.flatMap(({ type }, index) => {
    if (INSTALL_MODES.some((mode) => mode === type)) return [];
    const meant = nearest(type, INSTALL_MODES);
    return [
      {
        code: 'CSV_INSTALL_MODE',
        at: ['spec', 'installModes', index, 'type'],
        message: 'this install mode does not exist; OLM treats a mode that is not listed as unsupported',
        found: type,
        expected: INSTALL_MODES.join(', '),
        fix: meant ? `did you mean ${meant}?` : 'remove the entry, or write one of these',
      },
    ];
  });

// Duplicate rules in one permissions entry: harmless, but more to read.

/** One warning for the whole CSV, at the first such rule, because generated CSVs repeat dozens. */
export const duplicateRules: CsvCheck = ({ permissions, clusterPermissions }) => {
  const repeated = [...repeatedRules('permissions', permissions), ...repeatedRules('clusterPermissions', clusterPermissions)];
  const [first] = repeated;
  if (!first) return [];
  const count = repeated.length === 1 ? 'a rule repeats an earlier one' : `${repeated.length} rules repeat earlier ones`;
  return [
    {
      code: 'CSV_DUPLICATE_RULES',
      at: ['spec', 'install', 'spec', first.list, first.entry, 'rules', first.rule],
      message: `${count} of the same permissions entry`,
      found: jsonText(first.value).slice(0, 120),
      expected: 'each rule only once',
      fix: repeated.length === 1 ? 'remove the rule' : 'remove the rules; this is the first of them',
    },
  ];
};

function* repeatedRules(list: 'permissions' | 'clusterPermissions', entries: readonly Permission[]) {
  for (const [entry, { rules }] of entries.entries()) {
    const seen = new Set<string>();
    for (const [rule, raw] of (rules ?? []).entries()) {
      const value = policyRule(raw);
      // An empty rule has another problem.
      if (Object.values(value).length === 0) continue;
      const text = jsonText(sorted(value));
      if (seen.has(text)) yield { list, entry, rule, value };
      seen.add(text);
    }
  }
}

/** A rule with sorted values: the order of verbs, groups and resources does not count. */
function sorted(rule: PolicyRule): PolicyRule {
  return Object.fromEntries(Object.entries(rule).map(([field, values]: [string, readonly string[]]) => [field, values.toSorted()]));
}

/**
 * Permissions for the wrong ServiceAccount: a Deployment runs with an account without permissions, and an account with permissions
 * belongs to no Deployment. If the account of each Deployment has permissions, the other accounts belong to workloads that the
 * operator starts itself.
 */
export const unusedAccounts: CsvCheck = ({ permissions, clusterPermissions, deploymentNames, deploymentAccounts }) => {
  const running = new Map(deploymentNames.map((name) => [deploymentAccounts.get(name) ?? 'default', name]));
  const given = new Set([...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName));
  const idle = [...running.keys()].filter((account) => !given.has(account));
  if (idle.length === 0) return [];
  const lists = [
    ['permissions', permissions],
    ['clusterPermissions', clusterPermissions],
  ] as const;
  return [...given]
    .filter((account) => !running.has(account))
    .flatMap((account) => {
      const meant = nearest(account, idle) ?? (idle.length === 1 ? idle[0] : undefined);
      const [list, entries] =
        lists.find(([, entries]) => entries.some(({ serviceAccountName }) => serviceAccountName === account)) ?? lists[0];
      const entry = entries.findIndex(({ serviceAccountName }) => serviceAccountName === account);
      return [
        {
          code: 'CSV_UNUSED_ACCOUNT' as const,
          at: ['spec', 'install', 'spec', list, entry, 'serviceAccountName'],
          message: 'no Deployment runs as the ServiceAccount that gets these permissions',
          found: account,
          expected: idle.map((name) => `${name}, which the Deployment ${running.get(name)} runs as`).join('; or '),
          fix: meant ? `did you mean ${meant}?` : 'correct the name here, or serviceAccountName of the Deployment',
        },
      ];
    });
};

/** A status in a desired state: only the cluster sets it, and `kubectl apply` ignores it. */
export const status: CsvCheck = ({ manifest }) => {
  if (isFromCluster(manifest) || isEmpty(manifest.status)) return [];
  return [
    {
      code: 'CSV_STATUS',
      at: ['status'],
      message: 'only OLM writes the status of a CSV',
      found: 'status',
      expected: 'no status',
      fix: 'remove status',
    },
  ];
};

/** Whether a value is empty: generators write empty fields of the Go type, such as `cleanup: {}`. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** All checks, in the order of the fields of a CSV. */
export const CSV_CHECKS: readonly CsvCheck[] = [
  reservedAnnotations,
  annotationNames,
  installModeTypes,
  duplicateRules,
  unusedAccounts,
  status,
];

/** All warnings about a CSV. */
export function csvWarnings(csv: ClusterServiceVersion, source: SourceReference): UnlocatedProblem[] {
  return CSV_CHECKS.flatMap((check) => check(csv)).map((warning) => ({ ...warning, source }));
}
