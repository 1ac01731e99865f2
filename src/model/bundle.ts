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
  /** The CSV without a namespace. */
  readonly csv: KubernetesObject;
  readonly customResourceDefinitions: readonly KubernetesObject[];
  /** All other manifests. */
  readonly others: readonly KubernetesObject[];
  /** As `metadata/dependencies.yaml` or a catalog's properties say. */
  readonly dependencies: readonly BundleDependency[];
  /** Where the CSV stands. */
  readonly source?: SourceReference;
}

/** Something that a bundle needs besides what its CSV requires. */
export interface BundleDependency {
  /** `olm.gvk`, `olm.package`, `olm.constraint`, or one that is not known here. */
  readonly type: string;
  readonly value: unknown;
}
