/** What reports say of files that were not read. */
import { UNREAD_REASONS, type UnreadFile } from '../model/unread-file.js';

export function unreadText({ file, reason }: UnreadFile): string {
  return `${file}: ${UNREAD_REASONS[reason]}`;
}
