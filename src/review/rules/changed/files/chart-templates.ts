/** Tells which files of a chart Helm renders: by the name of a template, and by `.helmignore`. */

import type { UnreadFile } from '../../../../olm/model/unread-file.js';

/**
 * Lines of `.helmignore` that `helm create` writes, and others that name nothing that Helm renders. Helm compares a name without a slash
 * before it at any depth, so that the name of a folder is one below templates/, too.
 */
export const IGNORED_ANYWAY =
  /^(?:#.*|\.(?:git|bzr|hg|svn|vscode|idea|github)\/?|\.(?:DS_Store|gitignore|bzrignore|hgignore|project)|\*\.(?:swp|bak|tmp|orig|tmproj|md|png)|\*~|(?:README|OWNERS|LICENSE)(?:\.md)?|\/(?:ci|docs|tests?)\/?)$/;

export const HELM_IGNORE = /(?:^|\/)\.helmignore$/;

/** Whether a file is in the folder of a chart's templates, also of a chart at the top. */
export function isInTemplates(path: string): boolean {
  return /(?:^|\/)templates\//.test(path);
}

/** A template that Helm renders whatever its name. */
const TEMPLATE = /^(.*\/)?templates\/(?:[^/]+\/)*[^/_.][^/]*\.ya?ml$/;

/** Whether a chart renders a template under the other name alike: it leaves out nothing by a name. */
export function isSameTemplate(from: string, to: string, unread: readonly UnreadFile[]): boolean {
  const [was, is] = [from, to].map((path) => TEMPLATE.exec(path));
  if (!was || !is || was[1] !== is[1]) return false;
  const ignored = unread.find(({ path }) => path === `${was[1] ?? ''}.helmignore`);
  return ignored === undefined || (ignored.text ?? '*').split('\n').every((line) => IGNORED_ANYWAY.test(line.trim()) || line.trim() === '');
}
