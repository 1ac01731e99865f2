/** OperatorGroup: a group of operators that watch the same namespaces. */
import { Construct } from 'constructs';
import { OperatorGroup as OperatorGroupObject, type OperatorGroupSpecUpgradeStrategy } from '../../imports/operators.coreos.com.js';
import { PROVIDED_APIS_ANNOTATION } from '../model/operator-group.js';
import type { Bundle } from './bundle.js';
import type { ClusterServiceVersion } from './cluster-service-version.js';
import { OlmCluster } from './olm-cluster.js';
import { TargetNamespaces } from './target-namespaces.js';

/** Settings of an OperatorGroup. */
export interface OperatorGroupProps {
  /** The operator namespace; it is added to the cluster if need be. @default the construct's id */
  readonly namespace?: string;
  /** The group's name. @default the construct's id */
  readonly name?: string;
  /** The namespaces that the group's operators watch. @default TargetNamespaces.all() */
  readonly targets?: TargetNamespaces;
  /** APIs that the group reserves, each as `Kind.version.group`; they make the group static. @default none, OLM lists what the operators provide */
  readonly reservedAPIs?: readonly string[];
  /** The account whose rights bound what operators of the group may be given; it must exist in the operator namespace. @default no bound */
  readonly serviceAccountName?: string;
  /** Whether an upgrade may start from a failed version. @default Default */
  readonly upgradeStrategy?: OperatorGroupSpecUpgradeStrategy;
  /** @default none */
  readonly labels?: Readonly<Record<string, string>>;
  /** @default none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * An OperatorGroup of the cluster that it stands in.
 *
 * @example
 * const group = new OperatorGroup(cluster, 'team-a', { targets: TargetNamespaces.labelled({ tenant: 'a' }) });
 * group.addOperator(ClusterServiceVersion.fromFile('operators/etcd.v0.9.4.yaml'));
 */
export class OperatorGroup extends Construct {
  /** The operator namespace. */
  readonly namespace: string;
  /** The group's name. */
  readonly name: string;
  private readonly cluster: OlmCluster;

  constructor(scope: Construct, id: string, props: OperatorGroupProps = {}) {
    super(scope, id);
    this.cluster = OlmCluster.of(this);
    this.namespace = props.namespace ?? id;
    this.name = props.name ?? id;
    const { targets = TargetNamespaces.all(), reservedAPIs, serviceAccountName, upgradeStrategy, labels, annotations } = props;
    const provided: Record<string, string> = reservedAPIs ? { [PROVIDED_APIS_ANNOTATION]: [...reservedAPIs].sort().join(',') } : {};
    this.cluster.requireNamespace(this.namespace);
    this.cluster.declare(
      OperatorGroupObject.manifest({
        metadata: {
          name: this.name,
          namespace: this.namespace,
          ...(labels ? { labels } : {}),
          annotations: { ...annotations, ...provided },
        },
        spec: {
          ...targets.spec,
          ...(reservedAPIs ? { staticProvidedApIs: true } : {}),
          ...(serviceAccountName ? { serviceAccountName } : {}),
          ...(upgradeStrategy ? { upgradeStrategy } : {}),
        },
      }),
      this,
    );
  }

  /**
   * Adds an operator: its CSV stands in the group's namespace. Whether it becomes a member is the rules' to say.
   */
  addOperator(operator: Bundle | ClusterServiceVersion): this {
    if ('content' in operator) this.cluster.declareBundle(operator, this.namespace);
    else this.cluster.declareOperator(operator, this.namespace, this);
    return this;
  }
}
