/** ClusterExtensions: which version of an operator OLM v1 is to install, and where. */
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
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
  /** `spec.config.inline`, as it is. */
  readonly inline?: Readonly<Record<string, unknown>>;
  /** What it watches where that is given beside its settings, as on a command line; with none, the settings say it, or its install modes do. */
  readonly watchNamespaces?: readonly string[];
  /** The bundle that it comes to; absent when there is none. */
  readonly bundle?: Bundle;
  /** Whether no bundle of its package is at hand: then there is none, and that is no problem. */
  readonly isUnknown?: true;
  /** A package at hand whose name is almost the one of a package that is not. */
  readonly nearest?: string;
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
      } | null;
    };
    readonly config?: { readonly inline?: Readonly<Record<string, unknown>> | null } | null;
  };
}

/** Reads a checked manifest; its bundle is not chosen yet. */
export function clusterExtension({ metadata, spec }: ClusterExtensionManifest, source: SourceReference): ClusterExtension {
  const { packageName = '', version, channels } = spec.source.catalog ?? {};
  return {
    name: metadata.name,
    namespace: spec.namespace,
    ...(spec.serviceAccount?.name ? { serviceAccount: spec.serviceAccount.name } : {}),
    packageName,
    version: version || undefined,
    channels: channels ?? [],
    inline: spec.config?.inline ?? undefined,
    problems: [],
    source,
  };
}
