/** Operators of Red Hat's community of practice (https://github.com/redhat-cop): namespaces, patches and groups. */
import { clusterScoped, namespaced, selects } from './row.js';
import { APPLIED, sets } from './setting.js';
import type { Tool } from './tool.js';

export const REDHAT_COP: Tool = {
  name: 'Community of practice of Red Hat',
  rows: [
    ...clusterScoped('redhatcop.redhat.io', 'GroupConfig UserConfig', APPLIED),
    ...clusterScoped('redhatcop.redhat.io', 'NamespaceConfig', APPLIED, selects('namespaces')),
    ...namespaced('redhatcop.redhat.io', 'Patch', APPLIED),
    ...namespaced('redhatcop.redhat.io', 'GroupSync', sets('error', 'who is in which group')),
  ],
};
