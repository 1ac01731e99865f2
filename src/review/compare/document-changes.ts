/** Lists the objects that differ in meaning between two states: each with its fields, bundles by operator, catalogs by package. */

import { isDeepStrictEqual } from 'node:util';
import { asWritten } from '../../base/inside/index.js';
import { compareText, groupBy, isNamedObject, type KubernetesObject, namespacedName, referenceTo } from '../../base/kubernetes/object.js';
import { paired } from '../../base/kubernetes/paired.js';
import { fieldsOf, listOf } from '../../base/kubernetes/pod-spec.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import type { Presence } from '../../olm/model/claim.js';
import { withoutVersion } from '../../olm/model/csv-version.js';
import { csvPairs } from '../state/csv-pairs.js';
import { keptBeside } from '../state/kept-beside.js';
import { fileSteps } from '../state/object-files.js';
import { keyOf } from '../state/objects.js';
import { renamedWorkloads } from '../state/renamed-workloads.js';
import type { ReadDocument, State } from '../state/state.js';
import { meaningChanges } from './meaning.js';
import { packageNamed } from './package-named.js';
import type { Changed, ChangedField } from './review.js';

/** The changes, by operator and then by object. */
export function documentChanges(base: State, head: State): Changed[] {
  const [before, after] = inCatalogs(base, head, ...([base, head].map(partsOf) as [Parts, Parts]));
  const all = [
    ...objectsChanged(
      before.own,
      after.own,
      new Map([...upgradedCsvs(base, head, before.own, after.own), ...renamedWorkloads(base, head), ...(base.moved ?? [])]),
    ),
    ...bundlesChanged(base, head, before.bundles, after.bundles),
    ...packagesChanged(before.entries, after.entries),
  ];
  // Alternatives that change alike have one line.
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

type Bundles = Parts['bundles'];

/** The documents of a state. */
interface Parts {
  readonly own: readonly KubernetesObject[];
  readonly entries: readonly Readonly<Record<string, unknown>>[];
  readonly bundles: ReadonlyMap<string, readonly ReadDocument[]>;
}

function partsOf({ documents }: State): Parts {
  const [own, entries] = [[] as KubernetesObject[], [] as Record<string, unknown>[]];
  for (const { value, bundle } of documents) {
    if (bundle !== undefined) continue;
    if (isNamedObject(value)) own.push(value);
    else if (isMapping(value) && typeof value.schema === 'string') entries.push(value);
  }
  const bundled = documents.filter(({ bundle }) => bundle !== undefined);
  return { own, entries, bundles: groupBy(bundled, ({ bundle = '' }) => bundle) };
}

/**
 * The parts with the installed bundles of catalogs as bundles: what a catalog encodes of them is no text of the catalog. A bundle that only
 * one state installs, or whose objects are alike, stays an entry.
 */
function inCatalogs(base: State, head: State, before: Parts, after: Parts): [Parts, Parts] {
  const [was, is] = [bundlesOf(base, before), bundlesOf(head, after)];
  const pairs = csvPairs(base, head).flatMap(({ before: old, after: now }) => {
    const [from, to] = [was.get(old?.csv.name ?? ''), is.get(now?.csv.name ?? '')];
    return from && to && bundleChanged(from.documents, to.documents, '').length > 0 ? [{ from, to }] : [];
  });
  // An entry is compared with the entry of its own name, so both lose their objects, or none does.
  const decoded = pairs.filter(({ from, to }) => from.name === to.name && from.packageName === to.packageName);
  const entriesOf = ({ entries }: Parts): Parts['entries'] =>
    entries.map((entry) => (decoded.some(({ from }) => isEntryOf(entry, from)) ? withoutObjects(entry) : entry));
  const bundles = (parts: Parts, of: readonly CatalogBundle[]): Bundles =>
    new Map([...parts.bundles, ...of.map(({ name, documents }) => [name, documents] as const)]);
  return [
    {
      ...before,
      entries: entriesOf(before),
      bundles: bundles(
        before,
        pairs.map(({ from }) => from),
      ),
    },
    {
      ...after,
      entries: entriesOf(after),
      bundles: bundles(
        after,
        pairs.map(({ to }) => to),
      ),
    },
  ];
}

/** An installed bundle of a catalog. */
interface CatalogBundle {
  readonly name: string;
  readonly packageName: string | undefined;
  readonly documents: readonly ReadDocument[];
}

type Entry = Parts['entries'][number];

function isEntryOf({ schema, package: of, name }: Entry, bundle: Pick<CatalogBundle, 'name' | 'packageName'>): boolean {
  return schema === 'olm.bundle' && name === bundle.name && of === bundle.packageName;
}

/** The bundles that a state installs from a catalog of the input, and of which nothing is left out. */
function bundlesOf({ resolution }: State, { entries, bundles }: Parts): ReadonlyMap<string, CatalogBundle> {
  return new Map(
    resolution.csvs.flatMap(({ csv: { bundle } }) => {
      if (!bundle || bundles.has(bundle.name)) return [];
      const { name, packageName } = bundle;
      const [entry, ...others] = entries.filter((one) => isEntryOf(one, { name, packageName }));
      const objects = [bundle.csv, ...bundle.customResourceDefinitions, ...bundle.others];
      const names = new Set(objects.flatMap((object) => (object.metadata?.name ? [keyOf(object)] : [])));
      if (others.length > 0 || names.size !== objects.length || listOf(entry?.properties).filter(isObject).length !== objects.length)
        return [];
      return [[name, { name, packageName, documents: objects.map((value) => ({ value, file: '', bundle: name })) }] as const];
    }),
  );
}

/** An entry without the objects that it encodes. */
function withoutObjects(entry: Entry): Entry {
  return { ...entry, properties: listOf(entry.properties).filter((property) => !isObject(property)) };
}

/** Whether a property is an encoded object, and nothing else. */
function isObject(property: unknown): boolean {
  const { type, value, ...others } = fieldsOf(property);
  return type === 'olm.bundle.object' && isDeepStrictEqual(Object.keys(fieldsOf(value)), ['data']) && Object.keys(others).length === 0;
}

/** The changes of objects, by kind and name. */
function objectsChanged(
  before: readonly KubernetesObject[],
  after: readonly KubernetesObject[],
  moved: State['moved'],
  operator?: string,
): Changed[] {
  const pairs = paired(groupBy(before, keyOf), groupBy(after, keyOf))
    .flatMap(({ before: old = [], after: now = [] }) => pairsOf(old, now))
    .map(({ was, is }) => (was && is && !areAlike(was, is) && keptBeside(is, was, after) ? { is } : { was, is }));
  const from = new Set(pairs.flatMap(({ was, is }) => (is && !was && moved?.get(is)) || []));
  return pairs
    .flatMap(({ was, is }): Changed[] => {
      if (was && !is && from.has(was)) return [];
      const old = was ?? (is && moved?.get(is));
      const object = is ?? old;
      if (!object) return [];
      const fields = old && is ? (areAlike(old, is) ? [] : meaningChanges(old, is)) : [];
      const presence = old ? (is ? undefined : 'removed') : 'added';
      const of = operator ?? (isCsv(object) ? withoutVersion(object.metadata.name) : undefined);
      return presence === undefined && fields.length === 0 ? [] : [changed(object, presence, fields, of)];
    })
    .sort((a, b) => compareText(a.object.kind, b.object.kind));
}

/** The CSVs of the input, which is no bundle: by a version of HEAD, the one that it replaces. */
function upgradedCsvs(
  base: State,
  head: State,
  before: readonly KubernetesObject[],
  after: readonly KubernetesObject[],
): [is: KubernetesObject, was: KubernetesObject][] {
  const [old, now] = [before, after].map(
    (objects) => new Map(objects.flatMap((object) => (isCsv(object) ? [[namespacedName(referenceTo(object)), object]] : []))),
  ) as [Map<string, KubernetesObject>, Map<string, KubernetesObject>];
  return csvPairs(base, head).flatMap(({ before: was, after: is }) => {
    const [from, to] = [was && old.get(namespacedName(was.csv)), is && now.get(namespacedName(is.csv))];
    return from && to && from.metadata.name !== to.metadata.name ? [[to, from]] : [];
  });
}

function isCsv({ kind }: KubernetesObject): boolean {
  return kind === 'ClusterServiceVersion';
}

/** Fields of a CSV that every version has changed, and texts about it: other fields come first. */
const OF_NAMES = /^(?:metadata\.|spec\.(?:version|replaces|skips|description|icon|links|keywords|maintainers)\b)/;

function isOfName({ field }: ChangedField): boolean {
  return OF_NAMES.test(field);
}

function changed(object: KubernetesObject, presence: Presence | undefined, fields: readonly ChangedField[], operator?: string): Changed {
  return {
    object: referenceTo(object),
    ...(presence === undefined ? {} : { presence }),
    fields: isCsv(object) ? fields.toSorted((a, b) => Number(isOfName(a)) - Number(isOfName(b))) : fields,
    ...(operator === undefined ? {} : { operator }),
  };
}

/** Whether two objects are equal, or were before other objects were taken out of them, which are compared by themselves. */
function areAlike(was: KubernetesObject, is: KubernetesObject): boolean {
  return isDeepStrictEqual(was, is) || isDeepStrictEqual(asWritten(was), asWritten(is));
}

interface ObjectsOfKey {
  readonly was?: KubernetesObject | undefined;
  readonly is?: KubernetesObject | undefined;
}

/** Pairs the objects of one name, of which folders of alternatives have several: equal ones first, then by file, then in order. */
function pairsOf(old: readonly KubernetesObject[], now: readonly KubernetesObject[]): ObjectsOfKey[] {
  if (old.length <= 1 && now.length <= 1) return [{ was: old[0], is: now[0] }];
  const left = groupBy(old, sortedText);
  const news = now.filter((object) => left.get(sortedText(object))?.pop() === undefined);
  const gone = [...left.values()].flat();
  const inFiles = gone.flatMap((was): ObjectsOfKey[] => {
    const index = news.findIndex((is) => isOneFile(was, is));
    return index < 0 ? [] : [{ was, is: news.splice(index, 1)[0] }];
  });
  const alone = gone.filter((object) => !inFiles.some(({ was }) => was === object));
  const others = Array.from({ length: Math.max(alone.length, news.length) }, (_, index) => ({ was: alone[index], is: news[index] }));
  return [...inFiles, ...others];
}

/** Whether both objects are from the file of one path. */
function isOneFile(one: KubernetesObject, other: KubernetesObject): boolean {
  const [steps, others] = [fileSteps(one), fileSteps(other)];
  return steps.length > 0 && isDeepStrictEqual(steps, others);
}

/** The changes of bundles: an upgraded bundle is compared with the one that it replaces. */
function bundlesChanged(base: State, head: State, before: Bundles, after: Bundles): Changed[] {
  const upgrades = new Map(
    csvPairs(base, head).flatMap(({ before: was, after: is }) =>
      was && is && before.has(was.csv.name) && after.has(is.csv.name) && !before.has(is.csv.name)
        ? [[is.csv.name, was.csv.name] as const]
        : [],
    ),
  );
  const replaced = new Set(upgrades.values());
  const names = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => after.has(name) || !replaced.has(name))
    .sort(compareText);
  return names.flatMap((name) => {
    const [old, now] = [before.get(upgrades.get(name) ?? name), after.get(name)];
    const operator = withoutVersion(name);
    if (old && now) return bundleChanged(old, now, operator);
    const all = old ?? now ?? [];
    const word = old ? 'removed' : 'new';
    const fields = all.flatMap(({ value, file }) => [
      { field: isNamedObject(value) ? `${value.kind} ${value.metadata.name}` : basename(file), ...{ [old ? 'before' : 'after']: word } },
    ]);
    return [{ object: { kind: 'Bundle', name }, presence: old ? 'removed' : 'added', fields, operator }];
  });
}

function bundleChanged(old: readonly ReadDocument[], now: readonly ReadDocument[], operator: string): Changed[] {
  const [was, is] = [old, now].map((documents) => documents.flatMap(({ value }) => (isNamedObject(value) ? [value] : []))) as [
    KubernetesObject[],
    KubernetesObject[],
  ];
  const [csv, csvNow] = [was.find(isCsv), is.find(isCsv)];
  const fields = csv && csvNow ? meaningChanges(csv, csvNow) : [];
  const rest = (objects: readonly KubernetesObject[]): KubernetesObject[] =>
    objects.filter((object) => object !== csv && object !== csvNow);
  const others = (documents: readonly ReadDocument[]): Map<string, ReadDocument> =>
    new Map(documents.flatMap((document) => (isNamedObject(document.value) ? [] : [[basename(document.file), document]])));
  return [
    ...(csvNow && fields.length > 0 ? [changed(csvNow, undefined, fields, operator)] : []),
    ...objectsChanged(rest(was), rest(is), undefined, operator),
    ...paired(others(old), others(now)).flatMap(({ key, before, after }): Changed[] => {
      const differs = before && after ? meaningChanges(before.value, after.value) : [];
      const presence = before ? (after ? undefined : 'removed') : 'added';
      if (presence === undefined && differs.length === 0) return [];
      return [{ object: { kind: 'File', name: key }, ...(presence ? { presence } : {}), fields: differs, operator }];
    }),
  ];
}

function basename(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** The changes of catalogs, one for each package: an update of a catalog changes thousands of entries. */
function packagesChanged(before: Parts['entries'], after: Parts['entries']): Changed[] {
  const entryOf = ({ schema, name }: Readonly<Record<string, unknown>>): string => `${String(schema)} ${String(name ?? '')}`.trim();
  const byEntry = (entries: Parts['entries']) => groupBy(entries, (entry) => JSON.stringify([packageNamed(entry), entryOf(entry)]));
  const found = paired(byEntry(before), byEntry(after)).flatMap(({ key, before: old = [], after: now = [] }) => {
    const [name, entry] = JSON.parse(key) as [string, string];
    if (sortedText(old) === sortedText(now)) return [];
    if (old.length === 0) return [{ name, fields: [{ field: entry, after: 'new' }] }];
    if (now.length === 0) return [{ name, fields: [{ field: entry, before: 'removed' }] }];
    const fields = meaningChanges(old.length === 1 ? old[0] : old, now.length === 1 ? now[0] : now);
    return [{ name, fields: fields.map((one) => ({ ...one, field: `${entry}: ${one.field}` })) }];
  });
  return [...groupBy(found, ({ name }) => name)].flatMap(([name, all]) => {
    const fields = all.flatMap((one): ChangedField[] => one.fields);
    return fields.length === 0 ? [] : [{ object: { kind: 'Package', name }, fields }];
  });
}
