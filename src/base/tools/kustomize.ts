/** The kinds and annotations of kustomize and of its functions (https://kubectl.docs.kubernetes.io/references/kustomize). */
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
    ['config.kubernetes.io/lifecycle*', '*', 'unknown', 'the way in which kpt applies it'],
    ['config.kubernetes.io/origin', '*', 'harmless', 'the file that kustomize made it from'],
    ['config.kubernetes.io/depends-on', '*', 'harmless', 'the order in which it is applied'],
    ['config.kubernetes.io/index', '*', 'harmless', 'its place in its file'],
    ['config.kubernetes.io/path', '*', 'harmless', 'the file that it was in'],
    ['internal.config.kubernetes.io/*', '*', 'unknown', 'data between functions'],
    ['alpha.config.kubernetes.io/transformations', '*', 'harmless', 'the parts of a kustomization that changed it'],
  ],
};
