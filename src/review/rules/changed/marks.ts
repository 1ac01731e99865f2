/**
 * Classifies marks, which are annotations and labels, by their effect on an object: a tool applies or skips it, keeps it after its removal
 * from Git, or only changes what people see. A key that is in no row and is no setting is unknown: a tool of the cluster may act on it.
 */
import { groupBy, type KubernetesObject } from '../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';
import { TOOLS } from '../../../base/tools/all.js';
import type { MarkEffect, MarkRow } from '../../../base/tools/tool.js';

/** The rows of all tools. */
export const MARKS: readonly MarkRow[] = TOOLS.flatMap(({ marks = [] }) => marks);

/** Keys with a list as value. */
const LISTS: ReadonlySet<string> = new Set(TOOLS.flatMap(({ lists = [] }) => lists));

const EXACT = groupBy(
  MARKS.filter(([key]) => !key.endsWith('*')),
  ([key]) => key,
);
const BEGINNINGS = MARKS.flatMap((row) => (row[0].endsWith('*') ? [{ start: row[0].slice(0, -1), row }] : []));

/** Keys without a domain belong to users: Kubernetes reserves keys with a domain for tools. */
const OF_USERS = /^[^./]+$/;

/** One mark. */
export interface Mark {
  readonly effect: MarkEffect;
  /** Such as `argocd.argoproj.io/sync-options: Prune=false`; for a list, one of its options. */
  readonly text: string;
}

/**
 * The effects of a label or annotation on an object of this kind; empty if its key is in no row.
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

/** Compares without case, as Flux and Config Sync do. */
function isOneOf(values: string, text: string): boolean {
  return values.toLowerCase().split(' ').includes(text.toLowerCase());
}

/** A mark with its place in the object. */
export interface PlacedMark extends Mark {
  readonly at: FieldPath;
}

/** The marks of an object with one of these effects. */
export function marksWith(effects: readonly MarkEffect[], { kind, metadata }: KubernetesObject): PlacedMark[] {
  return (['labels', 'annotations'] as const)
    .flatMap((list) =>
      Object.entries(fieldsOf(metadata[list])).flatMap(([key, value]) =>
        marksIn(key, value, kind).map((mark) => ({ ...mark, at: ['metadata', list, key] })),
      ),
    )
    .filter(({ effect }) => effects.includes(effect));
}

/** Whether the effect of a label or annotation is known: none, or one that other rules report. */
export function isKnownMark(key: string, value: unknown, kind: string): boolean {
  if (OF_USERS.test(key)) return true;
  const marks = marksIn(key, value, kind);
  return marks.length > 0 && marks.every(({ effect }) => effect !== 'unknown');
}
