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
  'links-out',
  'every-field',
  'beside-problems',
  'release',
  'doc-blocks',
  'report',
  'equality',
  'bin',
  'what-kustomize-takes',
  'applied-settings',
  'approve',
  'deceptions',
  'shard-recipes',
  'image-catalog',
  'untouched',
  'applied-here',
  'recipes',
  'read-units',
  'layout',
  'review',
  'real-bundles',
  'examples-of-rules',
  'lock-recipes',
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
