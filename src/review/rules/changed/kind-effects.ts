/**
 * What objects of a kind do, as the table of kinds says it: they decide something beyond themselves, as a permission does without being
 * one; they make a tool apply manifests from elsewhere; or they do nothing that other rules do not report. What objects of all other
 * kinds do is unknown.
 */
import { groupOf } from '../../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { ROWS, rowOf, rowOfObject, rowOfResource } from '../../../base/tools/kinds.js';
import type { KindRow } from '../../../base/tools/row.js';
import type { Setting } from '../../../base/tools/setting.js';

type Kind = Pick<KubernetesObject, 'apiVersion' | 'kind'>;

/** The row that says what objects of a kind do: its own, or that of the others of its group. */
function effectOf({ apiVersion, kind }: Kind): KindRow | undefined {
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
  return [rowOfObject({ apiVersion, kind }), rowOf(group, '*')].find(doesSomething);
}

/** Whether a row says what objects do, and not only what they are called. Of Pods that cannot be read, nobody knows what they do. */
function doesSomething(row: KindRow | undefined): boolean {
  return row !== undefined && DOES.some((field) => row[field] !== undefined);
}

const DOES = ['setting', 'applies', 'carries', 'podSpec', 'isEveryday', 'why'] as const;

/** What objects of a kind decide; nothing of most kinds. */
export function settingOfKind(kind: Kind): Setting | undefined {
  return effectOf(kind)?.setting;
}

/** Whether an object makes a tool apply manifests from elsewhere. */
export function isDelivery(kind: Kind): boolean {
  return effectOf(kind)?.applies === true;
}

/** Whether all that can change in an object of this kind is known. */
export function isEveryday(kind: Kind): boolean {
  return effectOf(kind)?.isEveryday === true;
}

/** Whether the review knows what objects of this kind do. */
export function isKnownKind(kind: Kind): boolean {
  const effect = effectOf(kind);
  return effect !== undefined && !effect.onlyAdds;
}

/** Whether the review knows what objects of this kind do by the objects in them alone. */
export function isKnownByContent(kind: Kind): boolean {
  const row = effectOf(kind);
  return row?.carries !== undefined && [row.setting, row.applies, row.isEveryday, row.why].every((known) => known === undefined);
}

/** Whether the cluster is no more open without an object of this kind. */
export function isHarmlessWhenGone(kind: Kind): boolean {
  return effectOf(kind)?.onlyAdds === true;
}

/** Their objects are compared where they have an effect; of one that has none here, nobody knows more. */
const WITHOUT_EFFECT_HERE: ReadonlySet<string> = new Set([
  'operators.coreos.com',
  'olm.operatorframework.io',
  'packages.operators.coreos.com',
  'rbac.authorization.k8s.io',
  'authorization.openshift.io',
]);

/** Whether other rules look at each object of this kind, wherever it is. */
export function isReviewedKind(kind: Kind): boolean {
  const group = groupOf(kind.apiVersion);
  // What an OperatorCondition decides, it decides wherever it is.
  if (group === 'operators.coreos.com' && kind.kind === 'OperatorCondition') return true;
  return isKnownKind(kind) && !WITHOUT_EFFECT_HERE.has(group);
}

/**
 * Whether a permission to write objects gives no more than other rules say of it: of a kind that only adds something, or that
 * other rules look at; and to delete what the cluster is no more open without.
 */
export function isReviewedWhenWritten(group: string, plural: string, verb: string): boolean {
  const others = group === 'olm.operatorframework.io' ? undefined : rowOf(group, '*');
  const row = [rowOfResource(group, plural), others].find(doesSomething);
  if (row?.setting) return DELETES.has(verb) && row.setting.gone === undefined;
  // A carrier has any object made, by whoever uses it.
  return row !== undefined && !row.applies && (row.carries === undefined || row.isEveryday === true);
}

const DELETES: ReadonlySet<string> = new Set(['delete', 'deletecollection']);

/** All kinds that decide something. */
export function decidingKinds(): readonly DecidingKind[] {
  return ROWS.filter((row): row is DecidingKind => row.setting !== undefined);
}

/** A kind, or `*` for those of its group that no other row names, with what its objects decide. */
export type DecidingKind = KindRow & { readonly setting: Setting };
