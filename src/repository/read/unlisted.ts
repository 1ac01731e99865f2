/** Files beside kustomizations that none of them lists: one that the change does not hide is another matter than one that it does. */
import type { UnreadFile } from '../../olm/model/unread-file.js';

/** @param wasPlain whether the file of a path was, or is, applied as it stands */
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
