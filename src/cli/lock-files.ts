/** The locks that a command line names, or the one beside what is asked about. */
import { statSync } from 'node:fs';
import { isApprovalList, lockOfList } from '../approvals/approval-list.js';
import { type Locked, lockedBy, type NamedLock } from '../approvals/locked.js';
import { LOCK_FILE } from '../lock/lock-file.js';
import { printable } from '../manifest/printable.js';
import { lockBeside, lockOfText } from '../source/lock-beside.js';
import { readFiles } from '../source/read-files.js';
import { locatedProblems, printProblems } from './evaluate-input.js';
import { refuse, type Terminal } from './outcome.js';

/**
 * What locks say together; absent where one of them cannot be used, and why is printed.
 *
 * @param places files, and folders of which the nearest lock counts
 */
export function readLocks(places: readonly string[], terminal: Terminal): Locked | undefined {
  const locks = readLockFiles(places, terminal);
  return locks && lockedBy(locks).locked;
}

/** The locks, which say nothing different of one thing; absent where one of them cannot be used, and why is printed. */
export function readLockFiles(places: readonly string[], terminal: Terminal): NamedLock[] | undefined {
  const locks: NamedLock[] = [];
  for (const place of places) {
    const [text] = statSync(place, { throwIfNoEntry: false })?.isFile() ? readFiles([place]).texts : [];
    const listed = text && isApprovalList(text) ? lockOfList(text) : undefined;
    if (text && listed) {
      locks.push({ file: text.file, lock: listed });
      continue;
    }
    const beside = text ? lockOfText(text) : lockBeside([place]);
    if (!beside) {
      refuse(`there is no ${LOCK_FILE} at ${place}; write it with cdk8s-olm lock`, terminal);
      return undefined;
    }
    if (!beside.lock) {
      printProblems(locatedProblems(beside), terminal);
      return undefined;
    }
    if (!locks.some(({ file }) => file === beside.text.file)) locks.push({ file: beside.text.file, lock: beside.lock });
  }
  const { conflicts } = lockedBy(locks);
  for (const { what, files } of conflicts) terminal.err(`error: ${printable(`${files.join(' and ')} say different things of ${what}`)}\n`);
  return conflicts.length === 0 ? locks : undefined;
}
