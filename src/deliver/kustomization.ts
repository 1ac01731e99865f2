/** The `kustomization.yaml` of a rendered folder: `kubectl kustomize`, Flux and Argo CD then apply exactly what was written. */
import type { OutputFile } from './folder.js';

export const KUSTOMIZATION_NAME = 'kustomization.yaml';

/** Kustomize takes one file a folder, by any of these names. */
export const KUSTOMIZATION_NAMES_OF_OTHERS = [KUSTOMIZATION_NAME, 'kustomization.yml', 'Kustomization'] as const;

/** The text, with files in the order in which they are to be applied. @param files names relative to the folder */
export function kustomizationText(files: readonly string[]): string {
  const resources = files.length === 0 ? 'resources: []\n' : `resources:\n${files.map((file) => `  - ${file}\n`).join('')}`;
  return `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${resources}`;
}

/** The file, to be written beside the others. */
export function kustomizationFile(files: readonly string[]): OutputFile {
  return { name: KUSTOMIZATION_NAME, text: () => [kustomizationText(files)] };
}
