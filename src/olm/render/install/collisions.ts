/** Merges objects with the same name from several installations if possible; otherwise reports an error. */
import { isDeepStrictEqual } from 'node:util';
import {
  compareByName,
  groupBy,
  type KubernetesObject,
  type ObjectReference,
  objectKey,
  referenceTo,
} from '../../../base/kubernetes/object.js';
import { listed } from '../../../base/wording/phrases.js';
import { type Finding, type FindingRule, rule } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import { crdUpgrade, isHarmless } from '../../rules/crd-upgrade/crd-upgrade.js';
import { refuseClashes } from '../clashes.js';
import type { Check } from '../profile/profile.js';
import type { Rendered } from '../rendered.js';

export const conversionConflict = rule('conversion-conflict', 'error', 'Two installations convert one CRD', {
  meaning: 'A CRD has one conversion webhook for the whole cluster. Neither CRD is rendered.',
  fix: 'Install the operator once in the cluster.',
});

export const crdsDiffer = rule('crds-differ', 'error', 'Two installations have different CRDs with the same name', {
  meaning:
    'Two operators contain a CRD with the same name. If one of the CRDs has all versions, it is rendered, and a warning names the differences of the others.',
  fix: 'Install one version of the operator everywhere.',
});

export const deploymentShared = rule('deployment-shared', 'error', 'Two operators have a Deployment with the same name', {
  meaning: 'Two operators of one namespace have a Deployment with the same name. Neither is rendered.',
  fix: 'Install each operator in its own namespace.',
});

export const installedObjectsConflict = rule(
  'installed-objects-conflict',
  'error',
  'Two installations have different objects with the same name',
  {
    meaning: 'Two operators contain different objects with the same kind and name. Neither is rendered.',
    fix: 'Install one version of the operator, or only one of the operators.',
  },
);

export const installedObjectsMerged = rule('installed-objects-merged', 'info', 'Two installations have one object in common', {
  meaning: 'Two operators contain the same object, or a binding that differs only in its subjects. It is rendered once.',
  fix: 'Nothing: the object is removed with the last operator.',
});

/** An object of one installation. */
export interface OwnedObject {
  readonly object: KubernetesObject;
  /** The CSV of the installation. */
  readonly owner: ObjectReference;
  /** The file of the object. */
  readonly file?: string;
}

/** The outcome for objects with the same name. */
interface Outcome {
  readonly kept?: OwnedObject;
  readonly findings: readonly Finding[];
}

/** Keeps each name once, and takes over no ClusterRole of Kubernetes or of the input. */
export const collisions: Check = (rendering, context) => {
  const files = new Map(
    (context.plan?.installations ?? []).map(({ csv: { csv } }) => [
      `${csv.namespace}/${csv.name}`,
      csv.bundle?.source?.file ?? csv.source?.file,
    ]),
  );
  const owned = rendering.rendered
    .filter(({ emitSet }) => emitSet === 'install')
    .map((item) => {
      const file = files.get(`${item.owner.namespace}/${item.owner.name}`);
      return { ...item, item, ...(file === undefined ? {} : { file }) };
    });
  const { objects, findings } = resolveCollisions(owned);
  // The ClusterRoles of bundles are rendered here, so they are no clash.
  const permitted = refuseClashes(
    objects.map(({ item, object }): Rendered => ({ ...item, object })),
    { ...context, resolution: { ...context.resolution, csvs: [] } },
  );
  const others = rendering.rendered.filter(({ emitSet }) => emitSet !== 'install');
  return {
    ...rendering,
    rendered: [...withoutAccounts(others, permitted.rendered), ...permitted.rendered],
    findings: [...rendering.findings, ...findings, ...permitted.findings],
  };
};

/** The rendered ServiceAccounts without those that a bundle contains itself: both are the same account. */
function withoutAccounts(rendered: readonly Rendered[], installed: readonly Rendered[]): Rendered[] {
  const accounts = new Set(installed.filter(({ object }) => object.kind === 'ServiceAccount').map(({ object }) => objectKey(object)));
  return rendered.filter(({ object }) => object.kind !== 'ServiceAccount' || !accounts.has(objectKey(object)));
}

/** All objects, with those of the same name merged; if that is impossible, none remains, and an error reports it. */
export function resolveCollisions<T extends OwnedObject>(objects: readonly T[]): { readonly objects: T[]; readonly findings: Finding[] } {
  const kept = new Map<string, OwnedObject>();
  const findings: Finding[] = [];
  for (const [key, group] of groupBy(objects, ({ object }) => objectKey(object))) {
    const same = group.toSorted((a, b) => compareByName(a.owner, b.owner));
    const outcome = same.length === 1 ? { kept: same[0], findings: [] } : outcomeOf(same as [T, ...T[]]);
    if (outcome.kept) kept.set(key, outcome.kept);
    findings.push(...outcome.findings);
  }
  const seen = new Set<string>();
  const resolved = objects.flatMap(({ object }): T[] => {
    const key = objectKey(object);
    if (seen.has(key)) return [];
    seen.add(key);
    const one = kept.get(key);
    // The kept object is one of the objects, or has all its fields.
    return one ? [one as T] : [];
  });
  return { objects: resolved, findings };
}

function outcomeOf(same: readonly [OwnedObject, ...OwnedObject[]]): Outcome {
  const [first, ...others] = same;
  const { kind } = first.object;
  if (kind === 'CustomResourceDefinition') return crdOutcome(same);
  if (others.every(({ object }) => isDeepStrictEqual(object, first.object))) {
    return kind === 'Deployment' && hasSeveralOwners(same) ? conflict(same) : merged(first, same);
  }
  if (kind === 'Deployment') return conflict(same);
  const united = kind === 'ClusterRoleBinding' ? unitedBinding(same) : undefined;
  if (united) return merged({ ...first, object: united }, same);
  return conflict(same);
}

function hasSeveralOwners(same: readonly OwnedObject[]): boolean {
  return new Set(same.map(({ owner }) => `${owner.namespace}/${owner.name}`)).size > 1;
}

function ownersOf(same: readonly OwnedObject[]): string {
  return listed([
    ...new Set(same.map(({ owner, file }) => `${owner.namespace ?? ''}/${owner.name}${file === undefined ? '' : ` (${file})`}`)),
  ]);
}

function merged(kept: OwnedObject, same: readonly OwnedObject[]): Outcome {
  if (!hasSeveralOwners(same)) return { kept, findings: [] };
  const reference = referenceTo(kept.object);
  const message = `${ownersOf(same)} bring the same ${reference.kind} ${reference.name}: it is rendered once`;
  return {
    kept,
    findings: [
      installFinding(installedObjectsMerged, 'info', kept.owner, message, 'nothing to do; it stays until the last of them is removed', [
        reference,
      ]),
    ],
  };
}

/** The outcome for objects that cannot be merged: none is kept. */
function refused(rule: FindingRule, same: readonly [OwnedObject, ...OwnedObject[]], message: string, fix: string): Outcome {
  const [{ owner, object }] = same;
  return { findings: [installFinding(rule, 'error', owner, message, fix, [referenceTo(object)])] };
}

function conflict(same: readonly [OwnedObject, ...OwnedObject[]]): Outcome {
  const { kind, name, namespace = '' } = referenceTo(same[0].object);
  return kind === 'Deployment'
    ? refused(
        deploymentShared,
        same,
        `${ownersOf(same)} each have a Deployment ${name} in ${namespace}: each operator would overwrite the other's`,
        'install them in namespaces of their own',
      )
    : refused(
        installedObjectsConflict,
        same,
        `${ownersOf(same)} each bring a different ${kind} ${name}`,
        'install one version of the operator, or only one of the operators',
      );
}

/** One binding for bindings that differ only in their subjects. */
function unitedBinding(same: readonly OwnedObject[]): KubernetesObject | undefined {
  const [first, ...others] = same.map(({ object }) => object);
  if (!first || !others.every((other) => isDeepStrictEqual({ ...other, subjects: [] }, { ...first, subjects: [] }))) return undefined;
  const subjects = [first, ...others].flatMap((binding) => (binding.subjects ?? []) as unknown[]);
  return {
    ...first,
    subjects: subjects.filter((subject, index) => subjects.findIndex((other) => isDeepStrictEqual(other, subject)) === index),
  };
}

/** The outcome for CRDs: a CRD whose versions include those of all others replaces them. */
function crdOutcome(same: readonly [OwnedObject, ...OwnedObject[]]): Outcome {
  const [first] = same;
  const different = same.filter(({ object }, index) => same.findIndex((other) => isDeepStrictEqual(other.object, object)) === index);
  if (different.length === 1) return merged(first, same);
  if (different.filter(({ object }) => isConverted(object)).length > 1) {
    const message = `${ownersOf(same)} each want to convert the objects of the CRD ${first.object.metadata.name}, which one of them alone can do`;
    return refused(conversionConflict, same, message, 'install the operator once in the cluster');
  }
  const largest = different.find(({ object }) =>
    different.every((other) => versionsOf(other.object).every((name) => versionsOf(object).includes(name))),
  );
  const reference = referenceTo(first.object);
  if (!largest) {
    const message = `${ownersOf(same)} bring the CRD ${reference.name} in different versions, and none has those of all`;
    return refused(crdsDiffer, same, message, 'install one version of the operator everywhere');
  }
  const losses = different
    .filter((other) => other !== largest)
    .flatMap(({ object }) => crdUpgrade(object, largest.object).filter((verdict) => !isHarmless(verdict)))
    .map(({ version, path, message }) => (path === undefined ? message : `${version} ${path}: ${message}`));
  const what = losses.length === 0 ? '' : `; for the others it changes ${[...new Set(losses)].slice(0, 5).join(', ')}`;
  const message = `${ownersOf(same)} bring the CRD ${reference.name} differently; that of ${largest.owner.namespace ?? ''}/${largest.owner.name} is rendered${what}`;
  return {
    kept: largest,
    findings: [installFinding(crdsDiffer, 'warning', first.owner, message, 'install one version of the operator everywhere', [reference])],
  };
}

function isConverted({ spec }: KubernetesObject): boolean {
  return (spec as { conversion?: { strategy?: string } }).conversion?.strategy === 'Webhook';
}

function versionsOf({ spec }: KubernetesObject): string[] {
  return ((spec as { versions?: { name: string }[] }).versions ?? []).map(({ name }) => name);
}
