/** kustomize, and functions on its files (https://kubectl.docs.kubernetes.io/references/kustomize). */
import { others, reviewed } from './row.js';
import type { Tool } from './tool.js';

export const KUSTOMIZE_GROUP = 'kustomize.config.k8s.io';

const FOR_FILES = 'for tools that read files';

export const KUSTOMIZE: Tool = {
  name: 'kustomize',
  rows: others(KUSTOMIZE_GROUP, reviewed('read as the objects that it builds')),
  marks: [
    ['config.kubernetes.io/local-config', 'false', 'harmless', 'it is applied'],
    ['config.kubernetes.io/local-config', '*', 'left-alone', FOR_FILES],
    ['config.kubernetes.io/function', '*', 'left-alone', FOR_FILES],
    ['config.kubernetes.io/lifecycle*', '*', 'unknown', 'how kpt applies it'],
    ['config.kubernetes.io/origin', '*', 'harmless', 'from which file kustomize made it'],
    ['config.kubernetes.io/depends-on', '*', 'harmless', 'the order in which it is applied'],
    ['config.kubernetes.io/index', '*', 'harmless', 'where it was in its file'],
    ['config.kubernetes.io/path', '*', 'harmless', 'in which file it was'],
    ['internal.config.kubernetes.io/*', '*', 'unknown', 'data between functions'],
    ['alpha.config.kubernetes.io/transformations', '*', 'harmless', 'by which parts of a kustomization kustomize changed it'],
  ],
};
