/** Files that are applied as they stand, and that the review reads as what a kustomization builds of them. */
import { fieldsOf, listOf, textOf } from '../../kubernetes/pod-spec.js';
import type { State } from '../../state/state.js';
import type { RiskRule } from '../rule.js';
import { isDelivery } from './outside-source.js';

export const rawFile: RiskRule = {
  id: 'raw-file',
  severity: 'error',
  title: 'A file can be applied as it stands, and is read as what a kustomization builds of it',
  references: ['CWE-693: Protection Mechanism Failure'],
  documentation: {
    meaning:
      'A file is new or changed, and a kustomization builds it, so the review sees the result alone. But its folder was read as it stands before the change, or an Application or a Kustomization of Flux names a folder without a kustomization of its own above it. What is applied then is the file, whatever patches and transformers make of it elsewhere.',
    attack:
      'Argo CD applies apps/ as a plain folder. The change adds a binding to cluster-admin there, and a kustomization one folder above that removes it again. Nobody applies that kustomization.',
    fix: 'Check which folder is applied, and move the kustomization there; or accept the file in the baseline.',
  },
  compare: ({ state: base }, { state: head }) => {
    const { built = [] } = head.raw ?? {};
    const before = new Map([...(base.raw?.built ?? []), ...(base.raw?.plain ?? [])].map((file) => [file.path, file]));
    const plain = new Set((base.raw?.plain ?? []).map(({ path }) => folderOf(path)));
    const applied = plainRoots(head);
    return built.flatMap((file) => {
      const isPlain = plain.has(folderOf(file.path)) || applied.some((root) => isBelow(file.path, root));
      const old = before.get(file.path);
      if (!isPlain || old?.content() === file.content()) return [];
      return [
        {
          severity: 'error' as const,
          subject: { kind: 'File', name: file.path },
          message: `the file ${file.path} is ${old ? 'changed' : 'new'} and can be applied as it stands, while the review reads what a kustomization builds of it`,
          path: [],
          fix: 'check which folder is applied, and move the kustomization there, or accept the file in the baseline',
          place: { file: file.file },
          identity: [file.path, file.content()],
        },
      ];
    });
  },
};

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
  const kustomized = new Set((raw?.built ?? []).flatMap(({ path }) => (KUSTOMIZATION.test(path) ? [folderOf(path)] : [])));
  return folders.map(normal).filter((folder) => folder !== '' && !kustomized.has(folder));
}

const KUSTOMIZATION = /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/;

function normal(folder: string): string {
  return folder
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/');
}
