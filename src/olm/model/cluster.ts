/** The desired state of a cluster as plain data, independent of the order of the files. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { BundleOutline } from './bundle.js';
import type { Catalog } from './catalog.js';
import type { ClusterExtension } from './cluster-extension.js';
import type { ClusterServiceVersion } from './cluster-service-version.js';
import type { Namespace, OperatorGroup } from './operator-group.js';
import type { PlatformName } from './platform.js';
import type { ResolverNote } from './resolver-note.js';
import type { Subscription } from './subscription.js';
import type { UnknownOperator } from './unknown-operator.js';
import type { GivenVersions } from './versions.js';

/** The parts of a CustomResourceDefinition that requirements use. */
export interface CustomResourceDefinition {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  /** The served versions. */
  readonly versions: readonly string[];
  /** The CRD itself, if the input has it: it exists before an InstallPlan. */
  readonly manifest?: KubernetesObject;
}

/** An APIService: `<version>.<group>`. */
export interface ApiService {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** `status` of OpenShift's Proxy `cluster`. */
export interface ClusterProxy {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
}

/** The desired state of one cluster. Every list is ordered by namespace, then name. */
export interface Cluster {
  readonly namespaces: readonly Namespace[];
  readonly operatorGroups: readonly OperatorGroup[];
  /** CSVs without copies. */
  readonly clusterServiceVersions: readonly ClusterServiceVersion[];
  /** CSVs whose OperatorCondition prevents an upgrade, and the reason (see `ClusterServiceVersion.notUpgradeable`). */
  readonly upgradesHeldBack: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly why: string;
    /** Whether only the status says so. */
    readonly isReported?: true;
  }[];
  /** What people and operators wrote into OperatorConditions: OLM keeps it. */
  readonly operatorConditions: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly spec: { readonly overrides?: readonly unknown[]; readonly conditions?: readonly unknown[] };
  }[];
  readonly customResourceDefinitions: readonly CustomResourceDefinition[];
  /** The objects of the input whose kind neither Kubernetes nor OLM defines, in the order of the input. */
  readonly customResources: readonly KubernetesObject[];
  readonly apiServices: readonly ApiService[];
  /** ServiceAccounts. A missing namespace counts as `default` here; whoever applies the account chooses it. */
  readonly serviceAccounts: readonly { readonly namespace: string; readonly name: string; readonly isPlaceOpen?: true }[];
  /** ClusterRoles of the input. No rendered ClusterRole can have one of their names. */
  readonly clusterRoles: readonly KubernetesObject[];
  readonly clusterRoleBindings: readonly KubernetesObject[];
  readonly roles: readonly KubernetesObject[];
  readonly roleBindings: readonly KubernetesObject[];
  /** Roles and bindings whose labels claim that OLM created them; they are in none of the lists above. Anyone can write labels. */
  readonly claimedByOlm: readonly KubernetesObject[];
  readonly subscriptions: readonly Subscription[];
  /** Operators of Subscriptions whose bundle is not available, in the order of the Subscriptions. */
  readonly unknownOperators: readonly UnknownOperator[];
  readonly clusterExtensions: readonly ClusterExtension[];
  /** The CatalogSources, and their known packages. */
  readonly catalogs: readonly Catalog[];
  /** The namespace whose catalogs all others see. */
  readonly globalCatalogNamespace: string;
  /** The available bundles: all from folders, and those of catalogs that a Subscription chose (see `ClusterServiceVersion.bundle`). By name. */
  readonly bundles: readonly BundleOutline[];
  /** The notes of the resolver about its namespaces. */
  readonly resolverNotes: readonly ResolverNote[];
  /** The namespaces that OLM does not resolve: it installs none of their Subscriptions. */
  readonly unresolvedNamespaces: readonly string[];
  /** OLMConfig `cluster`, `spec.features.disableCopiedCSVs`. */
  readonly copiedCSVsDisabled: boolean;
  /** Secrets of the input, which operators that are installed without OLM can use. */
  readonly secrets: readonly { readonly namespace: string; readonly name: string }[];
  /** Objects of OLM without a namespace: they count in `default`. */
  readonly withoutNamespace: readonly { readonly kind: string; readonly name: string }[];
  /** Whether the input has an object of `config.openshift.io`. */
  readonly isOpenShift: boolean;
  readonly proxy?: ClusterProxy;
  /** The platform that the user names; its default roles count. */
  readonly platform?: PlatformName;
  /** The reason why OpenShift is assumed, if the user names no platform: the end of a sentence with because. */
  readonly openShiftBecause?: string;
  /** The assumed namespace of the input's only bundle, if nothing names one. */
  readonly assumedNamespace?: string;
  /** Whether a part of the input was not read: missing objects may be in it. */
  readonly isPartlyRead?: true;
  /** Whether the input is a dump: the API server stored each of its objects, and what is not there is not in the cluster. */
  readonly isDump?: true;
  /** Why the InstallPlan of a CSV (`namespace/name`) of a dump has failed. */
  readonly failedPlans?: ReadonlyMap<string, string>;
  /** Whether the input is one side of a review: no status in it proves anything. */
  readonly isReviewed?: true;
  /** The versions that the user gives, or else those in the input. */
  readonly versions: GivenVersions;
}
