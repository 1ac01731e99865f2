/** Bundles: one version of an operator in the registry+v1 format, from a folder or from a catalog. */
import type { SourceReference } from '../manifest/problem.js';
import type { KubernetesObject } from './kubernetes-object.js';

/** One version of an operator. */
export interface Bundle {
  /** The name of its CSV, which is the bundle's name in catalogs. */
  readonly name: string;
  /** Absent when neither `metadata/annotations.yaml` nor a catalog says. */
  readonly packageName?: string;
  /** `spec.version` of the CSV. */
  readonly version?: string;
  readonly channels: readonly string[];
  readonly defaultChannel?: string;
  /** The CSV as the bundle has it: its namespace means nothing. */
  readonly csv: KubernetesObject;
  readonly customResourceDefinitions: readonly KubernetesObject[];
  /** All other manifests. */
  readonly others: readonly KubernetesObject[];
  /** As `metadata/dependencies.yaml` or a catalog's properties say. */
  readonly dependencies: readonly BundleDependency[];
  /** Where the CSV stands. */
  readonly source?: SourceReference;
  /** Where each of its manifests stands. */
  readonly sources?: ReadonlyMap<KubernetesObject, SourceReference>;
}

/** Something that a bundle needs besides what its CSV requires. */
export interface BundleDependency {
  /** `olm.gvk`, `olm.package`, `olm.constraint`, or one that is not known here. */
  readonly type: string;
  readonly value: unknown;
}

/** A bundle as it lies in a file-based catalog: its manifests are decoded only if it is chosen. */
export interface CatalogBundle {
  readonly name: string;
  readonly packageName: string;
  readonly properties: readonly BundleDependency[];
  /** The image that holds its manifests. */
  readonly image?: string;
  /** Where its `olm.bundle` blob stands. */
  readonly source: SourceReference;
}
