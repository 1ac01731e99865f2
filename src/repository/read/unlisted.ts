/** Marks files next to kustomizations that were never listed, to separate them from files that the change hides. */
import type { UnreadFile } from '../../olm/model/unread-file.js';

/** Gives never-listed files the reason `unlisted`. @param wasPlain whether the file at a path was, or is, applied unchanged */
export function besideKustomizations(files: readonly UnreadFile[], wasPlain: (path: string) => boolean): UnreadFile[] {
  return files.map((unread) => {
    const { path, file, reason, content } = unread;
    if (reason !== 'not-listed' || wasPlain(path)) return unread;
    return {
      path,
      file,
      reason: 'unlisted',
      content,
      get text() {
        return unread.text;
      },
    };
  });
}
