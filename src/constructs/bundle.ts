/** Bundles for construct authors: from a folder. */
import { problemError } from '../base/manifest/format-problem.js';
import type { Bundle as BundleData } from '../olm/model/bundle.js';
import { readBundleDirectory } from '../repository/bundles/read-bundle-folder.js';
import { checkArguments, TEXT } from './arguments.js';

const SYMBOL = Symbol.for('cdk8s-olm.Bundle');

/**
 * One version of an operator, for OperatorGroup.addOperator.
 *
 * @example
 * group.addOperator(Bundle.fromDirectory('bundles/etcd/0.9.4'));
 */
export class Bundle {
  /** Whether a value is a Bundle of any copy of this package. */
  static isBundle(value: unknown): value is Bundle {
    return typeof value === 'object' && value !== null && SYMBOL in value;
  }

  /**
   * Reads a folder in the registry+v1 format: `manifests/` with one ClusterServiceVersion, and `metadata/`, which is
   * optional here.
   *
   * @throws ProblemError if the folder cannot be read or is not a bundle
   * @throws TypeError for anything but a path
   */
  static fromDirectory(path: string): Bundle {
    checkArguments('Bundle.fromDirectory', TEXT('the path of a folder'), path);
    const { bundle, problems } = readBundleDirectory(path);
    if (!bundle) throw problemError(problems);
    return new Bundle(bundle);
  }

  /** @internal A bundle that was read elsewhere. */
  static _of(content: BundleData): Bundle {
    return new Bundle(content);
  }

  private constructor(
    /** The bundle's parts as they were read. @jsii ignore */
    readonly content: BundleData,
  ) {
    Object.defineProperty(this, SYMBOL, { value: true });
  }
}
