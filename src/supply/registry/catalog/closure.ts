/** Finds the packages that a package can depend on, in any number of steps: by name, and by the APIs of their bundles. */
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { CatalogDocument } from './reduced-document.js';

/** The provided and required APIs and packages of one package, for all versions together. */
export interface PackageNeeds {
  /** APIs as `group/version/kind`. */
  readonly provides: ReadonlySet<string>;
  readonly requires: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
  /** Whether a bundle requires something that any bundle can have: a label, or a rule in CEL. */
  readonly anything: boolean;
}

/** The provisions and requirements of each package in a catalog. */
export function needsOf(documents: Iterable<CatalogDocument>): Map<string, PackageNeeds> {
  const needs = new Map<string, Collected>();
  for (const { schema, package: name, value } of documents) {
    const own = needs.get(name) ?? { provides: new Set(), requires: new Set(), packages: new Set(), anything: false };
    needs.set(name, own);
    if (schema !== 'olm.bundle' || !Array.isArray(value.properties)) continue;
    for (const property of value.properties) if (isMapping(property)) collect(property.type, property.value, own);
  }
  return needs;
}

interface Collected {
  readonly provides: Set<string>;
  readonly requires: Set<string>;
  readonly packages: Set<string>;
  anything: boolean;
}

function collect(type: unknown, value: unknown, own: Collected): void {
  const given = isMapping(value) ? value : {};
  if (type === 'olm.gvk') own.provides.add(api(given));
  if (type === 'olm.gvk.required') own.requires.add(api(given));
  if (type === 'olm.package.required') own.packages.add(String(given.packageName));
  if (type === 'olm.label.required') own.anything = true;
  if (type === 'olm.constraint') collectConstraint(given, own);
}

/** Collects a constraint and its nested ones, without recursion: a catalog can nest them to any depth. */
function collectConstraint(constraint: Readonly<Record<string, unknown>>, own: Collected): void {
  const left = [constraint];
  for (let next = left.pop(); next; next = left.pop()) {
    if (isMapping(next.gvk)) own.requires.add(api(next.gvk));
    if (isMapping(next.package)) own.packages.add(String(next.package.packageName));
    if (next.cel) own.anything = true;
    for (const compound of [next.all, next.any, next.not]) {
      if (isMapping(compound) && Array.isArray(compound.constraints)) left.push(...compound.constraints.filter(isMapping));
    }
  }
}

function api({ group, version, kind }: Readonly<Record<string, unknown>>): string {
  return [group, version, kind].map((part) => String(part ?? '')).join('/');
}

/** These packages, and all that they can depend on in any of the catalogs. */
export function closure(catalogs: readonly ReadonlyMap<string, PackageNeeds>[], packages: Iterable<string>): Set<string> {
  const providers = new Map<string, Set<string>>();
  for (const needs of catalogs) {
    for (const [name, { provides }] of needs)
      for (const provided of provides) providers.set(provided, (providers.get(provided) ?? new Set()).add(name));
  }
  const found = new Set<string>();
  const left = [...packages];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    for (const needs of catalogs.flatMap((catalog) => catalog.get(name as string) ?? [])) {
      if (needs.anything) return new Set(catalogs.flatMap((catalog) => [...catalog.keys()]));
      left.push(...needs.packages, ...[...needs.requires].flatMap((required) => [...(providers.get(required) ?? [])]));
    }
  }
  return found;
}
