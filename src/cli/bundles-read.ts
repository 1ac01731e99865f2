/** What is said of bundle folders that were not read. */
import type { BundlesRead } from '../source/bundle-library.js';

/** Says that bundles were passed over, which is no problem: nothing asks for them. */
export function unreadNotes(bundles: BundlesRead | undefined): string[] {
  if (!bundles || bundles.read >= bundles.all) return [];
  const unread = bundles.all - bundles.read;
  const [were, their] = unread === 1 ? ['was', 'its package or an API that it'] : ['were', 'their packages or for an API that they'];
  return [`${unread} of ${bundles.all} bundles ${were} not read: nothing in the input asks for ${their} may own`];
}
