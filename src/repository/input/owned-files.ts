/** The list of the files that `render -o` wrote into a folder. */
import { basename } from 'node:path';

/** The list's name. It is not YAML, so Argo CD and Flux ignore it. */
export const OWNED_FILES = '.cdk8s-olm';

/** The names of the manifests that cdk8s-olm writes. */
const RENDERED_FILE = /\.k8s\.(?:yaml|json)$/;
/** The kustomization that lists the manifests; it contains no objects. */
const RENDERED_KUSTOMIZATION = 'kustomization.yaml';
/** The Dockerfile of a plain bundle, which makes an image of the manifests. */
export const RENDERED_DOCKERFILE = 'Dockerfile';

const OTHERS: ReadonlySet<string> = new Set([RENDERED_KUSTOMIZATION, RENDERED_DOCKERFILE]);

/** The names in a list. Others can write the list, so names must not lead out of the folder, or to anything but rendered files. */
export function namesInList(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .filter((name) => name === basename(name) && !name.includes('\\') && (RENDERED_FILE.test(name) || OTHERS.has(name)));
}
