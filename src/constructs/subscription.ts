/** Subscription: an operator that is chosen from the catalogs of the cluster, and its dependencies. */
import { Construct } from 'constructs';
import { z } from 'zod';
import { checkArguments, oneOf, placeOf, settings, TEXT } from './arguments.js';
import { Catalog } from './catalog.js';
import { OlmCluster } from './olm-cluster.js';
import { GroupResource, type IOperatorGroup } from './references.js';
import { resolveTokens } from './tokens.js';

/** Settings of a Subscription. */
export interface SubscriptionProps {
  /** The package. */
  readonly package: string;
  /** The channel. @default the package's default channel */
  readonly channel?: string;
  /** The version to install. @default the newest version of the channel that fits the other operators of the namespace */
  readonly startingCSV?: string;
  /** How InstallPlans are approved. One Manual Subscription makes all InstallPlans of its namespace wait. @default 'Automatic' */
  readonly approval?: 'Automatic' | 'Manual';
  /** The Catalog to choose from. @default the one Catalog of the cluster */
  readonly catalog?: Catalog;
  /** The Subscription's name. @default the construct's id */
  readonly name?: string;
}

const GROUP = z.custom(GroupResource._isGroup, 'an OperatorGroup, or a construct inside of one: its namespace is that of the group');
const PROPS = settings({
  package: TEXT('the name of a package'),
  channel: TEXT('the name of a channel').optional(),
  startingCSV: TEXT('the name of a ClusterServiceVersion').optional(),
  approval: oneOf(['Automatic', 'Manual']).optional(),
  catalog: z.custom(Catalog.isCatalog, 'a Catalog').optional(),
  name: TEXT('the name of the Subscription').optional(),
});

/**
 * A Subscription in the namespace of an OperatorGroup. At synthesis, all Subscriptions of the namespace are resolved together. The
 * chosen operators are rendered; the Subscription itself is not.
 *
 * @example
 * new Subscription(group, 'etcd', { package: 'etcd', channel: 'stable' });
 */
export class Subscription extends Construct {
  /**
   * @param scope the OperatorGroup of its namespace, or a construct inside it
   * @throws Error if `catalog` is missing and the cluster does not have exactly one Catalog
   * @throws TypeError for a wrong setting
   */
  constructor(scope: Construct, id: string, props: SubscriptionProps) {
    super(scope, id);
    const group = this.node.scopes.findLast(GroupResource._isGroup);
    checkArguments(`${this.node.path}: scope`, GROUP, group ?? scope);
    checkArguments(placeOf(this), PROPS, props ?? {});
    const cluster = OlmCluster.of(this);
    const catalog = props.catalog ?? onlyCatalog(cluster);
    if (!catalog) throw new Error(`${this.node.path}: name the catalog; the cluster does not have exactly one`);
    cluster._declare(this, () => {
      const { catalog: _, ...given } = props;
      const resolved = resolveTokens(given, this);
      checkArguments(placeOf(this), PROPS, resolved);
      const { channel, startingCSV, approval = 'Automatic' } = resolved;
      const value = {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata: { name: resolved.name ?? this.node.id, namespace: (group as IOperatorGroup).namespace },
        spec: {
          name: resolved.package,
          source: catalog.name,
          sourceNamespace: catalog.namespace,
          installPlanApproval: approval,
          ...(channel ? { channel } : {}),
          ...(startingCSV ? { startingCSV } : {}),
        },
      };
      return { manifests: [{ value }] };
    });
  }
}

function onlyCatalog({ _declarants }: OlmCluster): Catalog | undefined {
  const [only, ...more] = _declarants.filter(Catalog.isCatalog);
  return more.length > 0 ? undefined : only;
}
