/** Reports fields that make OLM handle operators in a way that permissions do not show. */

import { groupOf, OLM_GROUP } from '../../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { joined } from '../../../base/wording/phrases.js';
import { COPIED_FROM_LABEL, GROUP_ANNOTATIONS } from '../../../olm/model/csv-labels.js';
import { withoutVersion } from '../../../olm/model/csv-version.js';
import { formatNamespaceSet, type NamespaceSet } from '../../../olm/rules/namespace-set.js';
import type { ResolvedGroup } from '../../../olm/rules/resolution.js';
import type { State } from '../../state/state.js';
import { riskRule } from '../risk-rule.js';

export const olmSetting = riskRule('olm-setting', 'warning', 'OLM replaces, upgrades or uses other operators or catalogs', {
  class: 'cluster',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  meaning:
    "One of these changes: a CSV replaces another operator's CSV, which OLM then deletes; a CSV is marked as a copy, or to delete the objects of its CRDs when it is removed, or has annotations of an OperatorGroup by hand, such as `olm.targetNamespaces`; an OperatorCondition overrides a condition of an operator, such as not upgradeable, or sets it in the operator's place; or the labels, priority or availability of a ClusterCatalog change, so that ClusterExtensions use another catalog.",
  attack: 'A harmless operator has `replaces: gatekeeper.v1.0.0`. OLM deletes the policy engine once it runs.',
  fix: 'Check that it is intended, and accept it in the baseline.',
  pair: ({ before, after }, { state }) => {
    const [says, ...claims] = describe(after, before, state) ?? [];
    const effect = OPENS.has(after.kind) || replacesOther(after, before) !== undefined ? ('unknown' as const) : undefined;
    return says === undefined ? [] : [{ says, at: ['spec'], identity: [says], claims, effect }];
  },
});

/** Another version or catalog can come through these: an operator that counts as upgradeable, a catalog that is chosen first. */
const OPENS: ReadonlySet<string> = new Set(['OperatorCondition', 'ClusterCatalog']);

function isCsv({ apiVersion, kind }: KubernetesObject): boolean {
  return groupOf(apiVersion) === OLM_GROUP && kind === 'ClusterServiceVersion';
}

/** The end of a sentence, and the fields that it covers. */
type Says = readonly [string, ...FieldPath[]];

function conditionsText(conditions: readonly Fields[]): string {
  return conditions.map(({ type, status }) => `${String(type)}=${String(status)}`).join(', ');
}

function describe(object: KubernetesObject, old: KubernetesObject | undefined, head: State): Says | undefined {
  const group = groupOf(object.apiVersion);
  if (isCsv(object))
    return replacesOther(object, old) ?? cleansUp(object, old) ?? copied(object, old, head) ?? groupByHand(object, old, head);
  if (group === OLM_GROUP && object.kind === 'OperatorCondition') return overrides(object, old) ?? saysOfItself(object, old);
  if (group === 'olm.operatorframework.io' && object.kind === 'ClusterCatalog') return chosenBy(object, old);
  return undefined;
}

/** The replaced operator can be one that refuses what others ask for. */
function replacesOther({ metadata: { name }, spec }: KubernetesObject, old: KubernetesObject | undefined): Says | undefined {
  const replaced = textOf(fieldsOf(spec).replaces);
  if (!replaced || replaced === fieldsOf(old?.spec).replaces || withoutVersion(replaced) === withoutVersion(name)) return undefined;
  return [`replaces ${replaced} of another operator, which OLM deletes once it runs`, ['spec', 'replaces']];
}

function overrides({ spec }: KubernetesObject, old: KubernetesObject | undefined): Says | undefined {
  const is = listOf(fieldsOf(spec).overrides);
  if (is.length === 0 || sortedText(is) === sortedText(listOf(fieldsOf(old?.spec).overrides))) return undefined;
  return [`overrides ${conditionsText(is)}, whatever the operator says`, ['spec', 'overrides']];
}

/** Operators write these themselves (lib/conditions of operator-lib); OLM trusts them (olm/operatorconditions.go). */
function saysOfItself({ spec }: KubernetesObject, old: KubernetesObject | undefined): Says | undefined {
  const is = listOf(fieldsOf(spec).conditions);
  if (is.length === 0 || sortedText(is) === sortedText(listOf(fieldsOf(old?.spec).conditions))) return undefined;
  return [`says ${conditionsText(is)} in place of the operator`, ['spec', 'conditions']];
}

/** OLM deletes all objects of the CRDs of such a CSV when it is deleted. */
function cleansUp({ spec }: KubernetesObject, old: KubernetesObject | undefined): Says | undefined {
  const [was, is] = [old?.spec, spec].map((fields) => fieldsOf(fieldsOf(fields).cleanup).enabled === true);
  return is && !was
    ? ['has cleanup.enabled, by which OLM deletes all objects of its CRDs when it is deleted', ['spec', 'cleanup', 'enabled']]
    : undefined;
}

/** A copy with its original in the input is not reported. */
function copied({ metadata: { name, labels } }: KubernetesObject, old: KubernetesObject | undefined, { given }: State): Says | undefined {
  const [was, is] = [old?.metadata.labels, labels].map((each) => fieldsOf(each)[COPIED_FROM_LABEL]);
  const isOriginal = ({ metadata }: KubernetesObject): boolean =>
    metadata.name === name && (metadata.namespace ?? '') === String(is) && !(COPIED_FROM_LABEL in fieldsOf(metadata.labels));
  if (is === undefined || was !== undefined || given.some((object) => isCsv(object) && isOriginal(object))) return undefined;
  const says = `has the label ${COPIED_FROM_LABEL}, so OLM treats it as a copy and deletes it where there is no original`;
  return [says, ['metadata', 'labels', COPIED_FROM_LABEL]];
}

/** OLM writes these itself: other values make a CSV a member of another group, a copy, or one that is never installed. */
function groupByHand({ metadata }: KubernetesObject, old: KubernetesObject | undefined, head: State): Says | undefined {
  // A copy has those of its original, and is told by itself where it is none.
  if (metadata.labels?.[COPIED_FROM_LABEL] !== undefined) return undefined;
  const { group, targets } =
    head.resolution.csvs.find(({ csv: { name, namespace } }) => name === metadata.name && namespace === metadata.namespace) ?? {};
  const written = group ? writtenBy(group, targets) : {};
  const [was, is] = [fieldsOf(old?.metadata.annotations), fieldsOf(metadata.annotations)];
  const keys = GROUP_ANNOTATIONS.filter((key) => is[key] !== undefined && is[key] !== was[key] && is[key] !== written[key]);
  if (keys.length === 0) return undefined;
  const texts = keys.map((key) => `${key} ${JSON.stringify(is[key])}`);
  const says = `has ${joined(texts)}, which OLM writes itself, and from which OLM reads the group of a CSV; its OperatorGroup has other values`;
  return [says, ...keys.map((key): FieldPath => ['metadata', 'annotations', key])];
}

function writtenBy({ group: { name, namespace } }: ResolvedGroup, targets: NamespaceSet | undefined): Fields {
  const [ofName, ofNamespace, ofGroupNamespace, ofTargets] = GROUP_ANNOTATIONS;
  const text = targets && formatNamespaceSet(targets);
  return { [ofName]: name, [ofNamespace]: namespace, [ofGroupNamespace]: namespace, [ofTargets]: text };
}

function chosenBy(object: KubernetesObject, old: KubernetesObject | undefined): Says | undefined {
  const [was, is] = [old, object].map((catalog) => {
    const { priority, availabilityMode } = fieldsOf(catalog?.spec);
    return sortedText([fieldsOf(catalog?.metadata.labels), priority, availabilityMode]);
  });
  return old && was !== is
    ? [
        'has other labels, another priority or availability, by which each ClusterExtension chooses its catalog',
        ['metadata', 'labels'],
        ['spec', 'priority'],
        ['spec', 'availabilityMode'],
      ]
    : undefined;
}
