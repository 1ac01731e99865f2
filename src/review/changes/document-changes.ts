/**
 * Documents that differ in a field that no other part of the review compares. "No change in meaning" is a promise about
 * everything that was read, so each of them is named and counted.
 */
import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../../kubernetes/group-by.js';
import { groupOf } from '../../kubernetes/kinds.js';
import { listItems } from '../../kubernetes/list-items.js';
import { compareText, formatReference, isNamedObject, type ObjectReference, referenceTo } from '../../kubernetes/object.js';
import { fieldsOf } from '../../kubernetes/pod-spec.js';
import { csvReference } from '../../model/references.js';
import type { ReadDocument, State } from '../../state/state.js';
import { listed } from '../../words/phrases.js';
import type { FindChanges, FoundChange } from './change.js';
import { type DifferingField, differingFields } from './differing-fields.js';
import { type Effects, effectsOf, isRbacKind } from './document-effects.js';
import { differsText, NOT_REVIEWED } from './not-reviewed.js';

const SHOWN_ENTRIES = 5;

/** One change for each such document; of a bundle that only one side has, and of a package in catalogs, one for all of it. */
export const documentChanges: FindChanges = (base, head) => {
  const comparison: Comparison = { base, head, ...effectsOf(base, head) };
  const [of, and] = [base, head].map(({ documents }) => documents.filter(isOwn).flatMap(withItems)) as [ReadDocument[], ReadDocument[]];
  const own = differences(comparison, of, and).flatMap((difference) =>
    (difference.old.length === 0 || difference.now.length === 0) && comparison.isTold(difference.document.value, difference.state)
      ? []
      : [changeOf(difference, comparison)],
  );
  return [...own, ...bundleChanges(comparison), ...catalogChanges(comparison)];
};

/** What is applied of a List are its items, wherever they stand. */
function withItems(document: ReadDocument): ReadDocument[] {
  const items = listItems(document.value)?.flatMap((value) => withItems({ ...document, value }));
  if (!items) return [document];
  return String(fieldsOf(document.value).kind).endsWith('List') ? items : [document, ...items];
}

function isOwn({ value, bundle }: ReadDocument): boolean {
  return bundle === undefined && !isCatalogEntry(value);
}

function isCatalogEntry(value: unknown): boolean {
  return !isNamedObject(value) && typeof fieldsOf(value).schema === 'string';
}

/** A document that differs. */
interface Difference {
  readonly document: ReadDocument;
  readonly old: readonly ReadDocument[];
  readonly now: readonly ReadDocument[];
  /** Where it stands. */
  readonly state: State;
}

/** Two states, and how their documents are compared. */
interface Comparison extends Effects {
  readonly base: State;
  readonly head: State;
}

function differences({ base, head, remaining }: Comparison, of: readonly ReadDocument[], and: readonly ReadDocument[]): Difference[] {
  const [before, after] = [byKey(of), byKey(and)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort(compareText);
  return keys.flatMap((key) => {
    const [old = [], now = []] = [before.get(key), after.get(key)];
    const [was, is] = [old, now].map((documents) => documents.map(({ value }) => value)) as [unknown[], unknown[]];
    if (isDeepStrictEqual(was, is) || areAlike(was.map(remaining), is.map(remaining))) return [];
    return [{ document: (now[0] ?? old[0]) as ReadDocument, old, now, state: now.length > 0 ? head : base }];
  });
}

/** Kinds whose lists are known. */
const KNOWN_GROUPS: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apps',
  'batch',
  'operators.coreos.com',
  'rbac.authorization.k8s.io',
]);

/** Whether documents differ in nothing but the order of what has none. */
function areAlike(was: readonly unknown[], is: readonly unknown[]): boolean {
  if (isDeepStrictEqual(was, is)) return true;
  const isKnown = (value: unknown): boolean => isNamedObject(value) && KNOWN_GROUPS.has(groupOf(value.apiVersion));
  return is.every(isKnown) && was.length === is.length && was.every((value, index) => differingFields(value, is[index]).length === 0);
}

/** The ClusterExtensions that this state evaluates, as only one of the profiles does, or those that it does not. */
function extensionsOf({ cluster, made = [] }: State, isEvaluated: boolean): State['cluster']['clusterExtensions'] {
  const evaluated = new Set(made.flatMap(({ owner }) => (owner.kind === 'ClusterExtension' ? [owner.name] : [])));
  return cluster.clusterExtensions.filter(({ name }) => evaluated.has(name) === isEvaluated);
}

/**
 * Bundles: of an installed one, what its CSV makes is told elsewhere, and the rest is compared with what it takes the place of.
 * One that nothing installs is not looked into; a GitOps tool applies it all the same where it is pointed at the folder.
 */
function bundleChanges(comparison: Comparison): FoundChange[] {
  const { base, head, isTold } = comparison;
  const [before, after] = [base, head].map(({ documents }) =>
    groupBy(
      documents.filter(({ bundle }) => bundle !== undefined),
      ({ bundle }) => bundle ?? '',
    ),
  ) as [Map<string, ReadDocument[]>, Map<string, ReadDocument[]>];
  const [wasInstalled, isInstalled] = [base, head].map(
    (state) =>
      new Set([...state.resolution.csvs.map(({ csv }) => csv), ...extensionsOf(state, true)].flatMap(({ bundle }) => bundle?.name ?? [])),
  ) as [Set<string>, Set<string>];
  const unevaluated = new Set([base, head].flatMap((state) => extensionsOf(state, false)).flatMap(({ bundle }) => bundle?.name ?? []));
  const changes: FoundChange[] = [];
  for (const name of [...new Set([...before.keys(), ...after.keys()])].sort(compareText)) {
    const [old, now] = [before.get(name), after.get(name)];
    if (old && now) {
      const isRead = wasInstalled.has(name) && isInstalled.has(name);
      // Nothing else tells what is in a bundle that nothing installs.
      const compared = isRead ? comparison : { ...comparison, remaining: (value: unknown) => value };
      for (const difference of differences(compared, old, now)) {
        const { document, state, now: is } = difference;
        if (isRead && isRbacKind(document.value) && (fieldsOf(document.value).kind === 'Role' || isTold(document.value, state))) continue;
        changes.push(isRead ? installed(changeOf(difference, compared), name, state) : withWeight(changeOf(difference, compared), is));
      }
    } else if (now && !isInstalled.has(name)) changes.push(wholeBundle(name, 'is new', now));
    else if (old && !wasInstalled.has(name)) changes.push(wholeBundle(name, 'is gone', []));
  }
  for (const [index, change] of changes.entries())
    if ([...unevaluated].some((name) => change.subject.name === name))
      changes[index] = {
        ...change,
        severity: 'error',
        message: `${change.message}; a ClusterExtension installs it, which --profile olm-v1 evaluates`,
      };
  const told = new Set(changes.map(({ subject }) => formatReference(subject)));
  const others = (documents: Map<string, ReadDocument[]>, installed: ReadonlySet<string>): ReadDocument[] =>
    [...documents].flatMap(([name, all]) =>
      installed.has(name) ? all.filter(({ value }) => isNamedObject(value) && !isToldOfBundle(value)) : [],
    );
  const upgraded = differences(comparison, others(before, wasInstalled), others(after, isInstalled))
    .map((difference) => changeOf(difference, comparison))
    .filter(({ subject }) => !told.has(formatReference(subject)));
  return [...changes, ...upgraded];
}

/** CSVs, roles and bindings of a bundle that takes the place of another one are told by what they do. */
function isToldOfBundle(value: unknown): boolean {
  return fieldsOf(value).kind === 'ClusterServiceVersion' || isRbacKind(value);
}

/** Of an installed bundle, the CSV is meant where it is installed. */
function installed(change: FoundChange, bundle: string, { resolution }: State): FoundChange {
  if (change.subject.kind !== 'ClusterServiceVersion') return change;
  const found = resolution.csvs.find(({ csv }) => csv.bundle?.name === bundle && csv.name === change.subject.name);
  return found ? { ...change, subject: csvReference(found.csv) } : change;
}

/** Roles and bindings that nobody looked at are no trifle. */
function withWeight(change: FoundChange, now: readonly ReadDocument[]): FoundChange {
  return now.some(({ value }) => isRbacKind(value)) ? { ...change, severity: 'error' } : change;
}

function wholeBundle(name: string, how: string, now: readonly ReadDocument[]): FoundChange {
  const names = now
    .filter(({ value }) => isRbacKind(value))
    .flatMap(({ value }) => (isNamedObject(value) ? [formatReference(referenceTo(value))] : []));
  const first = now.find(({ value }) => isRbacKind(value)) ?? now[0];
  const change: FoundChange = {
    kind: NOT_REVIEWED,
    severity: 'info',
    subject: { kind: 'Bundle', name },
    message: `${how}, and nothing installs it; it was not reviewed${names.length > 0 ? `, and a GitOps tool that applies its folder grants what is in ${listed(names)}` : ''}`,
    ...(first ? { place: { file: first.file } } : {}),
  };
  return withWeight(change, now);
}

/** What differs in catalogs, by package: an update of a catalog changes thousands of entries. */
function catalogChanges(comparison: Comparison): FoundChange[] {
  const [of, and] = [comparison.base, comparison.head].map(({ documents }) =>
    documents.filter(({ value, bundle }) => bundle === undefined && isCatalogEntry(value)),
  ) as [ReadDocument[], ReadDocument[]];
  const found = groupBy(differences(comparison, of, and), ({ document: { value } }) =>
    String(fieldsOf(value).package || fieldsOf(value).name || ''),
  );
  return [...found].map(([name, all]): FoundChange => {
    const [{ document }] = all as [Difference];
    const entries = all.map((difference) =>
      `${String(fieldsOf(difference.document.value).schema)} ${String(fieldsOf(difference.document.value).name ?? '')}`.trim(),
    );
    return {
      kind: NOT_REVIEWED,
      severity: 'info',
      subject: { kind: 'Package', name },
      message: `differs in the catalog: ${listed(entries, 'entries', SHOWN_ENTRIES)}; this was not reviewed`,
      place: { file: document.file },
    };
  });
}

/** Of a kind whose lists are not known. */
const ORDER: DifferingField = { at: [], text: 'the order of a list' };

function changeOf({ document, old, now, state }: Difference, { remaining }: Comparison): FoundChange {
  const subject = subjectOf(document);
  const fields = old[0] && now[0] ? differingFields(remaining(old[0].value), remaining(now[0].value)) : [];
  const differs = { fields: fields.length > 0 ? fields : [ORDER] };
  const how = old.length === 0 ? 'is new' : 'is removed';
  return {
    kind: NOT_REVIEWED,
    severity: 'info',
    subject,
    message: old[0] && now[0] ? differsText(differs) : `${how}; the review does not cover this`,
    ...(old[0] && now[0] ? { differs } : {}),
    place: state.placeOf(subject, fields[0]?.at) ?? { file: document.file },
  };
}

function byKey(documents: readonly ReadDocument[]): Map<string, ReadDocument[]> {
  return groupBy(documents, (document) => {
    const { value } = document;
    const { schema, package: of, name } = fieldsOf(value);
    if (isNamedObject(value)) return `${groupOf(value.apiVersion)} ${formatReference(referenceTo(value))}`;
    if (document.bundle !== undefined) return `${document.bundle} ${basename(document.file)}`;
    return schema === undefined ? document.file : `${String(schema)} ${String(of ?? '')} ${String(name ?? '')}`;
  });
}

function basename(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

function subjectOf({ value, file }: ReadDocument): ObjectReference {
  if (isNamedObject(value)) return referenceTo(value);
  const { schema, name } = fieldsOf(value);
  return typeof schema === 'string' && typeof name === 'string' ? { kind: schema, name } : { kind: 'File', name: file };
}
