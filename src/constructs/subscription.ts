/** Subscription: an operator that is chosen from the catalogs of the cluster, and what comes along with it. */
import { Construct } from 'constructs';
import type { Catalog } from './catalog.js';
import { OlmCluster } from './olm-cluster.js';
import type { OperatorGroup } from './operator-group.js';

/** Settings of a Subscription. */
export interface SubscriptionProps {
  /** The package. */
  readonly package: string;
  /** @default the package's default channel */
  readonly channel?: string;
  /** The version to take. @default the head of the channel, or what fits the other operators of the namespace */
  readonly startingCSV?: string;
  /** Of InstallPlans; one Manual Subscription makes those of its whole namespace wait. @default 'Automatic' */
  readonly approval?: 'Automatic' | 'Manual';
  /** @default the one Catalog of the cluster */
  readonly catalog?: Catalog;
  /** The Subscription's name. @default the package */
  readonly name?: string;
}

/**
 * A Subscription in the namespace of an OperatorGroup. When the app synthesises, the namespace is resolved as a whole, and
 * the operators that it comes to are rendered; the Subscription itself is not.
 *
 * @example
 * new Subscription(group, { package: 'etcd', channel: 'stable' });
 */
export class Subscription extends Construct {
  /** @throws Error without a catalog, where the cluster does not have exactly one */
  constructor(group: OperatorGroup, props: SubscriptionProps) {
    const { package: packageName, channel, startingCSV, approval = 'Automatic', name = packageName } = props;
    super(group, `subscription:${name}`);
    const cluster = OlmCluster.of(this);
    const { catalog = onlyCatalog(cluster) } = props;
    if (!catalog) throw new Error(`${this.node.path}: name the catalog; the cluster does not have exactly one`);
    cluster.declare(
      {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata: { name, namespace: group.namespace },
        spec: {
          name: packageName,
          source: catalog.name,
          sourceNamespace: catalog.namespace,
          installPlanApproval: approval,
          ...(channel ? { channel } : {}),
          ...(startingCSV ? { startingCSV } : {}),
        },
      },
      this,
    );
  }
}

function onlyCatalog({ catalogs }: OlmCluster): { readonly name: string; readonly namespace: string } | undefined {
  const [only, ...more] = catalogs;
  const [namespace = '', name = ''] = only?.split('/') ?? [];
  return only === undefined || more.length > 0 ? undefined : { name, namespace };
}
