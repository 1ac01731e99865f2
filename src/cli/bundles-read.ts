/** What is said of bundle folders: how far reading them is, on a terminal, and which of them were not read. */
import type { BundlesRead, Progress } from '../source/bundle-library.js';
import type { Terminal } from './outcome.js';

/** Few enough to be read before anybody wonders. */
const SILENT = 200;
const STEP = 20;
/** Back to the beginning of the line, which is emptied. */
const CLEAR = '\r\u001b[K';

/** Shows on a terminal how many bundles were read. */
export function showProgress(terminal: Terminal): Progress {
  return (read, all) => {
    if (terminal.errIsTerminal && read > SILENT && read % STEP === 0) terminal.err(`${CLEAR}reading bundles: ${read} of at most ${all}`);
  };
}

/** Says that bundles were passed over, which is no problem: nothing asks for them. */
export function tellUnread(bundles: BundlesRead | undefined, terminal: Terminal): void {
  if (terminal.errIsTerminal && bundles && bundles.read > SILENT) terminal.err(CLEAR);
  if (!bundles || bundles.read >= bundles.all) return;
  const unread = bundles.all - bundles.read;
  terminal.err(
    `${unread} of ${bundles.all} bundles ${unread === 1 ? 'was' : 'were'} not read: nothing in the input asks for ${unread === 1 ? 'its package or an API that it' : 'their packages or for an API that they'} may own\n`,
  );
}
