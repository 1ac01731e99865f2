/** Compares the documents of two states, without the fields that other rules compare. */

import { isDeepStrictEqual } from 'node:util';
import { asWritten } from '../../../../base/inside/index.js';
import { groupOf } from '../../../../base/kubernetes/kinds.js';
import { KNOWN_LISTS, listsOf } from '../../../../base/kubernetes/lists.js';
import {
  compareText,
  formatReference,
  groupBy,
  isNamedObject,
  type ObjectReference,
  referenceTo,
} from '../../../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import type { DifferingField } from '../../../../olm/model/claim.js';
import { TEMPLATE_NAMESPACE } from '../../../../olm/model/cluster-of-parts.js';
import type { ReadDocument, State } from '../../../state/state.js';
import { lostPermissions, permissionsText } from '../../access/permission.js';
import type { FoundChange } from '../change.js';
import { isEveryday, isReviewedKind } from '../kind-effects.js';
import { differingFields } from './differing-fields.js';
import type { Effects } from './document-effects.js';
import { fieldsInWords } from './fields-in-words.js';
import { COMES_OR_GOES, differsText, NOT_REVIEWED, OBJECT_CHANGED, presenceText } from './not-reviewed.js';

/** Two states, and how their documents are compared. */
export interface Comparison extends Effects {
  readonly base: State;
  readonly head: State;
}

/** A document that differs. */
export interface Difference {
  readonly document: ReadDocument;
  readonly old: readonly ReadDocument[];
  readonly now: readonly ReadDocument[];
  /** The state that contains the document. */
  readonly state: State;
  /** Whether another API group has an object of this kind and name, so that other findings may be about that one. */
  readonly isAmbiguous: boolean;
}

/** The documents that differ, by API group, kind and name. */
export function differences(
  { base, head, remaining }: Comparison,
  of: readonly ReadDocument[],
  and: readonly ReadDocument[],
): Difference[] {
  const [before, after] = [byKey(of), byKey(and)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort(compareText);
  const names = groupBy(keys, (key) => key.slice(key.indexOf(' ') + 1));
  return keys.flatMap((key) => {
    const [old = [], now = []] = [before.get(key), after.get(key)];
    const [was, is] = [old, now].map((documents) => documents.map(({ value }) => value)) as [unknown[], unknown[]];
    if (
      isDeepStrictEqual(was, is) ||
      isDeepStrictEqual(was.map(asWritten), is.map(asWritten)) ||
      areAlike(was.map(remaining), is.map(remaining))
    )
      return [];
    return [
      {
        document: (withoutEqual(now, old)[0] ?? withoutEqual(old, now)[0] ?? now[0] ?? old[0]) as ReadDocument,
        old,
        now,
        state: now.length > 0 ? head : base,
        isAmbiguous: (names.get(key.slice(key.indexOf(' ') + 1))?.length ?? 0) > 1,
      },
    ];
  });
}

/** Whether documents differ only in the order of lists without an order. */
function areAlike(was: readonly unknown[], is: readonly unknown[]): boolean {
  if (isDeepStrictEqual(was, is)) return true;
  return (
    is.every((value) => listsOf(value) === KNOWN_LISTS) &&
    was.length === is.length &&
    was.every((value, index) => differingFields(value, is[index]).length === 0)
  );
}

/** For a kind with unknown lists. */
const ORDER: DifferingField = { at: [], text: 'the order of a list' };

/** The change of a document: it is new, removed, or differs in these fields. */
export function changeOf({ document, old, now, state, isAmbiguous }: Difference, { remaining }: Comparison): FoundChange {
  const subject = subjectOf(document);
  // Two bundles can contain objects of one name, for two namespaces, and folders of alternatives several of one name.
  const [gone, came] = [withoutEqual(old, now), withoutEqual(now, old)];
  const fields = gone.flatMap((before, index) => {
    const after = came.find(({ file }) => pathOf({ file }) === pathOf(before)) ?? came[index];
    return after ? differingFields(remaining(before.value), remaining(after.value), [], '', listsOf(after.value)) : [];
  });
  const isOtherNumber = old.length > 0 && now.length > 0 && old.length !== now.length;
  const is = now[0]?.value;
  const lost = old.length === 1 && now.length === 1 ? lostPermissions(old[0]?.value, is) : undefined;
  const isTold = old.length === 1 && now.length === 1 && isNamedObject(is) && (isEveryday(is) || lost !== undefined);
  const all = fields.length > 0 ? fields : [isOtherNumber ? numberText(old, now) : ORDER];
  const differs = {
    fields: all,
    ...(isTold ? { isKnown: true } : {}),
    ...(isAmbiguous ? { isAmbiguous } : {}),
  };
  const presence = old.length === 0 ? 'added' : 'removed';
  const isInBoth = old.length > 0 && now.length > 0;
  const isReviewed = !isInBoth && isNamedObject(document.value) && isReviewedKind(document.value);
  return {
    rule: isTold ? OBJECT_CHANGED : isReviewed ? COMES_OR_GOES : NOT_REVIEWED,
    severity: asksForMore(old[0]?.value, is) ? (isApplied(document, state) ? 'error' : 'warning') : 'info',
    subject,
    message: isTold
      ? lost === undefined
        ? fieldsInWords(differs.fields)
        : `no longer allows ${permissionsText(lost)}; nobody in the input is bound to it`
      : isInBoth
        ? differsText(differs)
        : presenceText(presence, isReviewed ? undefined : 'this'),
    ...(isInBoth ? { differs } : { presence, ...(isAmbiguous ? { differs: { fields: [], isAmbiguous } } : {}) }),
    identity: [...old, ...now].map(({ value }) => sortedText(remaining(value) ?? null)),
    place: (now.length > 1 ? undefined : state.placeOf(subject, fields[0]?.at)) ?? { file: document.file },
  };
}

/** Whether the base of a bundle, which no rule evaluates, comes to have other permissions. */
function asksForMore(was: unknown, is: unknown): boolean {
  const permissionsOf = (value: unknown): unknown[] => {
    const { permissions, clusterPermissions } = fieldsOf(fieldsOf(fieldsOf(fieldsOf(value).spec).install).spec);
    return [...listOf(permissions), ...listOf(clusterPermissions)];
  };
  if (!isNamedObject(is) || is.kind !== 'ClusterServiceVersion' || is.metadata.namespace !== TEMPLATE_NAMESPACE) return false;
  return permissionsOf(is).length > 0 && !isDeepStrictEqual(permissionsOf(was), permissionsOf(is));
}

/** Whether an object of the state applies the file of a document. */
function isApplied(document: ReadDocument, { raw }: State): boolean {
  const path = pathOf(document);
  return (
    raw?.applied().some(({ plain, built }) => [...plain, ...built].some((file) => path === file || path.endsWith(`/${file}`))) === true
  );
}

/** The documents that have no equal one among the others. */
function withoutEqual(documents: readonly ReadDocument[], others: readonly ReadDocument[]): readonly ReadDocument[] {
  if (documents.length + others.length <= 2) return documents;
  const left = groupBy(others, ({ value }) => sortedText(value ?? null));
  return documents.filter(({ value }) => left.get(sortedText(value ?? null))?.pop() === undefined);
}

function numberText(old: readonly ReadDocument[], now: readonly ReadDocument[]): DifferingField {
  return { at: [], text: `the number of objects of this name: ${old.length} → ${now.length}` };
}

function byKey(documents: readonly ReadDocument[]): Map<string, ReadDocument[]> {
  return groupBy(documents, (document) => {
    const { value } = document;
    const { schema, package: of, name } = fieldsOf(value);
    if (isNamedObject(value)) return `${groupOf(value.apiVersion)} ${formatReference(referenceTo(value))}`;
    if (document.bundle !== undefined) return `${document.bundle} ${basename(document.file)}`;
    return schema === undefined ? pathOf(document) : `${String(schema)} ${String(of ?? '')} ${String(name ?? '')}`;
  });
}

/** The path in either state: without the revision of a git input. */
function pathOf({ file }: Pick<ReadDocument, 'file'>): string {
  return file.replace(/^git:[^:]*:/, '');
}

function basename(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

function subjectOf(document: ReadDocument): ObjectReference {
  const { value } = document;
  if (isNamedObject(value)) return referenceTo(value);
  const { schema, name } = fieldsOf(value);
  return typeof schema === 'string' && typeof name === 'string' ? { kind: schema, name } : { kind: 'File', name: pathOf(document) };
}
