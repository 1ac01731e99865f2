/**
 * Reports added and removed CRDs, and new versions of CRDs: breaks for stored objects or clients, and stricter reasons for which OLM v1
 * would refuse them. `crd-versions.ts` reports changes outside of the schemas.
 */

import { FOREIGN_LISTS, innermost } from '../../../../base/kubernetes/lists.js';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { differences } from '../../../../base/manifest/differences.js';
import { SCHEMAS_ANNOTATION } from '../../../../olm/lock/judged-content.js';
import { type FindingRule, rule, type Severity } from '../../../../olm/model/finding.js';
import { effectTexts, refusedUpgrades } from '../../../../olm/rules/crd-upgrade/refused-upgrades.js';
import { crdStepFailure } from '../../../../olm/rules/install-plan/crd-step.js';
import type { State } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { fieldsAt, isAt, type Pattern } from '../rows.js';
import { type CrdPair, crdPairs, crdsOf } from './crd-pairs.js';
import { CRD_CHANGED, changesOutsideSchemas } from './crd-versions.js';
import { CRD_LIMIT_LOST, lostLimits } from './lost-limits.js';

const SHOWN = 3;

const CRD_ADDED = rule('crd-added', 'info', 'A CustomResourceDefinition is new', {
  isRoutine: true,
  plural: 'are new',
  meaning: 'The change adds an API to the cluster.',
  fix: 'Check who can use the API.',
});

const CRD_REMOVED = rule('crd-removed', 'warning', 'A CustomResourceDefinition is removed', {
  class: 'breaks',
  short: 'CRDs removed',
  plural: 'are removed',
  meaning: "A CRD is no longer in the input. OLM keeps a bundle's CRD and its objects; tools that prune delete them.",
  fix: 'Keep the CRD as long as it has objects.',
});

const CRD_COMPATIBLE = rule('crd-compatible', 'info', 'Only the schemas of a CustomResourceDefinition differ', {
  isRoutine: true,
  plural: 'have new schemas, which pass every upgrade check',
  meaning: 'A new CRD version has different schemas, and passes every upgrade check of OLM v1.',
  fix: 'Nothing.',
});

const CRD_NOT_COMPARED = rule('crd-not-compared', 'info', 'CRD schemas differ and cannot be compared', {
  class: 'unread',
  plural: 'have new schemas, which a lock does not contain: add their bundles to the input to check the upgrades',
  meaning:
    'A lock of an earlier version of cdk8s-olm has only schema digests, so the effect of a new CRD version on stored objects and clients is not known.',
  fix: 'Write the lock of the base again with `cdk8s-olm lock`, before the upgrade, or add the bundles to the input.',
});

/** One change for each CRD, the worst breaks first. */
const find: FindChanges = (base, head) => {
  const [before, after] = [byName(base), byName(head)];
  const pairs = crdPairs(base, head);
  const refused = refusals(pairs, head);
  const told = new Set(refused.map(({ subject }) => subject.name));
  return [
    ...refused,
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => removed(name, base)),
    ...[...after].flatMap(([name, crd]): FoundChange[] => {
      const pair = pairs.get(name);
      if (!pair) return [changeOf(CRD_ADDED, name, `adds the API ${apiText(crd)}`, head)];
      const around = [...lostLimits(pair, head), ...changesOutsideSchemas(pair.old, crd, head)];
      const notCompared = pair.lacks === undefined || pair.hasSameDigests ? [] : [schemasNotCompared(pair, head)];
      if (told.has(name) || pair.lacks !== undefined) return [...notCompared, ...around];
      return [...compatible(pair, head), ...around];
    }),
  ];
};

/** The change of schemas, if it passes every check. */
function compatible({ old, crd, comparable, isLocked, hasSameDigests }: CrdPair, head: State): FoundChange[] {
  const { name } = crd.metadata;
  if (isLocked) {
    if (hasSameDigests) return [];
    const says = 'differs in its schemas, and passes every upgrade check';
    return [{ ...changeOf(CRD_COMPATIBLE, name, says, head), claims: fieldsAt(old, crd, OF_LOCKS) }];
  }
  const changes = innermost(differences(comparable.old, comparable.crd, FOREIGN_LISTS), FOREIGN_LISTS);
  const [hasSchemas, hasColumns] = [SCHEMAS, COLUMNS].map((fields) => changes.some((change) => isAt(change, fields, true)));
  const isChecked = changes.length > 0 && changes.every((change) => isAt(change, UNCHECKED));
  if (!isChecked && !hasSchemas && !hasColumns) return [];
  const says =
    hasSchemas || !hasColumns
      ? 'differs in its schemas, and passes every upgrade check'
      : 'differs in the columns by which its objects are listed';
  return [{ ...changeOf(CRD_COMPATIBLE, name, says, head), claims: isChecked ? [[]] : fieldsAt(old, crd, CHECKED) }];
}

export const crds = ofStates([CRD_CHANGED, CRD_ADDED, CRD_REMOVED, CRD_COMPATIBLE, CRD_NOT_COMPARED, CRD_LIMIT_LOST], find);

type CrdsByName = ReadonlyMap<string, KubernetesObject>;

function byName(state: State): CrdsByName {
  return new Map(crdsOf(state).map((crd) => [crd.metadata.name, crd]));
}

function changeOf(rule: FindingRule, name: string, message: string, state: State, severity: Severity = 'info'): FoundChange {
  const subject = { kind: 'CustomResourceDefinition', name };
  const place = state.placeOf(subject);
  return { rule, severity, subject, message, place };
}

/** OLM keeps a CRD after its operator is removed; other tools prune it like any object. */
function removed(name: string, base: State): FoundChange {
  const isMade = base.made?.some(({ object }) => object.kind === 'CustomResourceDefinition' && object.metadata.name === name);
  const brought = base.resolution.csvs.some(({ csv }) =>
    csv.bundle?.customResourceDefinitions.some(({ metadata }) => metadata.name === name),
  );
  return brought && !isMade
    ? changeOf(CRD_REMOVED, name, 'is in no bundle any more: OLM leaves it and its objects in the cluster', base)
    : changeOf(CRD_REMOVED, name, 'is removed: a tool that prunes it deletes all of its objects', base, 'warning');
}

function apiText({ spec }: KubernetesObject): string {
  const { names, group } = fieldsOf(spec);
  return `${String(fieldsOf(names).kind)} of ${String(group)}`;
}

/** The version of the program that wrote the CRD. */
const GENERATED_BY = ['metadata', 'annotations', 'controller-gen.kubebuilder.io/version'];
/** In v1beta1, one field applies to all versions. */
const SCHEMAS = ['spec.versions[].schema', 'spec.schema', 'spec.versions[].validation', 'spec.validation'];
const COLUMNS = ['spec.versions[].additionalPrinterColumns', 'spec.additionalPrinterColumns'];
/** Fields that the checks for upgrades compare, and fields without an effect. */
const UNCHECKED: readonly Pattern[] = ['spec.versions[].schema', GENERATED_BY];
/** Fields that a verdict covers, or that only change the display of objects. */
const CHECKED: readonly Pattern[] = [
  ...['spec.versions[].name', 'spec.versions[].schema', 'spec.validation', ...COLUMNS],
  ...['apiVersion', 'spec.version', 'spec.scope'],
  GENERATED_BY,
];
/** The same in locks, which have digests of the schemas. */
const OF_LOCKS: readonly Pattern[] = [...CHECKED, ['metadata', 'annotations', SCHEMAS_ANNOTATION]];

function refusals(pairs: ReadonlyMap<string, CrdPair>, head: State): FoundChange[] {
  const compared = [...pairs.values()].map(({ comparable }) => comparable);
  const refused = refusedUpgrades(
    compared.map(({ old }) => old),
    compared.map(({ crd }) => crd),
  );
  return refused.map(({ crd, verdicts }): FoundChange => {
    const pair = pairs.get(crd) as CrdPair;
    const subject = { kind: 'CustomResourceDefinition', name: crd };
    const [{ severity }] = verdicts;
    // Harmless effects are shown only if there is nothing worse.
    const texts = effectTexts(verdicts, severity);
    const more = texts.length > SHOWN ? `; and ${texts.length - SHOWN} more` : '';
    // Kubernetes 1.30 and later check only the changed values of an update, except for some checks.
    const isRatcheted = verdicts.some(({ effects }) =>
      effects.some((effect) => effect.severity === severity && !effect.always && !effect.isLoss),
    );
    const note =
      severity === 'warning' && isRatcheted ? '; Kubernetes 1.30 and later do not check values that an update does not change' : '';
    const claim =
      severity === 'info'
        ? 'makes no stored object invalid, but OLM v1 would refuse it'
        : 'may break stored objects or clients, and OLM v1 would refuse it';
    const place = head.placeOf(subject);
    const failure = stepFailure(pair.comparable, head);
    return {
      rule: CRD_CHANGED,
      identity: texts,
      severity: failure === undefined ? severity : 'error',
      subject,
      message: `${failure === undefined ? '' : `OLM does not finish the InstallPlan, so the old version stays: ${failure}; it `}${claim}: ${texts.slice(0, SHOWN).join('; ')}${more}${note}`,
      claims: fieldsAt(pair.old, pair.crd, pair.isLocked && pair.lacks === undefined ? OF_LOCKS : CHECKED),
      ...(place ? { place } : {}),
    };
  });
}

/** Why OLM does not update a CRD that a bundle brings: the objects of the input are in the cluster before the InstallPlan. */
function stepFailure({ old, crd }: CrdPair['comparable'], head: State): string | undefined {
  const isOlms = head.resolution.csvs.some(({ csv: { bundle, isResolved } }) =>
    bundle?.customResourceDefinitions.some((one) => isResolved && one.metadata.name === crd.metadata.name),
  );
  return isOlms ? crdStepFailure(old, crd, head.cluster.customResources)?.message : undefined;
}

function schemasNotCompared({ old, crd, lacks }: CrdPair, head: State): FoundChange {
  const message = `has other schemas, which the lock of ${lacks} does not contain: add the bundles to the input, and the upgrade is checked`;
  return { ...changeOf(CRD_NOT_COMPARED, crd.metadata.name, message, head), claims: fieldsAt(old, crd, OF_LOCKS) };
}
