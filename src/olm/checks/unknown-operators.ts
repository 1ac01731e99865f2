/** Reports unknown operators: once for each catalog, with the way to make them known. */

import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { joined, listed, MAKES_KNOWN } from '../../base/wording/phrases.js';
import type { Cluster } from '../model/cluster.js';
import { catalogKey } from '../model/find-catalog.js';
import { type Discovery, type Finding, subscriptionReference, toFinding } from '../model/finding.js';
import { approvalOf, staleText } from '../model/operator-not-known.js';
import type { StaleLock, UnknownOperator } from '../model/unknown-operator.js';
import { clusterRule } from './surroundings.js';

/** A note about each catalog with unknown operators; a warning if the name of a package is similar to that of an available one. */
export const unknownOperators = clusterRule('unknown-operator', 'warning', 'An operator is not known', {
  meaning:
    'A Subscription or ClusterExtension names a package whose bundle is not in the input. Its namespace, OperatorGroup, channel, approval and settings are checked; its permissions, CRDs and dependencies are not known. It is a warning if the name is almost that of an available package, and otherwise a note. `--fail-on unknown-operator` makes a run fail.',
  fix: 'Run `cdk8s-olm lock`, or give the catalog (`opm render IMAGE`) or bundle folders with `--catalog PATH`.',
  find: ({ unknownOperators: all }) =>
    [
      ...groupBy(
        all.filter(({ why }) => why !== 'refused' && why !== 'stale'),
        ({ catalog }) => catalogKey(catalog),
      ).values(),
    ].flatMap(discoveries),
});

/** The fix where a catalog says the version, and has no manifests. */
const READS_CONTENT = 'run cdk8s-olm lock, which reads the manifests of the bundle images';

/** The fix where the catalogs of the input lack the package. */
const NAMES_ANOTHER = 'correct the name of the package, run cdk8s-olm lock, or give the catalog that has it with --catalog PATH';

function discoveries(operators: readonly UnknownOperator[]): Discovery[] {
  const [first] = operators;
  if (!first) return [];
  const slips = operators.flatMap(({ nearest, packageName }) => (nearest === undefined ? [] : [`${nearest} for ${packageName}`]));
  const unread = operators.filter(({ why }) => why === 'content').map(({ bundle = '' }) => bundle);
  const lacking = [...new Set(operators.flatMap(({ why, packageName }) => (why === 'package' ? [packageName] : [])))];
  const [noun, are, their] = operators.length === 1 ? ['operator', 'is', 'its'] : ['operators', 'are', 'their'];
  return [
    {
      severity: slips.length > 0 ? 'warning' : 'info',
      subject: { kind: 'CatalogSource', ...first.catalog },
      message: [
        `${operators.length} ${noun} from ${first.catalog.name} ${are} not known, so ${their} permissions are not judged: ${listed(operators.map(named), undefined, SHOWN)}`,
        ...(unread.length > 0 ? [`; the catalog lists ${listed(unread, undefined, SHOWN)} without manifests`] : []),
        ...lackingText(lacking),
        ...(slips.length > 0 ? [`; did you mean ${joined(slips, 'or')}?`] : []),
      ].join(''),
      fix: unread.length === operators.length ? READS_CONTENT : lacking.length === operators.length ? NAMES_ANOTHER : MAKES_KNOWN,
      at: { object: subscriptionReference(first.subscription), field: ['spec', 'name'] },
    },
  ];
}

/** The table shows all. */
const SHOWN = 10;

function lackingText(packages: readonly string[]): string[] {
  const noun = packages.length === 1 ? 'package' : 'packages';
  return packages.length === 0 ? [] : [`; no catalog of the input has the ${noun} ${listed(packages, undefined, SHOWN)}`];
}

function named({ subscription, packageName, neededBy }: UnknownOperator): string {
  return neededBy ? `${packageName}, which ${joined(neededBy)} needs` : namespacedName(subscription);
}

/** The same for OLM v1. */
export function extensionsNotKnown({ clusterExtensions, catalogs }: Pick<Cluster, 'clusterExtensions' | 'catalogs'>): Finding[] {
  const all = clusterExtensions.filter(({ isUnknown, stale }) => isUnknown && !stale);
  const [first] = all;
  if (!first) return [];
  const slips = all.flatMap(({ nearest, packageName }) => (nearest === undefined ? [] : [`${nearest} for ${packageName}`]));
  const [noun, are, their] = all.length === 1 ? ['operator', 'is', 'its'] : ['operators', 'are', 'their'];
  const reference = { kind: 'ClusterExtension', name: first.name };
  const unread = all.flatMap(({ chosen }) => (chosen ? [chosen.name] : []));
  const offered = new Set(catalogs.flatMap(({ packages }) => packages.map(({ name }) => name)));
  const lacking = offered.size === 0 ? [] : [...new Set(all.map(({ packageName }) => packageName).filter((name) => !offered.has(name)))];
  return [
    toFinding(unknownOperators, {
      severity: slips.length > 0 ? 'warning' : 'info',
      subject: reference,
      message: [
        `${all.length} ${noun} of ClusterExtensions ${are} not known, so ${their} permissions are not judged: ${listed(
          all.map(({ packageName }) => packageName),
          undefined,
          SHOWN,
        )}`,
        ...(unread.length > 0 ? [`; the catalog lists ${listed(unread, undefined, SHOWN)} without manifests`] : []),
        ...lackingText(lacking),
        ...(slips.length > 0 ? [`; did you mean ${joined(slips, 'or')}?`] : []),
      ].join(''),
      fix: unread.length === all.length ? READS_CONTENT : lacking.length === all.length ? NAMES_ANOTHER : MAKES_KNOWN,
      related: all.slice(1).map(({ name }) => ({ kind: 'ClusterExtension', name })),
      at: { object: reference, field: ['spec', 'source', 'catalog', 'packageName'] },
    }),
  ];
}

/** A warning about a stale lock. A lock contains an excerpt of its catalogs, so the result of another request is unknown. */
export const lockStale = clusterRule('lock-stale', 'warning', 'The lock was made for another Subscription or version', {
  meaning:
    'A Subscription or ClusterExtension asks for another package, catalog, channel or version than when the lock was made. The bundle that OLM would install is not known. It is an error if OLM installs it without approval.',
  fix: 'Run `cdk8s-olm lock --update`, and commit the lock.',
  find: ({ unknownOperators: all }) =>
    all.flatMap((operator): Discovery[] => {
      const { subscription, packageName, stale } = operator;
      const field = stale && ['spec', FIELDS[stale.what] ?? 'name'];
      return stale && field
        ? [staleOf(subscriptionReference(subscription), packageName, stale, { field, isAutomatic: approvalOf(operator) === 'Automatic' })]
        : [];
    }),
});

/** The same for OLM v1, which asks nobody before it installs. */
export function staleExtensions({ clusterExtensions }: Pick<Cluster, 'clusterExtensions'>): Finding[] {
  return clusterExtensions.flatMap(({ name, packageName, stale }): Finding[] => {
    const field = stale && ['spec', 'source', 'catalog', EXTENSION_FIELDS.has(stale.what) ? stale.what : 'packageName'];
    return stale && field
      ? [toFinding(lockStale, staleOf({ kind: 'ClusterExtension', name }, packageName, stale, { field, isAutomatic: true }))]
      : [];
  });
}

function staleOf(
  subject: Discovery['subject'],
  packageName: string,
  stale: StaleLock,
  { field, isAutomatic }: { readonly field: readonly string[]; readonly isAutomatic: boolean },
): Discovery {
  return {
    severity: isAutomatic ? 'error' : 'warning',
    subject,
    message: `what ${packageName} may do is not known: ${staleText(stale)}`,
    fix: 'run `cdk8s-olm lock --update`, and commit the lock',
    at: { object: subject, field },
  };
}

/** The differences that are fields of a ClusterExtension's `spec.source.catalog`. */
const EXTENSION_FIELDS: ReadonlySet<StaleLock['what']> = new Set(['version', 'channels', 'selector', 'upgradeConstraintPolicy']);

/** The Subscription field that each difference concerns. */
const FIELDS: Readonly<Partial<Record<StaleLock['what'], string>>> = {
  package: 'name',
  catalog: 'source',
  channel: 'channel',
  startingCSV: 'startingCSV',
  'image of the catalog': 'source',
  Subscription: 'name',
};

/** Namespaces whose platform includes an OperatorGroup: a second group breaks every operator there. */
const WITH_A_GROUP: ReadonlySet<string> = new Set(['openshift-operators', 'operators']);

/** A warning about a namespace without an OperatorGroup. The verdict of a known operator's CSV reports it already. */
export const groupMissing = clusterRule('operator-group-missing', 'warning', 'No OperatorGroup in the namespace of a Subscription', {
  meaning:
    "A Subscription's namespace has no OperatorGroup in the input, and OLM installs nothing without one. It is a note if a part of the input was not read.",
  fix: 'Add an OperatorGroup, unless the cluster has one there.',
  find: ({ unknownOperators: all, operatorGroups, withoutNamespace, isPartlyRead }) => {
    const withGroup = new Set([...operatorGroups.map(({ namespace }) => namespace), ...WITH_A_GROUP, '']);
    // Whoever applies a Subscription without a namespace chooses one; `no-namespace` reports that.
    const open = new Set(withoutNamespace.flatMap(({ kind, name }) => (kind === 'Subscription' ? [`default/${name}`] : [])));
    const without = all.filter(({ namespace, subscription }) => !withGroup.has(namespace) && !open.has(namespacedName(subscription)));
    return [...groupBy(without, ({ namespace }) => namespace)].map(([namespace, operators]): Discovery => {
      const [subject, ...related] = [...new Set(operators.map(({ subscription }) => subscription))].map(subscriptionReference);
      return {
        ...(isPartlyRead ? { severity: 'info' as const } : {}),
        subject: subject as Discovery['subject'],
        message: isPartlyRead
          ? `what was read has no OperatorGroup in the namespace ${namespace}, and the part that was not perhaps has one; OLM installs no operator in a namespace without one`
          : `the input has no OperatorGroup in the namespace ${namespace}, and OLM installs no operator in a namespace without one`,
        fix: `add an OperatorGroup to the namespace ${namespace}, unless the cluster has one there`,
        related,
      };
    });
  },
});
