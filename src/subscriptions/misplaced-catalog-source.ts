/** Misplaced CatalogSource: a Subscription names the namespace of its CatalogSource too. */
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Catalog } from '../model/catalog.js';
import type { Subscription } from '../model/subscription.js';

/**
 * The problem of a Subscription whose CatalogSource is in the input, but only in another namespace. A CatalogSource that
 * is not in the input can still be in the cluster.
 */
export function misplacedCatalogSource(
  { catalogSource, catalogSourceNamespace, namespace, source }: Subscription,
  catalogs: readonly Catalog[],
): UnlocatedProblem[] {
  const wanted = catalogSourceNamespace || namespace;
  const namespaces = catalogs.filter(({ name, source: declared }) => declared && name === catalogSource).map((found) => found.namespace);
  if (namespaces.length === 0 || namespaces.includes(wanted)) return [];
  return [
    {
      code: 'CATALOG_NOT_FOUND',
      message: `the CatalogSource ${catalogSource} is not in the namespace ${wanted}`,
      found: wanted,
      expected: namespaces.join(' or '),
      fix: `correct spec.sourceNamespace, or move the CatalogSource`,
      source,
      at: ['spec', 'sourceNamespace'],
    },
  ];
}
