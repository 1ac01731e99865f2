/** The kinds and annotations of kustomize and of its functions (https://kubectl.docs.kubernetes.io/references/kustomize). */
import { others, reviewed } from './row.js';
import type { Tool } from './tool.js';

export const KUSTOMIZE_GROUP = 'kustomize.config.k8s.io';

const FOR_FILES = 'only tools that read files use it';

export const KUSTOMIZE: Tool = {
  name: 'kustomize',
  rows: others(KUSTOMIZE_GROUP, reviewed('read as the objects that it builds')),
  marks: [
    ['config.kubernetes.io/local-config', 'false', 'harmless', 'it is applied'],
    ['config.kubernetes.io/local-config', '*', 'left-alone', FOR_FILES],
    ['config.kubernetes.io/function', '*', 'left-alone', FOR_FILES],
    ['config.kubernetes.io/lifecycle*', '*', 'unknown', 'how kpt applies it'],
    ['config.kubernetes.io/origin', '*', 'harmless', 'the file that kustomize built it from'],
    ['config.kubernetes.io/depends-on', '*', 'harmless', 'the order in which it is applied'],
    ['config.kubernetes.io/index', '*', 'harmless', 'its position in the file'],
    ['config.kubernetes.io/path', '*', 'harmless', 'the file that contains it'],
    ['internal.config.kubernetes.io/*', '*', 'unknown', 'data that functions pass on'],
    ['alpha.config.kubernetes.io/transformations', '*', 'harmless', 'the transformers that changed it'],
  ],
};
