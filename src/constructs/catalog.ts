/** Catalog: what Subscriptions of a cluster choose from. */
import { Construct } from 'constructs';
import { formatProblem } from '../manifest/format-problem.js';
import { isError, ProblemError } from '../manifest/problem.js';
import { openResolverFiles } from '../source/read-resolver-files.js';
import { OlmCluster } from './olm-cluster.js';

/** Settings of a Catalog. */
export interface CatalogProps {
  /** A file or folder of a file-based catalog, as `opm render` prints it, or of bundle folders: these are read at synthesis, where something asks for them. */
  readonly path: string;
  /** The name of its CatalogSource. @default the construct's id */
  readonly name?: string;
  /** The namespace of its CatalogSource; that of the global catalogs is seen by all others. @default 'olm' */
  readonly namespace?: string;
}

/**
 * A catalog of the cluster. No CatalogSource is rendered: what is chosen is rendered in full.
 *
 * @example
 * const catalog = new Catalog(cluster, 'community', { path: 'catalogs/community' });
 */
export class Catalog extends Construct {
  /** The name of its CatalogSource. */
  readonly name: string;
  /** The namespace of its CatalogSource. */
  readonly namespace: string;

  /** @throws ProblemError when the path cannot be read */
  constructor(scope: Construct, id: string, { path, name = id, namespace = 'olm' }: CatalogProps) {
    super(scope, id);
    this.name = name;
    this.namespace = namespace;
    const opened = openResolverFiles([path]);
    const errors = opened.problems.filter(isError);
    if (errors.length > 0) throw new ProblemError(errors, errors.map((problem) => formatProblem(problem)).join('\n'));
    OlmCluster.of(this).declareCatalog(`${namespace}/${name}`, opened);
  }
}
