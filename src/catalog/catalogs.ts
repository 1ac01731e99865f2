/** Which CatalogSource serves which blobs, and what the platform's defaults add. */
import { groupBy } from '../kubernetes/group-by.js';
import type { ParsedDocument } from '../manifest/parse.js';
import type { SourceReference } from '../manifest/problem.js';
import { type Catalog, catalogKey } from '../model/catalog.js';
import type { Subscription } from '../model/subscription.js';
import { catalogOf } from './catalog-of-file.js';
import { withImageFor } from './catalog-source.js';
import { defaultPriority, MARKETPLACE } from './default-sources.js';
import { readPackages } from './read-packages.js';

/** What the catalogs of a cluster are put together from. */
export interface CatalogInputs {
  /** The CatalogSources, without what they offer. */
  readonly sources: readonly Catalog[];
  readonly subscriptions: readonly Subscription[];
  /** Of file-based catalogs. */
  readonly blobs: Iterable<ParsedDocument>;
  /** Default sources that an OperatorHub turns off, and where. */
  readonly disabled: ReadonlyMap<string, SourceReference>;
  /** Images of catalogs can follow it. */
  readonly kubeVersion: string;
}

/** The catalogs with what they offer. Blobs of which nothing says whose they are make up one without a name. */
export function catalogsOf({ sources, subscriptions, blobs, disabled, kubeVersion }: CatalogInputs): Catalog[] {
  const asked = subscriptions.map(({ catalogSourceNamespace: namespace, catalogSource: name }) => ({ namespace, name }));
  const owners: Owners = {
    named: new Map([...asked, ...sources].map((one) => [one.name, catalogKey(one)])),
    keys: [...new Set((sources.length > 0 ? sources : asked).map(catalogKey))],
  };
  const contents = groupBy(blobs, (blob) => ownerOf(blob, owners));
  const declared = new Map(sources.map((source) => [catalogKey(source), withImageFor(source, kubeVersion)]));
  const all = [...new Set([...declared.keys(), ...contents.keys()])].map((key): Catalog => {
    const [namespace = '', name = ''] = key.split('/');
    const source = declared.get(key) ?? { namespace, name, packages: [], known: false };
    const members = contents.get(key);
    return members ? { ...source, ...readPackages(members), known: true } : source;
  });
  return withDefaults(all, disabled);
}

/**
 * Whose a blob is, as `namespace/name`: as its key `catalog` says; else that of the folder or file that has a CatalogSource's
 * name; else that of the only CatalogSource, declared or asked for. Empty where that is not known.
 */
function ownerOf({ value, source: { file } }: ParsedDocument, { named, keys: [only = '', ...others] }: Owners): string {
  const { catalog } = value as { catalog?: unknown };
  const name = typeof catalog === 'string' ? catalog : catalogOf(file, named);
  if (name === '') return others.length === 0 ? only : '';
  return name.includes('/') ? name : (named.get(name) ?? '');
}

interface Owners {
  /** Keys of the catalogs that are declared or asked for, by name. */
  readonly named: ReadonlyMap<string, string>;
  readonly keys: readonly string[];
}

/** Default sources have their priorities, and those that are turned off serve nothing, unless a CatalogSource has the name. */
function withDefaults(catalogs: readonly Catalog[], disabled: ReadonlyMap<string, SourceReference>): Catalog[] {
  const off = (name: string, disabledBy: SourceReference): Catalog => ({
    namespace: MARKETPLACE,
    name,
    packages: [],
    known: true,
    disabledBy,
  });
  const known = catalogs.map((catalog): Catalog => {
    const priority = defaultPriority(catalog);
    if (catalog.source || priority === undefined) return catalog;
    const disabledBy = disabled.get(catalog.name);
    return disabledBy ? { ...off(catalog.name, disabledBy), priority } : { ...catalog, priority };
  });
  const missing = [...disabled].filter(([name]) => !catalogs.some((one) => one.namespace === MARKETPLACE && one.name === name));
  return [...known, ...missing.map(([name, disabledBy]) => off(name, disabledBy))];
}
