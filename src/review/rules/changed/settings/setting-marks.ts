/** Labels and annotations that are settings, such as the Pod Security level of a Namespace. */

import { type KubernetesObject, referenceTo } from '../../../../base/kubernetes/object.js';
import { type Selectable, selectablesIn } from '../../../../base/references/selected.js';
import { TOOLS } from '../../../../base/tools/all.js';
import type { SettingMarkRow } from '../../../../base/tools/tool.js';
import { changedObjects } from '../../../state/objects.js';
import type { State } from '../../../state/state.js';
import type { Discovery } from '../../rule.js';

/** Labels and annotations of all tools that are settings. */
const BY_METADATA = TOOLS.flatMap(({ settingMarks = [] }) => settingMarks);

const POD_SECURITY = 'pod-security.kubernetes.io/enforce';

/** From the weakest; without the label, the default of the cluster applies, which is privileged unless it is configured. */
const LEVELS: readonly (string | undefined)[] = ['privileged', undefined, 'baseline', 'restricted'];

function isNoWeaker(was: string | undefined, is: string | undefined): boolean {
  return LEVELS.includes(is) && LEVELS.indexOf(is) >= LEVELS.indexOf(was);
}

/** Whether a label or an annotation is a setting, and so has its own description. */
export function isSettingKey(key: string): boolean {
  return BY_METADATA.some(([, , name]) => isNamed(name, key));
}

/** Whether a row is about a key; `*` at its end is for a prefix. */
function isNamed(row: string, key: string): boolean {
  return row.endsWith('*') ? key.startsWith(row.slice(0, -1)) : row === key;
}

/** For a new Namespace, account or Pod template: its settings; for an existing one, also removed settings. */
export function metadataChanges(base: State, head: State): Discovery[] {
  return changedObjects(base, head).flatMap(({ before, after: object }) => {
    const old = new Map((before ? selectablesIn(before) : []).map((each) => [each.at.join('.'), each]));
    return selectablesIn(object).flatMap((is) =>
      BY_METADATA.flatMap((row): Discovery[] => {
        const [kind, list, name] = row;
        const isOwn = is.at.length === 1 && (kind === '*' || kind === object.kind);
        const isIt = kind === 'Pod' ? is.is === 'pods' : kind === 'Namespace' ? is.is === 'namespaces' : isOwn;
        const was = old.get(is.at.join('.'));
        const keys = [...new Set([...Object.keys(was?.[list] ?? {}), ...Object.keys(is[list])])].filter((key) => isNamed(name, key));
        return isIt ? keys.flatMap((key) => settingMark(object, row, key, was, is)) : [];
      }),
    );
  });
}

function settingMark(
  object: KubernetesObject,
  [, list, , severity, decides, strictest]: SettingMarkRow,
  key: string,
  before: Selectable | undefined,
  { [list]: marks, at }: Selectable,
): Discovery[] {
  const [was, is] = [before?.[list][key], marks[key]];
  if (was === is || (is !== undefined && is === strictest) || (key === POD_SECURITY && isNoWeaker(was, is))) return [];
  return [
    {
      severity,
      ...(severity === 'info' ? {} : { effect: 'unknown' as const }),
      subject: referenceTo(object),
      says: `has ${is === undefined ? `no longer ${key}=${was}` : `${key}=${is}${was === undefined ? '' : ` instead of ${was}`}`}, which decides ${decides}`,
      fix: 'read it, and accept it in the baseline if it is meant',
      at: [...at, list, key],
      identity: [key, is ?? ''],
      claims: [[...at, list, key]],
    },
  ];
}
