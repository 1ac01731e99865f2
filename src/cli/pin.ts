/** `cdk8s-olm lock --pin`: Subscriptions that install what the lock says and wait for approval, where they stand plainly in a file. */
import { lstatSync, readFileSync } from 'node:fs';
import { replaceFile } from '../deliver/file.js';
import { LinkError, refuseLinks } from '../deliver/own-place.js';
import { namespacedName } from '../kubernetes/object.js';
import type { LockFile } from '../lock/lock-file.js';
import { valueAt } from '../manifest/field-path.js';
import { parseDocuments } from '../manifest/parse.js';
import { printable } from '../manifest/printable.js';
import { setFields } from '../manifest/set-fields.js';
import type { Subscription } from '../model/subscription.js';
import type { Input } from '../source/read-input.js';
import { counted } from '../wording/phrases.js';
import type { Terminal } from './outcome.js';

/**
 * Pins what can be pinned, and says what cannot.
 *
 * @returns whether all Subscriptions are pinned
 * @throws LinkError, or the system's error, if a file cannot be written
 */
export function pinSources(lock: LockFile, { cluster }: Pick<Input, 'cluster'>, isDry: boolean, terminal: Terminal): boolean {
  const texts = new Map<string, string>();
  let left = 0;
  for (const one of cluster.subscriptions.filter(({ generated }) => !generated)) {
    const entry = lock.subscriptions?.find((other) => namespacedName(other) === namespacedName(one));
    if (entry && one.installPlanApproval === 'Manual' && one.startingCSV === entry.csv) continue;
    const text = entry && pinned(one, entry.csv, texts);
    if (text !== undefined) texts.set(one.source.file, text);
    else {
      left += 1;
      const why = entry
        ? `${one.source.file} does not have it plainly; set installPlanApproval: Manual and startingCSV: ${entry.csv} where it is made`
        : 'it is not locked';
      terminal.err(`${printable(`not pinned: Subscription ${namespacedName(one)}: ${why}`)}\n`);
    }
  }
  for (const [file, text] of texts) if (!isDry) replaceFile(file, text);
  const files = [...texts.keys()].join(', ');
  terminal.out(
    texts.size === 0
      ? `no file to pin${left > 0 ? `; ${counted(left, 'Subscription')} not pinned` : ': all Subscriptions are pinned'}\n`
      : `${printable(files)} ${isDry ? 'would be pinned' : texts.size === 1 ? 'is pinned' : 'are pinned'}\n`,
  );
  return left === 0;
}

/** The input without the pins that can be moved: those that say what the last lock says. The others hold their operators where they are. */
export function withoutPins<I extends Pick<Input, 'cluster'>>(input: I, last: LockFile | undefined): I {
  const isMovable = (one: Subscription): boolean =>
    one.startingCSV !== undefined &&
    last?.subscriptions?.some((other) => namespacedName(other) === namespacedName(one) && other.csv === one.startingCSV) === true &&
    pinned(one, one.startingCSV, new Map()) !== undefined;
  const subscriptions = input.cluster.subscriptions.map((one) => (isMovable(one) ? { ...one, startingCSV: undefined } : one));
  const moves = subscriptions.some((one, index) => one !== input.cluster.subscriptions[index]);
  return moves ? { ...input, cluster: { ...input.cluster, subscriptions } } : input;
}

/** The text of its file with the two fields; nothing where the file does not have the Subscription as it was read. */
function pinned({ source, manifest }: Subscription, startingCSV: string, texts: ReadonlyMap<string, string>): string | undefined {
  const { file, document, path, within } = source;
  if (within || !lstatSync(file, { throwIfNoEntry: false })?.isFile() || isBehindLink(file)) return undefined;
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  const found = parseDocuments({ file, text }).documents.find((one) => one.source.document === document);
  const isIt = (at: readonly string[]): boolean => valueAt(found?.value, [...path, ...at]) === valueAt(manifest, at);
  if (![['kind'], ['apiVersion'], ['metadata', 'name'], ['metadata', 'namespace'], ['spec', 'name']].every(isIt)) return undefined;
  return setFields(text, { document, path: [...path, 'spec'] }, { installPlanApproval: 'Manual', startingCSV }, 'name');
}

function isBehindLink(file: string): boolean {
  try {
    refuseLinks(file);
    return false;
  } catch (error) {
    if (error instanceof LinkError) return true;
    throw error;
  }
}
