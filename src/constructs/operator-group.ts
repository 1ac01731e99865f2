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
  /** The operator namespace. It is added to the cluster if it is missing. @default the construct's id */
  readonly namespace?: string;
  /** The group's name. @default the construct's id */
  readonly name?: string;
  /** The namespaces that the group's operators watch. @default TargetNamespaces.all() */
  readonly targets?: TargetNamespaces;
  /** APIs that the group reserves, each as `Kind.version.group`. They make the group static. @default none: OLM lists what the operators provide */
  readonly reservedAPIs?: readonly string[];
  /** The ServiceAccount whose permissions limit what the group's operators can be granted. It must exist in the operator namespace. @default no limit */
  readonly serviceAccountName?: string;
  /** Whether an upgrade can start from a failed version. @default Default */
  readonly upgradeStrategy?: OperatorGroupSpecUpgradeStrategy;
  /** Render what runs the group's operators without OLM, in place of what OLM is given. @default as the OlmCluster says */
  readonly install?: boolean;
  /** @default none */
  readonly labels?: Readonly<Record<string, string>>;
  /** @default none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * An OperatorGroup of the cluster around it.
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
    if (props.install) this.cluster.installWithoutOlm(this.namespace);
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
   * Adds an operator: its CSV is in the group's namespace. The rules decide whether it becomes a member.
   *
   * @param options `install` renders what runs this operator without OLM. It needs the operator's bundle
   */
  addOperator(operator: Bundle | ClusterServiceVersion, { install = false }: { readonly install?: boolean } = {}): this {
    if ('content' in operator) this.cluster.declareBundle(operator, this.namespace);
    else this.cluster.declareOperator(operator, this.namespace, this);
    if (install) this.cluster.installWithoutOlm(this.namespace, 'content' in operator ? operator.content.name : nameOf(operator));
    return this;
  }
}

function nameOf({ manifest }: ClusterServiceVersion): string {
  return String((manifest.metadata as { name?: unknown } | undefined)?.name ?? '');
}
