/** What the resolver is told: catalogs, and of each namespace its Subscriptions, CSVs and OperatorGroups, as plain data. */
import type { SourceReference } from '../manifest/problem.js';

/** One statement that a bundle or CSV makes of itself: a type such as `olm.gvk`, and a value of that type. */
export interface Property {
  readonly type: string;
  readonly value: unknown;
}

/** One bundle of a catalog. */
export interface ResolverBundle {
  /** The name of its CSV. */
  readonly name: string;
  readonly image?: string;
  /** In the order of the catalog: dependencies are looked at in this order. */
  readonly properties: readonly Property[];
  /** Its manifests where the catalog holds them, in Base64: read only of what is chosen. */
  readonly objects?: readonly string[];
  /** `spec.minKubeVersion` of its CSV, where that is known without its manifests. */
  readonly minKubeVersion?: string;
  readonly source?: SourceReference;
}

/** One entry of a channel: upgrade edges are read from here, never from the bundle's CSV. */
export interface ResolverEntry {
  readonly name: string;
  readonly replaces?: string;
  readonly skips: readonly string[];
  readonly skipRange?: string;
}

/** A channel of a package. */
export interface ResolverChannel {
  readonly name: string;
  readonly entries: readonly ResolverEntry[];
  readonly source?: SourceReference;
}

/** A mark of the schema `olm.deprecations`: it forbids nothing, and is told. */
export interface Deprecation {
  readonly schema: 'olm.package' | 'olm.channel' | 'olm.bundle';
  /** Absent for the package itself. */
  readonly name?: string;
  readonly message: string;
}

/** A package of a catalog. */
export interface ResolverPackage {
  readonly name: string;
  readonly defaultChannel: string;
  readonly channels: readonly ResolverChannel[];
  readonly bundles: readonly ResolverBundle[];
  readonly deprecations?: readonly Deprecation[];
  readonly source?: SourceReference;
}

/** The annotation of a CatalogSource that counts instead of `spec.image` while all of it can be filled in. */
export const IMAGE_TEMPLATE = 'olm.catalogImageTemplate';

/** A CatalogSource, and what it serves. */
export interface ResolverCatalog {
  readonly namespace: string;
  readonly name: string;
  /** `spec.priority`. @default 0 */
  readonly priority?: number;
  readonly packages: readonly ResolverPackage[];
  /** Why it serves nothing, such as a channel with two heads: every namespace that sees it then fails. */
  readonly invalid?: { readonly message: string; readonly source?: SourceReference };
  /** Whether what it serves is known; if not, it is taken to be empty, and the result says so. @default true */
  readonly known?: boolean;
  /** The image that serves it, with the Kubernetes version filled in. */
  readonly image?: string;
  /** Why its image template cannot be filled in, in OLM's words; `spec.image` counts then. */
  readonly imageError?: string;
  /** What its status says of the connection, where that is not `READY`. */
  readonly connection?: string;
  /** Whether OpenShift's OperatorHub turns it off: the cluster has no such CatalogSource. */
  readonly disabledBy?: SourceReference;
  /** Where its CatalogSource stands. */
  readonly source?: SourceReference;
}

/** A Subscription, with what its status says. */
export interface ResolverSubscription {
  readonly namespace: string;
  readonly name: string;
  readonly packageName: string;
  /** Absent or empty: any channel, the default channel first. */
  readonly channel?: string;
  /** Counts only while nothing is installed. */
  readonly startingCSV?: string;
  readonly catalogSource: string;
  readonly catalogSourceNamespace: string;
  /** `spec.installPlanApproval`; anything but `Manual` is automatic. */
  readonly approval?: string;
  readonly installedCSV?: string;
  readonly currentCSV?: string;
  /** Whether OLM wrote it for a dependency (label `olm.managed`). */
  readonly generated?: boolean;
  readonly source?: SourceReference;
}

/** A CSV that is there, and is no copy. */
export interface ResolverCsv {
  readonly namespace: string;
  readonly name: string;
  /** `spec.version`; OLM takes an absent one for 0.0.0. */
  readonly version?: string;
  readonly replaces?: string;
  readonly phase?: string;
  /** The text of the annotation `operatorframework.io/properties`. Where it is there, only it counts. */
  readonly propertiesAnnotation?: string;
  /** Properties that its spec comes to: owned and required APIs. They count where there is no annotation. */
  readonly specProperties: readonly Property[];
  /** Whether its OperatorCondition holds an upgrade back, and why. */
  readonly notUpgradeable?: string;
  readonly source?: SourceReference;
}

/** An OperatorGroup, as far as the resolver looks at it. */
export interface ResolverGroup {
  readonly namespace: string;
  readonly name: string;
  readonly upgradeStrategy?: string;
  /** Annotation `olm.operatorframework.io/exclude-global-namespace-resolution: "true"`. */
  readonly excludesGlobal?: boolean;
  readonly source?: SourceReference;
}

/** Everything that is resolved. */
export interface ResolverInput {
  readonly catalogs: readonly ResolverCatalog[];
  readonly subscriptions: readonly ResolverSubscription[];
  readonly csvs: readonly ResolverCsv[];
  readonly groups: readonly ResolverGroup[];
  /** The namespace whose catalogs every namespace sees. @default 'olm' */
  readonly globalCatalogNamespace?: string;
}

/** OLM's flag `--namespace` of the catalog operator, as its manifests set it. */
export const GLOBAL_CATALOG_NAMESPACE = 'olm';
