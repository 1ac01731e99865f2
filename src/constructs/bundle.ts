/** Bundles for construct authors: from a folder. */
import { formatProblem } from '../manifest/format-problem.js';
import { ProblemError } from '../manifest/problem.js';
import type { Bundle as BundleData } from '../model/bundle.js';
import { readBundleDirectory } from '../source/read-bundle-folder.js';

/**
 * One version of an operator, for OperatorGroup.addOperator.
 *
 * @example
 * group.addOperator(Bundle.fromDirectory('bundles/etcd/0.9.4'));
 */
export class Bundle {
  /**
   * Reads a folder in the registry+v1 format: `manifests/` with one ClusterServiceVersion, and `metadata/`, which is
   * optional here.
   *
   * @throws ProblemError if the folder cannot be read or is not a bundle
   */
  static fromDirectory(path: string): Bundle {
    const { bundle, problems } = readBundleDirectory(path);
    if (!bundle) throw new ProblemError(problems, problems.map((problem) => formatProblem(problem)).join('\n'));
    return new Bundle(bundle);
  }

  private constructor(
    /** The bundle's parts as they were read. */
    readonly content: BundleData,
  ) {}
}
