/** Separates files next to kustomizations that were never listed from files that the change hides, and from those it only stops listing. */
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

/**
 * Drops files that the other side loads with the same content, and this side does not list: the review compares their objects.
 *
 * @param loadedAs the content of a file that a kustomization of the other side loads
 */
export function withoutLoaded(files: readonly UnreadFile[], loadedAs: (path: string) => string | undefined): UnreadFile[] {
  const isLoaded = ({ path, reason, content }: UnreadFile): boolean => reason === 'unlisted' && loadedAs(path) === content;
  return files.filter((file) => !isLoaded(file));
}
