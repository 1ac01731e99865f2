/** Asks git when files were last committed. */
import { basename, dirname } from 'node:path';
import { git } from './git.js';

/** When files were last committed, in seconds since 1970. Without that commit, as in a shallow clone, a file has no time. */
export function commitTimes(files: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...new Set(files)].flatMap((file) => {
      const { text = '' } = git(['-C', dirname(file), 'log', '-1', '--decorate', '--format=%ct %D', '--', basename(file)]);
      const [seconds = '', cut] = text.trim().split(/[ ,]/);
      return seconds === '' || cut === 'grafted' ? [] : [[file, Number(seconds)]];
    }),
  );
}
