/**
 * The problems that OLM v1 reports about a new version of a CRD (crdify, as operator-controller configures it). Most of its checks are
 * stricter than stored objects need: the effects of a verdict describe the real consequences.
 */

import { isDeepStrictEqual } from 'node:util';
import { compareText, type KubernetesObject } from '../../../base/kubernetes/object.js';
import { typed } from '../../../base/kubernetes/typed/typed.js';
import { oncePerObject } from '../../../base/manifest/once.js';
import { flatten, goList, goQuoted, SCHEMA_CHECKS } from './checks.js';
import { checkEffects, type Effect, removalEffect, schemaPair, unhandledFields } from './effects.js';

/** Kubernetes' order of API versions: alpha before beta before stable, then by number (apimachinery's CompareKubeAwareVersionStrings). */
const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const STAGES = ['alpha', 'beta', ''];

/** Sorts the lower version first; names that are no versions are before all others, in reverse order. */
export function compareApiVersions(a: string, b: string): number {
  const [first, second] = [VERSION.exec(a), VERSION.exec(b)];
  if (!first || !second) return first ? 1 : second ? -1 : compareText(b, a);
  const stage = (match: RegExpExecArray): number => STAGES.indexOf(match[2] ?? '');
  return stage(first) - stage(second) || Number(first[1]) - Number(second[1]) || Number(first[3] ?? 0) - Number(second[3] ?? 0);
}

/** One problem for which OLM v1 refuses an upgrade. */
export interface CrdUpgradeVerdict {
  /** `existingFieldRemoval`, `scope`, `storedVersionRemoval`, or a check of a schema. */
  readonly check: string;
  /** crdify's message. */
  readonly message: string;
  /** The version whose schema changed, or two served versions that differ: `v1alpha1 -> v1`. */
  readonly version?: string;
  /** The path in the schema: `^.spec.x`. */
  readonly path?: string;
  /** Whether the message concerns a removed path, which another verdict reports. */
  readonly ofRemovedPath?: true;
  /** The differing fields, from the check `unhandled`. */
  readonly fields?: readonly string[];
  /** The effects on stored objects and clients; none if another verdict reports them. */
  readonly effects: readonly Effect[];
}

interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly schema?: { readonly openAPIV3Schema?: unknown };
}

interface CrdSpec {
  readonly scope: string;
  readonly versions?: readonly CrdVersion[];
  readonly conversion?: { readonly strategy: string };
}

/**
 * Compares a CRD with its predecessor.
 *
 * @param storedVersions all versions that the predecessor ever stored: its `status.storedVersions`, or only its storage version if
 * these are not known
 * @returns an empty list for an upgrade that OLM v1 accepts; a CRD without a predecessor is always accepted
 */
export function crdUpgrade(
  before: KubernetesObject,
  after: KubernetesObject,
  storedVersions = storedVersionsOf(before),
): CrdUpgradeVerdict[] {
  const [was, is] = [specOf(before), specOf(after)];
  return [
    ...removedFields(was, is),
    ...scopeChange(was, is),
    ...removedStoredVersions(storedVersions, is),
    ...sameVersions(was, is),
    ...servedVersions(was, is),
  ];
}

/** The versions that objects of a CRD may be stored in. */
export function storedVersionsOf(crd: KubernetesObject): readonly string[] {
  const { storedVersions } = (crd.status ?? {}) as { storedVersions?: readonly string[] | null };
  return (
    storedVersions ??
    versionsOf(specOf(crd))
      .filter(({ storage }) => storage)
      .map(({ name }) => name)
  );
}

function specOf(crd: KubernetesObject): CrdSpec {
  return typed<CrdSpec>('CustomResourceDefinitionSpec', crd.spec ?? {}).value;
}

function versionsOf({ versions = [] }: CrdSpec): readonly CrdVersion[] {
  return versions;
}

/** The paths of a version's schema, computed once: it is compared with several others. */
const flattened = oncePerObject(({ schema }: CrdVersion) => flatten(schema?.openAPIV3Schema));

function removedFields(was: CrdSpec, is: CrdSpec): CrdUpgradeVerdict[] {
  return versionsInBoth(was, is).flatMap(([before, after]) => {
    const pair = schemaPair(flattened(before), flattened(after));
    return [...pair.was.keys()]
      .filter((path) => !pair.is.has(path))
      .map((path) => ({
        check: 'existingFieldRemoval',
        message: `removed field : ${before.name}.${path}`,
        version: before.name,
        path,
        effects: inUse(before, after, [removalEffect(path, pair)]),
      }));
  });
}

/** The effects, as notes if the version is neither served nor stored: nobody reads or writes its objects. */
function inUse(before: CrdVersion, after: CrdVersion, effects: readonly Effect[]): Effect[] {
  const isUsed = ({ served, storage }: CrdVersion): boolean => served || storage;
  if (isUsed(before) && isUsed(after)) return [...effects];
  return effects.map((effect) => ({ ...effect, severity: 'info' }));
}

function scopeChange(was: CrdSpec, is: CrdSpec): CrdUpgradeVerdict[] {
  if (was.scope === is.scope) return [];
  const said = `scope ${was.scope} → ${is.scope}: the API server refuses it as long as the CRD exists`;
  return [
    {
      check: 'scope',
      message: `scope changed : ${goQuoted(was.scope)} -> ${goQuoted(is.scope)}`,
      effects: [{ severity: 'error', said }],
    },
  ];
}

function removedStoredVersions(storedVersions: readonly string[], is: CrdSpec): CrdUpgradeVerdict[] {
  const names = versionsOf(is).map(({ name }) => name);
  const removed = storedVersions.filter((name) => !names.includes(name));
  if (removed.length === 0) return [];
  const said = `removes the stored version ${removed.join(', ')}: the API server and OLM refuse it as long as status.storedVersions lists it`;
  return [
    { check: 'storedVersionRemoval', message: `stored versions removed : ${goList(removed)}`, effects: [{ severity: 'error', said }] },
  ];
}

function versionsInBoth(was: CrdSpec, is: CrdSpec): [CrdVersion, CrdVersion][] {
  return versionsOf(was).flatMap((before): [CrdVersion, CrdVersion][] => {
    const after = versionsOf(is).find(({ name }) => name === before.name);
    return after ? [[before, after]] : [];
  });
}

function sameVersions(was: CrdSpec, is: CrdSpec): CrdUpgradeVerdict[] {
  return versionsInBoth(was, is).flatMap(([before, after]) => compared(before, after, before.name));
}

/** The losses between a served version and a later one, without those of the predecessor. */
function servedVersions(was: CrdSpec, is: CrdSpec): CrdUpgradeVerdict[] {
  if (is.conversion?.strategy === 'Webhook') return [];
  const same = new Set(versionsInBoth(was, is).flatMap(([before, after]) => (isDeepStrictEqual(before, after) ? [before.name] : [])));
  const before = new Map(servedPairs(was).map((pair) => [stepOf(pair), pair]));
  return servedPairs(is).flatMap((pair) => {
    const step = stepOf(pair);
    const known = before.get(step);
    // Between two unchanged versions, nothing changes, even if they differ.
    if (known && pair.every(({ name }) => same.has(name))) return [];
    const verdicts = compared(...pair, step);
    if (!known || verdicts.length === 0) return verdicts;
    const texts = new Set(compared(...known, step).map((verdict) => JSON.stringify(verdict)));
    return verdicts.filter((verdict) => !texts.has(JSON.stringify(verdict)));
  });
}

function stepOf([before, after]: readonly [CrdVersion, CrdVersion]): string {
  return `${before.name} -> ${after.name}`;
}

function servedPairs(spec: CrdSpec): [CrdVersion, CrdVersion][] {
  const served = versionsOf(spec)
    .filter((version) => version.served)
    .sort((a, b) => compareApiVersions(a.name, b.name));
  return served.flatMap((before, index) => served.slice(index + 1).map((after): [CrdVersion, CrdVersion] => [before, after]));
}

/** Compares each path in the schemas of two versions; a removed path is compared with an empty schema. */
function compared(before: CrdVersion, after: CrdVersion, version: string): CrdUpgradeVerdict[] {
  const pair = schemaPair(flattened(before), flattened(after));
  return [...pair.was].flatMap(([path, was]) => {
    const is = pair.is.get(path);
    return Object.entries(SCHEMA_CHECKS).flatMap(([check, run]): CrdUpgradeVerdict[] => {
      const message = run(was, is ?? {});
      if (message === undefined) return [];
      if (!is) return [{ check, message, version, path, ofRemovedPath: true as const, effects: [] }];
      const fields = check === 'unhandled' ? { fields: unhandledFields(was, is) } : {};
      return [{ check, message, version, path, ...fields, effects: inUse(before, after, checkEffects(check, path, pair)) }];
    });
  });
}

/** Whether a verdict is stricter than stored objects and clients need. */
export function isHarmless({ effects }: CrdUpgradeVerdict): boolean {
  return effects.every(({ severity }) => severity === 'info');
}
