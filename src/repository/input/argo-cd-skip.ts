/** Finds files that Argo CD leaves out because of a text in them (argo-cd, reposerver/repository/repository.go). */
import type { Problem } from '../../base/manifest/problem.js';
import { isLock } from '../../olm/lock/lock-name.js';
import { lockDocuments } from '../../olm/lock/read-lock.js';
import type { FileTree } from '../trees/file-tree.js';

/** Argo CD looks for this text in the bytes of a file, at any place. */
const ARGO_CD_SKIP = '+argocd:skip-file-rendering';

/** Whether Argo CD leaves out a file that it finds in a folder. `lock` writes the text, too, but a lock applies nothing. */
export function isSkipped(tree: FileTree, path: string): boolean {
  const bytes = tree.read(path);
  if (bytes === undefined || !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ARGO_CD_SKIP)) return false;
  const { documents, problems } = lockDocuments({ file: path, text: new TextDecoder().decode(bytes) });
  return problems.length > 0 || !documents.every(({ value }) => isLock(value));
}

/** The warning about such a file, where nothing says who applies it. */
export function skippedProblem(file: string): Problem {
  return {
    code: 'FILE_LEFT_OUT',
    message: 'the file is left out, as Argo CD leaves it out',
    file,
    found: ARGO_CD_SKIP,
    expected: 'a file that is applied',
    fix: 'remove the comment, or name the file itself if another tool applies it',
  };
}
