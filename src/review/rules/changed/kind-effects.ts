/**
 * Answers questions about the effect of a kind, from the table of kinds: objects that decide something beyond themselves, as permissions
 * do; objects that make a tool apply manifests from elsewhere; or objects with no effect that other rules do not report. The effect of all
 * other kinds is unknown.
 */
import { groupOf } from '../../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { ROWS, rowOf, rowOfObject } from '../../../base/tools/kinds.js';
import { rowOfResource } from '../../../base/tools/resources.js';
import type { Setting } from '../../../base/tools/setting.js';
import type { KindRow } from '../../../base/tools/tool.js';

type Kind = Pick<KubernetesObject, 'apiVersion' | 'kind'>;

/** The row for a kind: its own, or the row for the other kinds of its group. */
function effectOf({ apiVersion, kind }: Kind): KindRow | undefined {
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
  return [rowOfObject({ apiVersion, kind }), rowOf(group, '*')].find(doesSomething);
}

/** Whether a row describes an effect, not only names. The effect of Pods that cannot be read is not known. */
function doesSomething(row: KindRow | undefined): boolean {
  return row !== undefined && DOES.some((field) => row[field] !== undefined);
}

const DOES = ['setting', 'applies', 'carries', 'podSpec', 'isEveryday', 'why'] as const;

/** The setting that objects of a kind contain; undefined for most kinds. */
export function settingOfKind(kind: Kind): Setting | undefined {
  const { setting, compared } = effectOf(kind) ?? {};
  return setting ?? compared;
}

/** Whether an object makes a tool apply manifests from elsewhere. */
export function isDelivery(kind: Kind): boolean {
  return effectOf(kind)?.applies === true;
}

/** Whether the effect of every change to an object of this kind is known. */
export function isEveryday(kind: Kind): boolean {
  return effectOf(kind)?.isEveryday === true;
}

/** Whether the review knows the effect of this kind. */
export function isKnownKind(kind: Kind): boolean {
  const effect = effectOf(kind);
  return effect !== undefined && !effect.onlyAdds;
}

/** Whether the effect of this kind is known only by the objects that it contains. */
export function isKnownByContent(kind: Kind): boolean {
  const row = effectOf(kind);
  return row?.carries !== undefined && [row.setting, row.applies, row.isEveryday, row.why].every((known) => known === undefined);
}

/** Whether removing an object of this kind opens nothing. */
export function isHarmlessWhenGone(kind: Kind): boolean {
  return effectOf(kind)?.onlyAdds === true;
}

/** Kinds that only give something. A ClusterRole, or a binding in the whole cluster, can be one of the cluster itself, which comes back whole. */
const GIVES: ReadonlySet<string> = new Set([
  'operators.coreos.com/CatalogSource',
  'operators.coreos.com/Subscription',
  'rbac.authorization.k8s.io/Role',
  'rbac.authorization.k8s.io/RoleBinding',
]);

/** Whether objects of this kind only give or add something, so that nobody gains when one goes. */
export function onlyGives(kind: Kind): boolean {
  return GIVES.has(`${groupOf(kind.apiVersion)}/${kind.kind}`) || isHarmlessWhenGone(kind);
}

/** What objects of a kind without a rule decide, if removing them opens nothing. */
export function purposeOf(kind: Kind): string | undefined {
  const { onlyAdds, why } = effectOf(kind) ?? {};
  return onlyAdds ? why : undefined;
}

/** Whether a new object of this kind gives nobody anything: it leads to what is there, shows something, or holds content from a store. */
export function givesNothing(kind: Kind): boolean {
  const { podSpec, carries, applies, runs, leads, onlyAdds, setting } = effectOf(kind) ?? {};
  if ([podSpec, carries, applies, runs].some((one) => one !== undefined)) return false;
  const isMild = setting !== undefined && !setting.brings && setting.gone === undefined && setting.added !== 'error';
  return leads === true || onlyAdds === true || isMild;
}

/** Whether power can come through a new object of this kind. */
export function bringsPower(kind: Kind): boolean {
  const { setting, applies } = effectOf(kind) ?? {};
  return applies === true || setting?.brings === true || setting?.added === 'error';
}

/** Groups whose objects are compared only where they have an effect. */
const WITHOUT_EFFECT_HERE: ReadonlySet<string> = new Set([
  'operators.coreos.com',
  'olm.operatorframework.io',
  'packages.operators.coreos.com',
  'rbac.authorization.k8s.io',
  'authorization.openshift.io',
]);

/** Whether other rules check each object of this kind, wherever it is. */
export function isReviewedKind(kind: Kind): boolean {
  const group = groupOf(kind.apiVersion);
  // An OperatorCondition has its effect wherever it is.
  if (group === 'operators.coreos.com' && kind.kind === 'OperatorCondition') return true;
  return isKnownKind(kind) && !WITHOUT_EFFECT_HERE.has(group);
}

/**
 * Whether the permission to write a kind has no effect that other rules do not report: the kind only adds something, or other rules check
 * its objects; the same for deleting if a removal opens nothing.
 */
export function isReviewedWhenWritten(group: string, plural: string, verb: string): boolean {
  const others = group === 'olm.operatorframework.io' ? undefined : rowOf(group, '*');
  const row = [rowOfResource(group, plural), others].find(doesSomething);
  if (row?.leads) return DELETES.has(verb);
  if (row?.setting) return DELETES.has(verb) && row.setting.gone === undefined;
  // A carrier lets its writer create any object.
  return row !== undefined && !row.applies && (row.carries === undefined || row.isEveryday === true);
}

const DELETES: ReadonlySet<string> = new Set(['delete', 'deletecollection']);

/** All kinds that are settings. */
export function decidingKinds(): readonly DecidingKind[] {
  return ROWS.filter((row): row is DecidingKind => row.setting !== undefined);
}

/** A kind, or `*` for other kinds of its group, with its setting. */
export type DecidingKind = KindRow & { readonly setting: Setting };
