/** Carvel: kapp and kapp-controller (https://carvel.dev). */
import { APPLIES, namespaced } from './row.js';
import type { Tool } from './tool.js';

export const CARVEL: Tool = {
  name: 'Carvel',
  rows: [
    ...namespaced('kappctrl.k14s.io', 'App', APPLIES),
    ...namespaced('packaging.carvel.dev', 'PackageInstall PackageRepository', APPLIES),
  ],
  marks: [
    ['kapp.k14s.io/noop', '*', 'left-alone', 'kapp does not apply it'],
    ['kapp.k14s.io/exists', '*', 'left-alone', 'kapp waits for it, and does not apply it'],
    ['kapp.k14s.io/create-strategy', 'fallback-on-update', 'harmless', 'applied, whether it is there or not'],
    ['kapp.k14s.io/create-strategy', 'fallback-on-update-or-noop', 'left-alone', 'not applied where it is there'],
    ['kapp.k14s.io/update-strategy', 'skip', 'left-alone', 'changes in Git are not applied'],
    ['kapp.k14s.io/update-strategy', 'fallback-on-replace always-replace', 'otherwise', 'removed and made again'],
    ['kapp.k14s.io/delete-strategy', 'orphan', 'kept', 'kapp keeps it'],
    ['kapp.k14s.io/versioned', '*', 'otherwise', 'applied under a name of its own each time'],
    ['kapp.k14s.io/change-group*', '*', 'harmless', 'the order in which kapp applies'],
    ['kapp.k14s.io/change-rule*', '*', 'harmless', 'the order in which kapp applies'],
    ['kapp.k14s.io/disable-wait', '*', 'harmless', 'whether kapp waits for it'],
    ['kapp.k14s.io/*', '*', 'unknown', 'how kapp applies it'],
  ],
};
