/** The operators of a lock, for construct authors. */

import { problemError } from '../base/manifest/format-problem.js';
import type { Problem, ProblemError } from '../base/manifest/problem.js';
import { stepsOf } from '../olm/lock/lock-steps.js';
import { type LockBeside, readLockFile } from '../repository/bundles/read-lock-file.js';
import { checkArguments, TEXT } from './arguments.js';
import { Bundle } from './bundle.js';

type Lock = NonNullable<LockBeside['lock']>;

/** A lock by its path. @throws ProblemError if the file cannot be read or is not a lock */
export function readLock(path: string): { readonly beside: LockBeside; readonly lock: Lock } {
  const { beside, problems } = readLockFile(path);
  if (!beside?.lock) throw problemError(problems);
  return { beside, lock: beside.lock };
}

/** Settings for a Subscription that installs one version and waits for approval. */
export interface SubscriptionPin {
  readonly startingCSV: string;
  readonly approval: 'Manual';
}

/**
 * The operators in a lock that `cdk8s-olm lock` wrote, for OperatorGroup.addOperator. No network is needed.
 *
 * @example
 * const operators = Operators.fromLock('olm-lock.yaml');
 * group.addOperator(operators.bundle('etcd'));
 */
export class Operators {
  /**
   * Reads a lock.
   *
   * @throws ProblemError if the file cannot be read or is not a lock
   * @throws TypeError for anything but a path
   */
  static fromLock(path: string): Operators {
    checkArguments('Operators.fromLock', TEXT('the path of a lock, such as olm-lock.yaml'), path);
    const { lock, beside } = readLock(path);
    return new Operators(path, lock, beside);
  }

  private constructor(
    private readonly path: string,
    private readonly lock: Lock,
    private readonly beside: LockBeside,
  ) {}

  /** The names of the packages, each once. */
  get packages(): string[] {
    return [...new Set(this.lock.bundles.map((bundle) => bundle.package))];
  }

  /**
   * A version of an operator.
   *
   * @param packageName the package
   * @param name the ClusterServiceVersion; required if the lock has several versions of the package
   * @throws ProblemError if the lock does not have the package, or has several versions and `name` is missing
   */
  bundle(packageName: string, name?: string): Bundle {
    const steps = name === undefined ? stepsOf(this.lock) : [];
    const of = this.lock.bundles.filter((bundle) => bundle.package === packageName && !steps.includes(bundle));
    const [found, ...more] = of.filter((bundle) => name === undefined || bundle.name === name);
    const content = found && more.length === 0 ? this.beside.catalogs([]).bundle(found.name, found.image) : undefined;
    if (!content) throw this.notOne(packageName, name, found ? [found, ...more] : of);
    return Bundle._of(content);
  }

  /**
   * Settings for a Subscription that installs the locked version and waits for approval.
   *
   * @param packageName the package
   * @param name the ClusterServiceVersion; required if the lock has several versions of the package
   * @throws ProblemError as `bundle` does
   * @example
   * new Subscription(group, 'etcd', { package: 'etcd', ...operators.pin('etcd') });
   */
  pin(packageName: string, name?: string): SubscriptionPin {
    return { startingCSV: this.bundle(packageName, name).content.name, approval: 'Manual' };
  }

  private notOne(packageName: string, name: string | undefined, those: readonly { readonly name: string }[]): ProblemError {
    const problem: Problem = {
      code: 'BUNDLE_NOT_FOUND',
      message: `the lock has not just one ${name ?? `version of ${packageName}`}`,
      file: this.path,
      found: those.length === 0 ? `the packages ${this.packages.join(', ')}` : those.map((one) => one.name).join(', '),
      expected: 'one',
      fix:
        those.length > 1
          ? `name the ClusterServiceVersion: bundle('${packageName}', '${those.at(-1)?.name}')`
          : `correct the name, or run cdk8s-olm lock once a Subscription asks for ${packageName}`,
    };
    return problemError([problem]);
  }
}
