/**
 * The order of the test files: the longest first, so that none of them is left for one core while the other is idle. Where an earlier
 * run is known, vitest goes by its times; in a new clone it would go by the size of the files.
 */
import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take five seconds or more. */
const LONGEST = [
  'locked-repository',
  'faults',
  'gate-recipes',
  'lock-recipes',
  'every-field',
  'every-field-of-kinds',
  'moved-gates',
  'kubectl-formats',
  'moved-objects',
  'weakened-gates',
  'review',
  'doc-blocks',
  'bin',
  'bounded',
  'applied-here',
  'links-out',
  'beside-problems',
  'deceptions-beside-permissions',
  'examples-of-rules',
  'equality',
  'release',
  'what-kustomize-takes',
  'bundles',
  'hidden-files',
  'apart',
  'hidden-by-files',
  'every-change',
  'gates',
  'recipes',
  'new-rule',
  'full-disk',
  'git-settings',
  'pod-fields',
  'layout',
  'real-bundles',
  'read-units',
  'validation',
  'approve',
  'shard-recipes',
  'doc-commands',
  'trusted-objects',
  'made-applications',
  'untouched',
  'report',
  'applied-settings',
  'image-catalog',
  'package',
  'jsii',
  'real-registry',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.indexOf(basename(moduleId, '.test.ts'));
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
