/**
 * Reports differences in bundles. For an installed bundle, other rules report the effects of its CSV, and the rest is compared with the
 * bundle that it replaces. A bundle that nothing installs is not evaluated, but a GitOps tool may apply its folder.
 */
import { compareText, formatReference, groupBy, isNamedObject, referenceTo } from '../../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { listed } from '../../../../base/wording/phrases.js';
import type { Presence } from '../../../../olm/model/claim.js';
import { csvReference } from '../../../../olm/model/finding.js';
import { isSupportedKind } from '../../../../olm/rules/bundle-kinds.js';
import type { ReadDocument, State } from '../../../state/state.js';
import type { FoundChange } from '../change.js';
import { settingOf } from '../settings/setting-of.js';
import { isEvaluated } from '../sources/unjudged-sources.js';
import { type Comparison, changeOf, differences } from './compare-documents.js';
import { isRbacKind } from './document-effects.js';
import { NOT_REVIEWED } from './not-reviewed.js';

const SHOWN_OBJECTS = 20;

/** The bundles of a state. */
interface Bundles {
  /** The documents of each bundle, by name. */
  readonly documents: ReadonlyMap<string, readonly ReadDocument[]>;
  /** Bundles that a Subscription, a CSV or an evaluated ClusterExtension installs. */
  readonly installed: ReadonlySet<string>;
  /** The other objects of installed bundles that come from a catalog, and have no documents. */
  readonly ofCatalogs: readonly ReadDocument[];
  /** Bundles of ClusterExtensions that this state does not evaluate. */
  readonly unevaluated: ReadonlySet<string>;
}

/** The changes of all bundles, by name; then changes of upgrades outside of CSVs, roles and bindings. */
export function bundleChanges(comparison: Comparison): FoundChange[] {
  const [before, after] = [comparison.base, comparison.head].map(bundlesOf) as [Bundles, Bundles];
  const names = [...new Set([...before.documents.keys(), ...after.documents.keys()])].sort(compareText);
  const unevaluated = new Set([...before.unevaluated, ...after.unevaluated]);
  const changes = names
    .flatMap((name) => changesOf(name, before, after, comparison))
    .map((change) => (unevaluated.has(change.subject.name) ? inOtherProfile(change) : change));
  const told = new Set(changes.map(({ subject }) => formatReference(subject)));
  const upgraded = differences(comparison, besidesCsvs(before), besidesCsvs(after))
    .map((difference) => changeOf(difference, comparison))
    .filter(({ subject }) => !told.has(formatReference(subject)));
  return [...changes, ...upgraded];
}

function bundlesOf(state: State): Bundles {
  const { clusterExtensions } = state.cluster;
  const [evaluated, others] = [true, false].map((is) => clusterExtensions.filter(({ name }) => isEvaluated(name, state) === is));
  const names = (sources: readonly { readonly bundle?: { readonly name: string } | undefined }[] = []): Set<string> =>
    new Set(sources.flatMap(({ bundle }) => bundle?.name ?? []));
  const documents = groupBy(
    state.documents.filter(({ bundle }) => bundle !== undefined),
    ({ bundle }) => bundle ?? '',
  );
  const sources = [...state.resolution.csvs.map(({ csv }) => csv), ...(evaluated ?? [])];
  const bundles = new Map(sources.flatMap(({ bundle }) => (bundle && !documents.has(bundle.name) ? [[bundle.name, bundle] as const] : [])));
  return {
    documents,
    installed: names(sources),
    ofCatalogs: [...bundles.values()].flatMap(({ name, others: besides, source }) =>
      besides.map((value) => ({ value, file: source?.file ?? '', bundle: name })),
    ),
    unevaluated: names(others),
  };
}

function changesOf(name: string, before: Bundles, after: Bundles, comparison: Comparison): FoundChange[] {
  const [old, now] = [before.documents.get(name), after.documents.get(name)];
  if (!old) return now && !after.installed.has(name) ? [wholeBundle(name, 'added', now)] : [];
  if (!now) return before.installed.has(name) ? [] : [wholeBundle(name, 'removed', [])];
  if (!before.installed.has(name) || !after.installed.has(name)) {
    // No other rule reports the content of a bundle that nothing installs.
    const whole = { ...comparison, remaining: (value: unknown) => value };
    return differences(whole, old, now).map((difference) => withWeight(changeOf(difference, whole), difference.now));
  }
  return differences(comparison, old, now).flatMap((difference) => {
    const { document, state } = difference;
    const isTold = isRbacKind(document.value) && (fieldsOf(document.value).kind === 'Role' || comparison.isTold(document.value, state));
    return isTold ? [] : [whereInstalled(changeOf(difference, comparison), name, state)];
  });
}

function inOtherProfile(change: FoundChange): FoundChange {
  return {
    ...change,
    severity: 'error',
    presence: undefined,
    message: `${change.message}; a ClusterExtension installs it, which --profile olm-v1 evaluates`,
  };
}

/** The objects of installed bundles without CSVs, roles and bindings, whose effects other rules report. */
function besidesCsvs({ documents, installed, ofCatalogs }: Bundles): ReadDocument[] {
  const written = [...documents].flatMap(([name, all]) => (installed.has(name) ? all : []));
  return [...written, ...ofCatalogs].filter(
    ({ value }) => isNamedObject(value) && value.kind !== 'ClusterServiceVersion' && !isRbacKind(value),
  );
}

/** The CSV of an installed bundle is reported in its namespace. */
function whereInstalled(change: FoundChange, bundle: string, { resolution }: State): FoundChange {
  if (change.subject.kind !== 'ClusterServiceVersion') return change;
  const found = resolution.csvs.find(({ csv }) => csv.bundle?.name === bundle && csv.name === change.subject.name);
  return found ? { ...change, subject: csvReference(found.csv) } : change;
}

/** Roles, bindings and cluster-wide settings that were not reviewed are errors. */
function withWeight(change: FoundChange, now: readonly ReadDocument[]): FoundChange {
  return now.some(isWeighty) ? { ...change, severity: 'error' } : change;
}

/** OLM refuses a bundle with an object of any other kind: only what applies its folder, such as Argo CD, brings that. */
const OF_BUNDLES: ReadonlySet<string> = new Set(['ClusterServiceVersion', 'CustomResourceDefinition']);

function isWeighty({ value }: ReadDocument): boolean {
  if (isRbacKind(value)) return true;
  if (!isNamedObject(value)) return false;
  const isInstalledByOlm = OF_BUNDLES.has(value.kind) || isSupportedKind(value.kind);
  return !isInstalledByOlm || settingOf(value)?.added === 'error';
}

function wholeBundle(name: string, presence: Presence, now: readonly ReadDocument[]): FoundChange {
  const weighty = now.filter(isWeighty);
  const names = weighty.flatMap(({ value }) => (isNamedObject(value) ? [formatReference(referenceTo(value))] : []));
  const [first] = [...weighty, ...now];
  const change: FoundChange = {
    rule: NOT_REVIEWED,
    severity: 'info',
    subject: { kind: 'Bundle', name },
    identity: [presence, ...names],
    message: `is ${presence === 'added' ? 'new' : 'gone'}, and nothing installs it; it was not reviewed${names.length > 0 ? `, and a GitOps tool that applies its folder brings ${listed(names, 'objects', SHOWN_OBJECTS)}` : ''}`,
    ...(first ? { place: { file: first.file } } : {}),
  };
  return withWeight(change, now);
}
