/** Catalog: the source of a cluster's Subscriptions. */
import { Construct } from 'constructs';
import { problemError } from '../base/manifest/format-problem.js';
import { isError } from '../base/manifest/problem.js';
import { readCatalogOnDisk } from '../repository/bundles/read-catalog.js';
import { checkArguments, placeOf, settings, TEXT } from './arguments.js';
import { OlmCluster } from './olm-cluster.js';
import { resolveTokens } from './tokens.js';

/** Settings of a Catalog. */
export interface CatalogProps {
  /** A file or folder of a file-based catalog, as `opm render` prints it, or of bundle folders. */
  readonly path: string;
  /** The name of its CatalogSource. @default the construct's id */
  readonly name?: string;
  /** The namespace of its CatalogSource. Every namespace can use the catalogs of the global catalog namespace. @default 'olm' */
  readonly namespace?: string;
}

const SYMBOL = Symbol.for('cdk8s-olm.Catalog');
const PROPS = settings({
  path: TEXT('the path of a file or folder'),
  name: TEXT('the name of a CatalogSource').optional(),
  namespace: TEXT('the name of a namespace').optional(),
});

/**
 * A catalog of the cluster. Its CatalogSource is not rendered; the operators that Subscriptions choose from it are rendered.
 *
 * @example
 * const catalog = new Catalog(cluster, 'community', { path: 'catalogs/community' });
 */
export class Catalog extends Construct {
  /** Whether a value is a Catalog of any copy of this package. */
  static isCatalog(value: unknown): value is Catalog {
    return typeof value === 'object' && value !== null && SYMBOL in value;
  }

  private readonly props: CatalogProps;

  /**
   * @throws ProblemError when the path cannot be read
   * @throws TypeError for a wrong setting
   */
  constructor(scope: Construct, id: string, props: CatalogProps) {
    super(scope, id);
    Object.defineProperty(this, SYMBOL, { value: true });
    checkArguments(placeOf(this), PROPS, props ?? {});
    this.props = props;
    const { blobs, bundles, problems } = readCatalogOnDisk(resolveTokens(props.path, this));
    const errors = problems.filter(isError);
    if (errors.length > 0) throw problemError(errors);
    OlmCluster.of(this)._declare(this, () => {
      const catalog = `${this.namespace}/${this.name}`;
      return {
        catalogs: [
          {
            blobs: blobs.map(({ value, source }) => ({ value: { ...(value as object), catalog }, source })),
            bundles,
          },
        ],
      };
    });
  }

  /** The name of its CatalogSource. */
  get name(): string {
    return resolveTokens({ name: this.props.name }, this).name ?? this.node.id;
  }

  /** The namespace of its CatalogSource. */
  get namespace(): string {
    return resolveTokens({ namespace: this.props.namespace }, this).namespace ?? 'olm';
  }
}
