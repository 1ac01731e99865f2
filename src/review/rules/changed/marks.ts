/**
 * Marks: annotations and labels, by what they make of the object that has them. A tool applies it or leaves it alone, keeps it when
 * Git has it no more, or changes nothing but what people see. A key that no tool of the table has, and that is no setting, is unknown:
 * a tool of the cluster can act on it.
 */
import { groupBy, type KubernetesObject } from '../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';
import { TOOLS } from '../../../base/tools/all.js';
import type { MarkEffect, MarkRow } from '../../../base/tools/row.js';

/** The rows of all tools. */
export const MARKS: readonly MarkRow[] = TOOLS.flatMap(({ marks = [] }) => marks);

/** Keys whose value is a list. */
const LISTS: ReadonlySet<string> = new Set(TOOLS.flatMap(({ lists = [] }) => lists));

const EXACT = groupBy(
  MARKS.filter(([key]) => !key.endsWith('*')),
  ([key]) => key,
);
const BEGINNINGS = MARKS.flatMap((row) => (row[0].endsWith('*') ? [{ start: row[0].slice(0, -1), row }] : []));

/** Keys without a domain are the users' own: Kubernetes keeps those with one for tools. */
const OF_USERS = /^[^./]+$/;

/** One mark. */
export interface Mark {
  readonly effect: MarkEffect;
  /** Such as `argocd.argoproj.io/sync-options: Prune=false`: of a list, one of its options. */
  readonly text: string;
}

/**
 * What a label or an annotation makes of an object of this kind; nothing if its key is in no row.
 *
 * @example
 * marksIn('argocd.argoproj.io/sync-options', 'Prune=false, ServerSideApply=true', 'Job').map(({ effect }) => effect) // ['kept', 'harmless']
 */
export function marksIn(key: string, value: unknown, kind: string): Mark[] {
  const rows = EXACT.get(key) ?? BEGINNINGS.filter(({ start }) => key.startsWith(start)).map(({ row }) => row);
  if (rows.length === 0) return [];
  const options = LISTS.has(key) ? String(value).split(',') : [String(value)];
  return options.map((option) => {
    const text = option.trim();
    const fits = ([, values, , , of]: MarkRow): boolean => (of === undefined || of === kind) && (values === '*' || isOneOf(values, text));
    return { effect: rows.find(fits)?.[2] ?? 'unknown', text: `${key}: ${text}` };
  });
}

/** Flux and Config Sync take either case. */
function isOneOf(values: string, text: string): boolean {
  return values.toLowerCase().split(' ').includes(text.toLowerCase());
}

/** One of an object, and where it is. */
export interface PlacedMark extends Mark {
  readonly at: FieldPath;
}

/** The marks of an object that have one of these effects. */
export function marksWith(effects: readonly MarkEffect[], { kind, metadata }: KubernetesObject): PlacedMark[] {
  return (['labels', 'annotations'] as const)
    .flatMap((list) =>
      Object.entries(fieldsOf(metadata[list])).flatMap(([key, value]) =>
        marksIn(key, value, kind).map((mark) => ({ ...mark, at: ['metadata', list, key] })),
      ),
    )
    .filter(({ effect }) => effects.includes(effect));
}

/** Whether it is known what tools make of a label or an annotation: nothing, or what other rules tell. */
export function isKnownMark(key: string, value: unknown, kind: string): boolean {
  if (OF_USERS.test(key)) return true;
  const marks = marksIn(key, value, kind);
  return marks.length > 0 && marks.every(({ effect }) => effect !== 'unknown');
}
