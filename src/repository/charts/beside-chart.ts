/** Tests whether a file of a Helm chart has no effect on what the chart renders. */
import { OF_FORGES } from '../input/brings-nothing.js';
import { type FileTree, textAt } from '../trees/file-tree.js';

/** A file that Helm renders by itself. */
const RENDERED_FILE = /(?:^|\/)(?:templates|crds)\//;

/** Documents, pictures, and the schema of the values. */
const DOCUMENT = /\.(?:md|markdown|rst|adoc|png|jpe?g|gif|svg|pdf)$|\.schema\.json$|(?:^|\/)(?:LICEN[CS]E|NOTICE|OWNERS|CODEOWNERS)$/i;

/** A forge's file with an object, or with a call of this program. */
const DECIDES = /^kind:|cdk8s-olm/m;

/** Tests whether a chart's file has no effect: a document, a forge's file or the like, unless a template reads files of any name. */
export function besideChart(tree: FileTree, files: readonly string[]): (path: string) => boolean {
  const rendered = files.filter((path) => RENDERED_FILE.test(path));
  let takesAny: boolean | undefined;
  return (path) => {
    if (RENDERED_FILE.test(path) || !(DOCUMENT.test(path) || (OF_FORGES.test(path) && !DECIDES.test(textAt(tree, path))))) return false;
    tree.expect?.(rendered);
    takesAny ??= rendered.some((file) => textAt(tree, file).includes('.Files'));
    return !takesAny;
  };
}
