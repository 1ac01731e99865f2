/**
 * Provided APIs: the owned APIs of a CSV, and the `olm.providedAPIs` annotation
 * (design document, "Provided APIs Annotation"; OLM's labeler.go and resolver/cache/operators.go).
 */
import { compareText } from '../../base/kubernetes/object.js';
import { type ApiKey, apiKey } from '../model/api-key.js';
import type { ClusterServiceVersion, ProvidedApi } from '../model/cluster-service-version.js';
import type { OperatorGroup } from '../model/operator-group.js';

type Owner = Pick<ClusterServiceVersion, 'ownedCRDs' | 'ownedAPIServices'>;

/**
 * The APIs of a CSV's owned CRDs and APIServices, each once, in the order of the lists.
 * Only the version in an entry counts, whatever the CRD itself serves.
 */
export function providedApis({ ownedCRDs, ownedAPIServices }: Owner): ProvidedApi[] {
  const apis = new Map<ApiKey, ProvidedApi>();
  const add = (api: ProvidedApi): void => {
    if (!apis.has(apiKey(api))) apis.set(apiKey(api), api);
  };
  for (const { name, version, kind } of ownedCRDs) {
    const dot = name.indexOf('.');
    if (dot !== -1) add({ group: name.slice(dot + 1), version, kind, plural: name.slice(0, dot), crdName: name });
  }
  for (const { name, group, version, kind } of ownedAPIServices) add({ group, version, kind, plural: name });
  return [...apis.values()];
}

/** The keys of a CSV's provided APIs. */
export function providedApiKeys(csv: Owner): ReadonlySet<ApiKey> {
  return new Set(providedApis(csv).map(apiKey));
}

/** The name of an owned or required CRD without a group. OLM stops at such a CSV before it gives it any phase. */
export function malformedCrdName({
  ownedCRDs,
  requiredCRDs,
}: Pick<ClusterServiceVersion, 'ownedCRDs' | 'requiredCRDs'>): string | undefined {
  return [...ownedCRDs, ...requiredCRDs].find(({ name }) => !name.includes('.'))?.name;
}

/**
 * Reads an `olm.providedAPIs` annotation as OLM does: ignores spaces, and entries that are no
 * `Kind.version.group`.
 *
 * @example
 * parseProvidedApis('Foo.v1.example.com, garbage') // Set { 'Foo.v1.example.com' }
 */
export function parseProvidedApis(annotation: string | undefined): ReadonlySet<ApiKey> {
  const entries = (annotation ?? '').replaceAll(' ', '').split(',');
  return new Set(entries.filter((entry) => entry.split('.').length >= 3));
}

/** Writes an `olm.providedAPIs` annotation as OLM does: sorted, joined by commas. */
export function formatProvidedApis(apis: ReadonlySet<ApiKey>): string {
  return [...apis].sort(compareText).join(',');
}

// Pruning: a group that is not static loses the APIs in its `olm.providedAPIs` that no CSV of its namespace provides (design document,
// "Rules for Intersection", each time an OperatorGroup syncs).

/**
 * The remaining APIs of a group's annotation. CSVs count in any phase, failed ones too.
 *
 * @param csvs the CSVs in the group's namespace, without copies
 */
export function pruneProvidedApis(
  group: Pick<OperatorGroup, 'providedAPIs' | 'staticProvidedAPIs'>,
  csvs: readonly ClusterServiceVersion[],
): ReadonlySet<ApiKey> {
  const annotated = parseProvidedApis(group.providedAPIs);
  if (group.staticProvidedAPIs) return annotated;
  const provided = new Set(csvs.flatMap((csv) => [...providedApiKeys(csv)]));
  return new Set([...annotated].filter((api) => provided.has(api)));
}
