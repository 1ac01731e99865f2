/**
 * Recognises templates that repeat objects of the input: each object that comes, goes or changes in them does so among the objects that were
 * read, and the same clusters get it. A template of SyncSets is made of such objects (https://github.com/openshift/managed-cluster-config).
 */

import { isDeepStrictEqual } from 'node:util';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { walk } from '../../../../base/manifest/field-path.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { PLACING } from '../../../../base/tools/hive.js';
import { rowOfObject } from '../../../../base/tools/kinds.js';
import type { State } from '../../../state/state.js';
import { oncePerTexts } from './once-per-texts.js';
import { DIRECTIVE, type Item, KEPT, type Part, rootOf, tied } from './permission-parts.js';

/** The objects that only one state has, as texts, and the names of all that it has. */
interface Own {
  readonly texts: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** Returns a test for two versions of a template: whether all that differs also differs in what was read. */
export function repeatsWhatWasRead(base: State, head: State): (before: string | undefined, after: string | undefined) => boolean {
  let own: readonly [Own, Own] | undefined;
  return oncePerTexts(KEPT, (before, after) => {
    const [was, is] = [before, after].map(rootOf);
    if (!was?.isOfOpenShift || !is?.isOfOpenShift) return false;
    own ??= ownOf(base, head);
    const repeated = new Set([...repeatedIn(was, is, own[0], own[1].names), ...repeatedIn(is, was, own[1], own[0].names)]);
    if (repeated.size === 0 || !isDeepStrictEqual(directivesOf(was, repeated), directivesOf(is, repeated))) return false;
    const left = new Set([...tied([...was.parts, ...is.parts])].filter((value) => !repeated.has(value)));
    return sortedText(was.rest(left)) === sortedText(is.rest(left));
  });
}

function ownOf(base: State, head: State): readonly [Own, Own] {
  const [before, after] = [base, head].map(({ given }) => new Set(given.map(sortedText))) as [Set<string>, Set<string>];
  const namesOf = ({ given }: State): ReadonlySet<string> => new Set(given.map(nameOf));
  const without = (texts: ReadonlySet<string>, others: ReadonlySet<string>) => new Set([...texts].filter((text) => !others.has(text)));
  return [
    { texts: without(before, after), names: namesOf(base) },
    { texts: without(after, before), names: namesOf(head) },
  ];
}

/**
 * The objects of a side that the other one has not, and that its state has just so.
 *
 * @param kept the names of the objects that the other state has: another version of one stays where it was
 */
function repeatedIn(side: Part, other: Part, own: Own, kept: ReadonlySet<string>): ReadonlySet<object> {
  const places = new Set(other.parts.map(placeOf));
  const inside = new Map<object, Item[]>();
  for (const part of side.parts) for (const one of part.around) inside.set(one, [...(inside.get(one) ?? []), part]);
  const found = new Set<object>();
  // What is inside an object follows it.
  for (const part of side.parts.toReversed()) {
    const { value } = part;
    const within = inside.get(value) ?? [];
    const isSame = within.length === 0 && own.texts.has(sortedText(value)) && (!kept.has(nameOf(value)) || places.has(placeOf(part)));
    const isEmpty = within.length > 0 && !places.has(placeOf(part)) && onlyPlaces(value) && within.every((one) => found.has(one.value));
    if (isSame || isEmpty) found.add(value);
  }
  return found;
}

function nameOf(value: object): string {
  const { kind, metadata } = fieldsOf(value);
  const { namespace, name } = fieldsOf(metadata);
  return sortedText([kind, namespace, name]);
}

/** The name of an object, with those of the objects around it. */
function placeOf({ value, around }: Item): string {
  return sortedText([...around, value].map(nameOf));
}

/** Whether an object says nothing but which clusters get the objects in it. */
function onlyPlaces(value: object): boolean {
  const { apiVersion, kind, metadata: _, spec, ...more } = value as KubernetesObject;
  const carries = rowOfObject({ apiVersion, kind })?.carries;
  const fields = Object.keys(fieldsOf(spec));
  return (
    Array.isArray(carries) && Object.keys(more).length === 0 && fields.every((field) => PLACING.has(field) || field === carries.at(-1))
  );
}

/** The directives of a template that are neither in a value, which is compared as such, nor in a line of a repeated text. */
function directivesOf({ directives }: Part, repeated: ReadonlySet<object>): readonly string[] {
  const outside = directives.filter((line) => OUTSIDE.test(line));
  if (outside.length === 0) return outside;
  const lines = new Set<string>();
  for (const value of repeated)
    walk(value, (one) => {
      if (typeof one === 'string') for (const line of one.split('\n')) lines.add(line.trim());
      return false;
    });
  return outside.filter((line) => !lines.has(line.trim()));
}

/** A line whose directive is in a comment, or that begins with it. */
const OUTSIDE = new RegExp(`#.*(?:${DIRECTIVE.source})|^\\s*(?:- )?(?:${DIRECTIVE.source})`);
