/** What reports say of files that were not read. */
import { UNREAD_REASONS, type UnreadFile } from '../model/unread-file.js';

export function unreadText({ file, entry, reason }: UnreadFile): string {
  return `${file}: ${entry === undefined ? '' : `${entry}: `}${UNREAD_REASONS[reason]}`;
}
