/** Explains a failure in our words: the contradicting documents, and the change that resolves it. */

import { namespacedName } from '../../base/kubernetes/object.js';
import { isError } from '../../base/manifest/problem.js';
import { catalogProblems } from '../model/broken-catalog.js';
import type { Catalog } from '../model/catalog.js';
import { catalogAsked, catalogAt, catalogKey } from '../model/find-catalog.js';
import { nearest, nearestFew } from '../model/nearest.js';
import type { OperatorGroup } from '../model/operator-group.js';
import { causeOfEntry, type Entry } from './entry.js';
import type { Cause, Failure, FailureReason, Stop } from './outcome.js';
import type { ResolverSubscription } from './resolver-input.js';
import type { AppliedConstraint } from './solver.js';

/** The surroundings of a failure. */
export interface FailureContext {
  readonly namespace: string;
  readonly subscriptions: readonly ResolverSubscription[];
  readonly groups: readonly OperatorGroup[];
  /** The catalogs that the namespace sees. */
  readonly catalogs: readonly Catalog[];
  /** All other catalogs. */
  readonly elsewhere: readonly Catalog[];
}

/** Explains why OLM stops before it searches, or why this project has no answer. */
export function explainStop({ error, reason, causes = [] }: Stop, context: FailureContext): Failure {
  const { namespace, groups, catalogs } = context;
  if (groups.length !== 1) {
    const because = groups.map(
      ({ name, source }): Cause => ({ subject: `OperatorGroup ${namespace}/${name}`, says: 'is one of several', ...placed(source) }),
    );
    const fix =
      groups.length === 0
        ? `add an OperatorGroup to the namespace ${namespace}`
        : `keep one OperatorGroup in ${namespace}: OLM stops at more, and says so in its log only`;
    return { reason, error, conflict: [], because, fixes: [fix] };
  }
  const invalid = catalogs
    .map((catalog) => ({ ...catalog, why: catalogProblems(catalog).find(isError) }))
    .filter((catalog) => catalog.why && error.includes(`catalogsource ${catalogKey(catalog)}:`));
  const because = [
    ...causes,
    ...invalid.map(
      ({ why, source, ...catalog }): Cause => ({
        subject: `CatalogSource ${catalogKey(catalog)}`,
        says: `serves nothing: ${why?.message}: ${why?.found}`,
        ...placed(why?.source ?? source),
      }),
    ),
  ];
  return { reason, error, conflict: [], because, fixes: fixesOfStop(reason, because, invalid) };
}

function fixesOfStop(reason: FailureReason, because: readonly Cause[], invalid: readonly Catalog[]): string[] {
  switch (reason) {
    case 'SearchLimitReached':
      return ['pin versions with startingCSV, or spread the Subscriptions over namespaces: fewer of them have to fit each other'];
    case 'NotUnderstood':
      return ['try it on a cluster: the result of OLM is not known here'];
    default:
      if (invalid.length > 0) {
        const names = invalid.map(namespacedName).join(', ');
        return [`correct the catalog ${names}, or remove its CatalogSource: every namespace that sees it waits, whatever it subscribes to`];
      }
      return because.map(({ subject }) => `correct ${subject}; or set startingCSV or another channel, so that it is not looked at`);
  }
}

function placed(source: Cause['source']): { readonly source?: NonNullable<Cause['source']> } {
  return source ? { source } : {};
}

/** Explains a contradiction. */
export function explainContradiction(contradiction: readonly AppliedConstraint[], context: FailureContext): Failure {
  const conflict = contradiction.map(({ constraint }) => constraint.text).sort();
  const because = new Map<string, Cause>();
  for (const cause of contradiction.flatMap((applied) => [...causeOf(applied), ...hubCause(applied, context)])) {
    const known = because.get(cause.subject);
    because.set(cause.subject, known ? { ...known, says: joined(known.says, cause.says) } : cause);
  }
  return {
    reason: 'ConstraintsNotSatisfiable',
    error: `constraints not satisfiable: ${conflict.join(', ')}`,
    conflict,
    because: [...because.values()],
    fixes: [...new Set(fixesOf(contradiction, context))],
  };
}

/** The cause in OpenShift's OperatorHub, if it disables the catalog of a Subscription. */
function hubCause({ variable: { subscription }, constraint }: AppliedConstraint, { catalogs }: FailureContext): Cause[] {
  const disabled = subscription && catalogAt(catalogs, catalogAsked(subscription))?.disabledBy;
  if (!subscription || !disabled || constraint.kind !== 'prohibited') return [];
  return [{ subject: 'OperatorHub cluster', says: `turns the default source ${subscription.catalogSource} off`, source: disabled }];
}

function joined(first: string, second: string): string {
  return first === second ? first : `${first}; ${second}`;
}

/** The document behind a constraint, and its statement. Uniqueness is OLM's own rule: it has no document. */
function causeOf({ variable, constraint }: AppliedConstraint): Cause[] {
  const { subscription, entry } = variable;
  if (subscription) {
    const says = constraint.kind === 'prohibited' ? constraint.text : `asks for ${askedFor(subscription)}`;
    return [{ subject: `Subscription ${subscription.namespace}/${subscription.name}`, says, ...placed(subscription.source) }];
  }
  if (!entry) return [];
  switch (constraint.kind) {
    case 'mandatory':
      return [{ ...causeOfEntry(entry), says: 'is there, and no Subscription points at it: OLM keeps it' }];
    case 'prohibited':
      return [{ ...causeOfEntry(entry), says: 'has the property olm.deprecated: OLM installs it no more' }];
    case 'dependency':
      return [{ ...causeOfEntry(entry), says: needText(constraint.text, constraint.ids) }];
    default:
      return [];
  }
}

function needText(clause: string, candidates: readonly string[]): string {
  return `needs ${needOf(clause)}: ${candidates.length === 0 ? 'none is offered' : `only ${candidates.join(', ')} ${candidates.length === 1 ? 'is' : 'are'} one`}`;
}

function needOf(clause: string): string {
  return clause.slice(clause.indexOf(' requires an operator ') + ' requires '.length);
}

function askedFor(subscription: ResolverSubscription): string {
  const { packageName, channel, startingCSV, installedCSV } = subscription;
  const start = installedCSV === undefined && startingCSV !== undefined ? `, from ${startingCSV}` : '';
  const installed = installedCSV === undefined ? '' : `, with ${installedCSV} installed`;
  return `the package ${packageName}${channel ? ` from channel ${channel}` : ''} of ${catalogAsked(subscription)}${start}${installed}`;
}

function fixesOf(contradiction: readonly AppliedConstraint[], context: FailureContext): string[] {
  const subscriptions = contradiction.flatMap(({ variable: { subscription }, constraint }) =>
    subscription && constraint.kind === 'mandatory' ? subscription : [],
  );
  const freestanding = contradiction.flatMap(({ variable: { entry }, constraint }) =>
    entry && constraint.kind === 'mandatory' ? entry : [],
  );
  const unique = contradiction.filter(({ constraint }) => constraint.kind === 'atMostOne');
  return [
    ...contradiction.flatMap(({ variable: { subscription }, constraint }) =>
      subscription && constraint.kind === 'prohibited' ? missingFixes(subscription, context) : [],
    ),
    ...freestanding.flatMap((entry) => freestandingFixes(entry, subscriptions)),
    ...(unique.length > 0 && subscriptions.length > 1 ? togetherFixes(subscriptions) : []),
    ...contradiction.flatMap((applied) => needFixes(applied, context)),
    ...contradiction.flatMap(({ variable: { entry }, constraint }) =>
      entry && constraint.kind === 'prohibited'
        ? [`subscribe to a channel of the package ${entry.packageName} with a version that is not deprecated`]
        : [],
    ),
  ];
}

/** The fixes of a Subscription for something that does not exist. */
function missingFixes(subscription: ResolverSubscription, { namespace, catalogs, elsewhere }: FailureContext): string[] {
  const { name, packageName, channel = '', startingCSV, catalogSource } = subscription;
  const asked = catalogAsked(subscription);
  const where = `of Subscription ${namespace}/${name}`;
  const catalog = catalogAt(catalogs, asked);
  if (!catalog || catalog.packages.length === 0) {
    const offering = catalogs.filter(({ packages }) => packages.some((offered) => offered.name === packageName)).map(catalogKey);
    const hidden = catalogAt(elsewhere, asked);
    return [
      ...(catalog?.disabledBy ? [`turn the default source ${catalogSource} on in the OperatorHub cluster (spec.sources)`] : []),
      ...(hidden
        ? [`move CatalogSource ${catalogKey(hidden)} into ${namespace} or the global catalog namespace: ${namespace} does not see it`]
        : []),
      offering.length > 0
        ? `set spec.source and spec.sourceNamespace ${where} to ${offering.join(' or ')}, which offers ${packageName}`
        : `correct spec.source ${where}: ${namespace} sees ${shown(asked, catalogs.map(catalogKey))}`,
    ];
  }
  const offered = catalog.packages.find((one) => one.name === packageName);
  if (!offered) {
    const names = catalog.packages.map((one) => one.name);
    const other = catalogs.filter(({ packages }) => packages.some((one) => one.name === packageName)).map(catalogKey);
    return [
      ...(other.length > 0
        ? [`set spec.source and spec.sourceNamespace ${where} to ${other.join(' or ')}, which offers ${packageName}`]
        : []),
      correction('spec.name', where, packageName, names),
    ];
  }
  const channels = offered.channels.map((one) => one.name);
  if (channel !== '' && !channels.includes(channel)) return [correction('spec.channel', where, channel, channels)];
  const having = offered.channels.filter(({ entries }) => entries.some((entry) => entry.name === startingCSV)).map((one) => one.name);
  const versions = offered.channels
    .filter((one) => channel === '' || one.name === channel)
    .flatMap(({ entries }) => entries.map((entry) => entry.name));
  return [
    ...(having.length > 0 ? [`set spec.channel ${where} to ${having.join(' or ')}, which has ${startingCSV}`] : []),
    correction('spec.startingCSV', where, startingCSV ?? '', [...new Set(versions)]),
  ];
}

function shown(word: string, names: readonly string[]): string {
  return names.length === 0 ? 'none' : nearestFew(word, names).join(', ');
}

function correction(field: string, where: string, word: string, names: readonly string[]): string {
  const likely = nearest(word, names);
  return `correct ${field} ${where}: ${likely === undefined ? `there is ${shown(word, names)}` : `did you mean ${likely}?`}`;
}

/** The fixes of a CSV whose Subscription was deleted or renamed. */
function freestandingFixes(entry: Entry, subscriptions: readonly ResolverSubscription[]): string[] {
  const csv = `ClusterServiceVersion ${entry.csv?.namespace}/${entry.name}`;
  const [same] = subscriptions.filter(({ packageName }) => packageName === entry.packageName);
  return [
    same
      ? `delete ${csv}; Subscription ${same.name} then installs it anew, and the custom resources stay`
      : `delete ${csv}, or add a Subscription for its package whose status.installedCSV names it`,
    ...subscriptions
      .filter((one) => one !== same)
      .map(({ name }) => `move Subscription ${name} to a namespace of its own, with its own OperatorGroup`),
  ];
}

/** The fixes of Subscriptions that cannot be in one namespace together. */
function togetherFixes(subscriptions: readonly ResolverSubscription[]): string[] {
  const names = subscriptions.map(({ name }) => name);
  const samePackage = new Set(subscriptions.map(({ packageName }) => packageName)).size < subscriptions.length;
  return [
    ...(samePackage ? [`remove one of the Subscriptions ${names.join(', ')}: they ask for the same package`] : []),
    `move one of the Subscriptions ${names.join(', ')} to a namespace of its own, with its own OperatorGroup`,
  ];
}

/** The fixes of a requirement that cannot be met: one text for all versions of a package. */
function needFixes({ variable: { entry }, constraint }: AppliedConstraint, { catalogs, elsewhere, namespace }: FailureContext): string[] {
  if (!entry || constraint.kind !== 'dependency') return [];
  const packageName = / with package: (\S+) and /.exec(` ${constraint.text}`)?.[1];
  if (constraint.ids.length > 0) return [`take a version of ${entry.packageName} whose needs fit the others`];
  const hidden = elsewhere.filter(({ packages }) => packages.some(({ name }) => name === packageName)).map(catalogKey);
  const offered = catalogs.flatMap(({ packages }) => packages.map(({ name }) => name));
  const known = packageName !== undefined && offered.includes(packageName);
  const near = packageName === undefined || known ? undefined : nearest(packageName, offered);
  return [
    ...(hidden.length > 0 ? [`make the catalog ${hidden.join(' or ')}, which offers ${packageName}, visible to ${namespace}`] : []),
    known
      ? `add a catalog with a version of ${packageName} that ${entry.packageName} accepts, or take another version of ${entry.packageName}`
      : `add a catalog that offers ${needOf(constraint.text)}${near === undefined ? '' : ` (there is ${near})`}, or set startingCSV to a version of ${entry.packageName} without that need`,
  ];
}
