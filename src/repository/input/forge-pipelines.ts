/** Finds pipelines of Pipelines as Code: Tekton pipelines in `.tekton/` at the top of a repository, started by events of a forge. */

import { parseDocuments } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { PassedOver } from '../../olm/model/unread-file.js';
import { appliedIn } from '../applied/applied-paths.js';
import { mayApply } from '../applied/may-apply.js';
import type { FileTree } from '../trees/file-tree.js';
import { readText } from '../trees/read-text.js';

/** The read files, and the kustomizations. */
interface Found {
  readonly files: readonly string[];
  readonly kustomizations: readonly string[];
}

const FOLDER = '.tekton';
const KINDS: ReadonlySet<unknown> = new Set(['Pipeline', 'PipelineRun', 'Task', 'TaskRun', 'StepAction', 'CustomRun']);

/** Gives hidden files that only contain pipelines the reason `pipeline`, unless the repository applies their folder. */
export function withPipelines(tree: FileTree, files: readonly PassedOver[], found: Found): readonly PassedOver[] {
  const { folder, isTop } = tree.top?.() ?? { folder: '' };
  const isCandidate = ([path, reason]: PassedOver): boolean =>
    reason === 'hidden' && path.split('/')[0] === FOLDER && /\.ya?ml$/.test(path) && hasPipelinesAlone(tree, path);
  const pipelines = folder === '' && isTop ? new Set(files.filter(isCandidate)) : new Set();
  if (pipelines.size === 0 || isAppliedHere(tree, found)) return files;
  return files.map((file) => (pipelines.has(file) ? [file[0], 'pipeline'] : file));
}

/** Whether a file only contains pipelines. A pipeline that runs this program stays hidden: it controls the review. */
function hasPipelinesAlone(tree: FileTree, path: string): boolean {
  const read = readText(path, () => tree.read(path));
  if (!('text' in read) || read.text.includes('cdk8s-olm')) return false;
  const { documents, problems } = parseDocuments({ file: path, text: read.text });
  return (
    problems.length === 0 &&
    documents.length > 0 &&
    documents.every(({ value }) => isMapping(value) && /^tekton\.dev\/v\w+$/.test(String(value.apiVersion)) && KINDS.has(value.kind))
  );
}

function isAppliedHere(tree: FileTree, { files, kustomizations }: Found): boolean {
  return mayApply(tree, appliedIn(tree, files, [...kustomizations, `${FOLDER}/a.yaml`], ''), FOLDER);
}
