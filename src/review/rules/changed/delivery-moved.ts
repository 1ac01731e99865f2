/**
 * Reports Applications and similar objects that a change moves to another namespace or name: one moved object, not one removed and one
 * added.
 */

import { groupOf, keyWithGroup } from '../../../base/kubernetes/kinds.js';
import { formatReference, groupBy, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { isIn } from '../../../base/manifest/field-changes.js';
import { isMapping, sortedText } from '../../../base/manifest/plain-data.js';
import { ARGO_GROUP, RESOURCES_FINALIZER } from '../../../base/tools/argo-cd.js';
import { HELM_GROUP, KUSTOMIZE_GROUP } from '../../../base/tools/flux.js';
import { objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { riskRule } from '../risk-rule.js';
import { appliesGuard } from './guard-undone.js';
import { marksWith } from './marks.js';

export const deliveryMoved = riskRule(
  'delivery-moved',
  'warning',
  'An Application or a similar object moves to another namespace or name',
  {
    class: 'cluster',
    effect: 'unknown',
    references: ['CWE-829: Inclusion of Functionality from Untrusted Control Sphere'],
    meaning:
      'An Application, ApplicationSet, Flux Kustomization or HelmRelease has the same name in another namespace, or an Application has the same spec under another name in its namespace. Other differences in it are reported like any change. The input does not show whether a tool reads the new namespace, and with which permissions it applies there. It is an error if its name or source shows that it applies objects that refuse requests.',
    attack: 'An Application moves to the namespace of another Argo CD, which can write every object of the cluster.',
    fix: 'Check that the tool reads the new namespace with the intended permissions, and what happens to the objects that the old object applied.',
    compare: ({ state: { moved = new Map() } }) =>
      [...moved].map(([object, from]) => {
        const { name, namespace } = from.metadata;
        const isRenamed = name !== object.metadata.name;
        const goes = `the old object goes, and what it applied ${isPruned(object) ? 'goes with it' : 'can stay'}`;
        const isOfGuard = [object, from].some(appliesGuard);
        return {
          ...(isOfGuard ? { severity: 'error' as const } : {}),
          // The same tool applies the same content with the same permissions.
          ...(isRenamed && !isOfGuard && !namesRelease(object) ? { effect: 'none' as const } : {}),
          subject: referenceTo(object),
          says: isRenamed
            ? `is ${name} under another name, with the same spec: ${namesRelease(object) ? 'the release of Helm has the new name, too; ' : ''}${goes}`
            : `is moved here from ${namespace === undefined ? 'no namespace' : `the namespace ${namespace}`}: whether ${toolOf(object)} looks into this one, and with which permissions, was not reviewed; ${installsHere(object) ? 'what it installs goes here, too; ' : ''}${goes}`,
          fix: isRenamed
            ? 'check what happens to the objects that the old object applied, and accept it in the baseline'
            : 'check that the tool reads that namespace with the intended permissions, and accept it in the baseline',
          at: ['metadata', isRenamed ? 'name' : 'namespace'],
          identity: isRenamed ? [namespace ?? '', name] : [namespace ?? ''],
        };
      }),
  },
);

/** Whether Helm takes the release name from the name of the Application. */
function namesRelease({ spec }: KubernetesObject): boolean {
  const { source, sources } = fieldsOf(spec);
  return [fieldsOf(source), ...listOf(sources)].some(
    ({ chart, helm }) => (chart ?? helm) !== undefined && fieldsOf(helm).releaseName === undefined,
  );
}

function toolOf({ apiVersion }: KubernetesObject): string {
  return groupOf(apiVersion) === ARGO_GROUP ? 'Argo CD' : 'Flux';
}

/** Whether deleting the object also deletes the objects that it applied. */
function isPruned({ kind, metadata, spec }: KubernetesObject): boolean {
  const { finalizers } = metadata as Fields;
  if (kind === 'Application') return isIn(finalizers, (value) => String(value).startsWith(RESOURCES_FINALIZER));
  if (kind === 'ApplicationSet') return fieldsOf(fieldsOf(spec).syncPolicy).preserveResourcesOnDeletion !== true;
  return kind === 'HelmRelease' || fieldsOf(spec).prune === true;
}

/** Whether the namespace of an object is also the namespace that it installs into. */
function installsHere({ kind, spec }: KubernetesObject): boolean {
  return kind === 'HelmRelease' && fieldsOf(spec).targetNamespace === undefined;
}

/** Kinds that are paired, by API group. */
const MOVING: ReadonlyMap<string, readonly string[]> = new Map([
  [ARGO_GROUP, ['Application', 'ApplicationSet']],
  [KUSTOMIZE_GROUP, ['Kustomization']],
  [HELM_GROUP, ['HelmRelease']],
]);

/** Fields in which Flux reads objects from the namespace of this object: the same names in another namespace are not known. */
const IN_ITS_NAMESPACE: ReadonlySet<string> = new Set([
  'serviceAccountName',
  'kubeConfig',
  'decryption',
  'verify',
  'valuesFrom',
  'substituteFrom',
]);

/** Whether a removed object may be the same as an added one. An object that is kept after its removal exists twice. */
function isMoving(object: KubernetesObject): boolean {
  const { apiVersion, kind, spec } = object;
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
  if (MOVING.get(group)?.includes(kind) !== true || marksWith(['kept'], object).length > 0) return false;
  const { values: _, ...own } = fieldsOf(spec);
  return group === ARGO_GROUP || !isIn(own, (_, at) => IN_ITS_NAMESPACE.has(String(at.at(-1))));
}

/** The objects that the other state does not have. */
function movingIn(state: State, other: State): readonly KubernetesObject[] {
  const { twinOf } = objectsOf(other);
  return state.given.filter((object) => isMoving(object) && !twinOf(object));
}

/** The key of an object in any namespace. */
function nameKey(object: KubernetesObject): string {
  return keyWithGroup({ ...object, metadata: { name: object.metadata.name } });
}

/** The key of an Application under any name. */
function specKey({ apiVersion, kind, metadata: { namespace }, spec, operation }: KubernetesObject): string {
  return sortedText([apiVersion, kind, namespace, spec, operation]);
}

/** Pairs a removed object with an added one, if there is exactly one of each. */
function pairs(
  gone: readonly KubernetesObject[],
  came: readonly KubernetesObject[],
  key: (object: KubernetesObject) => string,
): [KubernetesObject, KubernetesObject][] {
  const byKey = groupBy(came, key);
  return [...groupBy(gone, key)].flatMap(([name, [from, ...others]]): [KubernetesObject, KubernetesObject][] => {
    const [to, ...more] = byKey.get(name) ?? [];
    return from && to && others.length + more.length === 0 ? [[from, to]] : [];
  });
}

/** An object of BASE at its new place. References that Flux resolves in the namespace of the object keep the old namespace. */
function movedTo(to: KubernetesObject, from: KubernetesObject): KubernetesObject {
  const { name, namespace } = to.metadata;
  const { namespace: old, ...metadata } = { ...from.metadata, name };
  const moved = { ...from, metadata: namespace === undefined ? metadata : { ...metadata, namespace } };
  if (groupOf(from.apiVersion) === ARGO_GROUP || old === undefined || !isMapping(from.spec)) return moved;
  const named = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        (field === 'sourceRef' || field === 'chartRef') && isMapping(value)
          ? { namespace: old, ...value }
          : (field === 'chart' || field === 'spec') && isMapping(value)
            ? named(value)
            : value,
      ]),
    );
  return { ...moved, spec: { ...(installsHere(from) && !installsHere(to) ? { targetNamespace: old } : {}), ...named(from.spec) } };
}

/** BASE with moved objects at their places in HEAD, so that they are compared like objects that stay. */
export function withMovedDeliveries(base: State, head: State): State {
  const [gone, came] = [movingIn(base, head), movingIn(head, base)];
  const [before, after] = [gone, came].map((all) => new Set(all.map(nameKey))) as [Set<string>, Set<string>];
  // An object that may be paired by its name in another namespace is not paired by its spec.
  const isApart = (object: KubernetesObject): boolean =>
    object.kind === 'Application' && !(before.has(nameKey(object)) && after.has(nameKey(object)));
  const paired = [...pairs(gone, came, nameKey), ...pairs(gone.filter(isApart), came.filter(isApart), specKey)];
  const moved = new Map(paired.map(([from, to]) => [from, movedTo(to, from)]));
  if (moved.size === 0) return base;
  const now = <Value>(value: Value): Value => (moved.get(value as KubernetesObject) as Value | undefined) ?? value;
  const places = new Map([...moved].map(([from, to]) => [formatReference(referenceTo(to)), referenceTo(from)]));
  return {
    ...base,
    given: base.given.map(now),
    documents: base.documents.map((document) =>
      moved.has(document.value as KubernetesObject) ? { ...document, value: now(document.value) } : document,
    ),
    ...(base.appliedHere ? { appliedHere: new Set([...base.appliedHere].map(now)) } : {}),
    ...(base.ownSources ? { ownSources: new Map([...base.ownSources].map(([object, own]) => [now(object), own])) } : {}),
    placeOf: (subject, field) => base.placeOf(places.get(formatReference(subject)) ?? subject, field),
    moved: new Map([...moved].map(([from, to]) => [to, from])),
  };
}
