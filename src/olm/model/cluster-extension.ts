/** ClusterExtensions: which version of an operator OLM v1 is to install, and where. */
import type { LabelSelector } from '../../base/kubernetes/label-selector.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { SourceReference, UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Bundle } from './bundle.js';

/** A ClusterExtension of the cluster. */
export interface ClusterExtension {
  readonly name: string;
  /** The install namespace. */
  readonly namespace: string;
  /** The ServiceAccount with whose permissions it is installed, up to OLM v1.10. */
  readonly serviceAccount?: string;
  readonly packageName: string;
  /** A range of versions, or one of them. */
  readonly version?: string;
  /** Any channel where there is none. */
  readonly channels: readonly string[];
  /** Which ClusterCatalogs count. @default all */
  readonly selector?: LabelSelector;
  /** `spec.config.inline`, as it is. */
  readonly inline?: Readonly<Record<string, unknown>>;
  /** What it watches where that is given beside its settings, as on a command line; with none, the settings say it, or its install modes do. */
  readonly watchNamespaces?: readonly string[];
  /** The bundle that it comes to; absent when there is none. */
  readonly bundle?: Bundle;
  /** Whether no bundle of its package is at hand: then there is none, and that is no problem. */
  readonly isUnknown?: true;
  /** An available package whose name is almost the one of a package that is not. */
  readonly nearest?: string;
  /** As it was read; absent for one of a command line. */
  readonly manifest?: KubernetesObject;
  /** Why there is none. */
  readonly problems: readonly UnlocatedProblem[];
  readonly source: SourceReference;
}

/** A ClusterExtension that passed its schema. */
export interface ClusterExtensionManifest {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly namespace: string;
    readonly serviceAccount?: { readonly name?: string | null } | null;
    readonly source: {
      readonly catalog?: {
        readonly packageName: string;
        readonly version?: string | null;
        readonly channels?: readonly string[] | null;
        readonly selector?: LabelSelector | null;
      } | null;
    };
    readonly config?: { readonly inline?: Readonly<Record<string, unknown>> | null } | null;
  };
}

/** Reads a checked manifest; its bundle is not chosen yet. */
export function clusterExtension(manifest: ClusterExtensionManifest, source: SourceReference): ClusterExtension {
  const { metadata, spec } = manifest;
  const { packageName = '', version, channels, selector } = spec.source.catalog ?? {};
  return {
    name: metadata.name,
    namespace: spec.namespace,
    ...(spec.serviceAccount?.name ? { serviceAccount: spec.serviceAccount.name } : {}),
    packageName,
    version: version || undefined,
    channels: channels ?? [],
    ...(selector ? { selector } : {}),
    inline: spec.config?.inline ?? undefined,
    manifest: manifest as unknown as KubernetesObject,
    problems: [],
    source,
  };
}

/** OLM v1 gives each catalog this label, with its name. */
const CATALOG_NAME = 'olm.operatorframework.io/metadata.name';

/** The catalogs that an extension can come from: their name, or what selects them. */
export function extensionSource({ selector }: Pick<ClusterExtension, 'selector'>): string {
  const { matchLabels, matchExpressions = [] } = selector ?? {};
  const labels = Object.entries(matchLabels ?? {}).map(([key, value]) =>
    key === CATALOG_NAME ? String(value) : `${key}=${String(value)}`,
  );
  const texts = [...labels, ...(matchExpressions ?? []).map(({ key }) => `a catalog selected by ${key}`)];
  return texts.length === 0 ? 'any catalog' : texts.join(',');
}
