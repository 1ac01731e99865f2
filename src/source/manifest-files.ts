/** Which files of a folder are read. */
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareText } from '../model/kubernetes-object.js';
import { type IgnoreRule, INDEX_IGNORE, ignoreRules, isIgnored } from './index-ignore.js';
import { ownedFiles } from './owned-files.js';

const MANIFEST_FILE = /\.(?:yaml|yml|json)$/i;
/** kustomize's own file; it may leave out apiVersion and kind. */
const KUSTOMIZATION_FILE = /^kustomization(?:\.ya?ml)?$/i;

/**
 * The manifest files below a folder, in byte order.
 *
 * @throws Error when a folder or list cannot be read
 */
export function manifestFiles(root: string): string[] {
  const realRoot = realpathSync(root);
  const walk = (folder: string, outerRules: readonly IgnoreRule[]): string[] => {
    const own = ownedFiles(folder);
    const rules = [...outerRules, ...indexIgnore(folder)];
    return readdirSync(folder)
      .sort(compareText)
      .flatMap((name) => {
        const path = join(folder, name);
        if (name.startsWith('.') || name === 'node_modules' || own.has(name) || leadsOut(path, realRoot)) return [];
        // Links to folders are not followed: they could lead in a circle.
        if (lstatSync(path).isDirectory()) return walk(path, rules);
        const isManifest = MANIFEST_FILE.test(name) && !KUSTOMIZATION_FILE.test(name) && statSync(path).isFile();
        return isManifest && !isIgnored(path, rules) ? [path] : [];
      });
  };
  return walk(root, []);
}

function indexIgnore(folder: string): IgnoreRule[] {
  const path = join(folder, INDEX_IGNORE);
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? ignoreRules(folder, readFileSync(path, 'utf8')) : [];
}

/** Whether a path is a link whose end lies outside the folder, or that has no end. */
function leadsOut(path: string, realRoot: string): boolean {
  if (!lstatSync(path).isSymbolicLink()) return false;
  try {
    const inside = relative(realRoot, realpathSync(path));
    return inside === '..' || inside.startsWith(`..${sep}`) || inside.startsWith(sep);
  } catch {
    return true;
  }
}
