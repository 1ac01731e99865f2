/** Files that are applied as they stand, and that the review reads as what a kustomization builds of them. */

import { isDeepStrictEqual } from 'node:util';
import { fieldsOf, listOf, textOf } from '../../kubernetes/pod-spec.js';
import { type AppliedFiles, plainPath, type RawFile } from '../../model/unread-file.js';
import type { State } from '../../state/state.js';
import { riskRule } from '../risk-rule.js';
import { isDelivery } from './kind-effects.js';

export const rawFile = riskRule({
  id: 'raw-file',
  severity: 'error',
  title: 'A file may be applied without its kustomization',
  references: ['CWE-693: Protection Mechanism Failure'],
  documentation: {
    meaning:
      'A file is new or changed, and the review sees only what its kustomization builds from it. But its folder was read as it is before the change, or an Application, ApplicationSet or Flux Kustomization names a folder without a kustomization above it, so the raw file is applied. Not reported where the build leaves its objects as written, or everything known to apply the folder builds it.',
    attack:
      'Argo CD applies apps/ as a plain folder. The change adds a binding to cluster-admin there, and a kustomization one folder above that removes it again, which nobody applies.',
    fix: 'Check which folder is applied, and move the kustomization there; or accept the file in the baseline.',
  },
  compare: ({ state: base }, { state: head }) => {
    const { built = [] } = head.raw ?? {};
    const before = new Map([...(base.raw?.built ?? []), ...(base.raw?.plain ?? [])].map((file) => [file.path, file]));
    const plain = new Set((base.raw?.plain ?? []).map(({ path }) => folderOf(path)));
    const changed = built.filter((file) => before.get(file.path)?.content() !== file.content());
    if (changed.length === 0) return [];
    const roots = plainRoots(head);
    const [known, applied] = [base, head].map(({ raw }) => raw?.applied() ?? []) as [AppliedFiles[], AppliedFiles[]];
    const isPlain = ({ path }: RawFile): boolean => {
      if (roots.some((root) => isBelow(path, root)) || applied.some((one) => one.plain.has(path))) return true;
      // Whoever applied the folder builds it now; who that is must not be a matter of the change.
      const appliers = known.filter((one) => [...one.plain, ...one.built].some((other) => folderOf(other) === folderOf(path)));
      return plain.has(folderOf(path)) && !applied.some((one) => one.built.has(path) && appliers.some(({ by }) => by === one.by));
    };
    return changed.flatMap((file) => {
      const old = before.get(file.path);
      if (!isPlain(file) || isAsBuilt(file, head)) return [];
      return [
        {
          subject: { kind: 'File', name: file.path },
          message: `the file ${file.path} is ${old ? 'changed' : 'new'} and can be applied directly, but the review reads what a kustomization builds from it`,
          fix: 'check which folder is applied, and move the kustomization there, or accept the file in the baseline',
          place: { file: file.file },
          identity: [file.path, file.content()],
        },
      ];
    });
  },
});

/** Whether the build makes of a file what is written in it, so that the review reads the same. */
function isAsBuilt(file: RawFile, { given }: State): boolean {
  return file.values()?.every((value) => given.some((object) => isDeepStrictEqual(object, value))) ?? false;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** Folders that an object of the input has applied, and that have no kustomization of their own. */
function plainRoots({ given, raw }: State): string[] {
  const folders = given.filter(isDelivery).flatMap(({ spec }) => {
    const { path, source, sources } = fieldsOf(spec);
    return [path, fieldsOf(source).path, ...listOf(sources).map((each) => each.path)].flatMap((each) => textOf(each) ?? []);
  });
  const kustomized = new Set(raw?.kustomized);
  return folders.map(plainPath).filter((folder) => folder !== '' && !kustomized.has(folder));
}
