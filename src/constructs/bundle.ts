/** Bundles as construct authors bring them: from a folder. */
import { formatProblem } from '../manifest/format-problem.js';
import { ProblemError } from '../manifest/problem.js';
import type { Bundle as BundleData } from '../model/bundle.js';
import { readBundleDirectory } from '../source/read-bundle-folder.js';

/**
 * One version of an operator, to be made a member of an OperatorGroup.
 *
 * @example
 * group.addOperator(Bundle.fromDirectory('bundles/etcd/0.9.4'));
 */
export class Bundle {
  /**
   * Reads a folder in the registry+v1 format: `manifests/` with one ClusterServiceVersion, and `metadata/`, which is
   * not needed here.
   *
   * @throws ProblemError when the folder cannot be read or is no bundle
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
