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
  'every-field',
  'release',
  'doc-blocks',
  'untouched',
  'report',
  'bin',
  'equality',
  'shard-recipes',
  'read-units',
  'deceptions',
  'recipes',
  'real-registry',
  'image-catalog',
  'lock-recipes',
  'approve',
  'applied-here',
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
