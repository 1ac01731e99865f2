/** Pairs the settings of both states. */

import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { guards, type Setting } from '../../../../base/tools/setting.js';
import { copyPairs } from '../../../state/object-files.js';
import { keyOf } from '../../../state/objects.js';
import type { State } from '../../../state/state.js';
import { policyParameterTest } from '../policy-parameters.js';
import { BACKENDS, settingOf } from './setting-of.js';

const PARAMETER = guards('which objects an admission policy lets pass');

interface FoundSetting {
  readonly object: KubernetesObject;
  readonly setting: Setting;
}

/** Pairs the settings of both states. An object can be a setting in only one state. */
export function settingPairs(...states: readonly [State, State]): { readonly before?: FoundSetting; readonly after?: FoundSetting }[] {
  const [before, after] = states.map(settingsOf) as [Settings, Settings];
  const keys = new Set([...before.keys(), ...after.keys()].map(keyOf));
  const [was, is] = states.map(({ given }) => given.filter((object) => keys.has(keyOf(object)))) as [
    KubernetesObject[],
    KubernetesObject[],
  ];
  return copyPairs(was, is).map((pair) => {
    const [old, now] = [pair.before && before.get(pair.before), pair.after && after.get(pair.after)];
    return { ...(old ? { before: old } : {}), ...(now ? { after: now } : {}) };
  });
}

type Settings = ReadonlyMap<KubernetesObject, FoundSetting>;

function settingsOf({ given, documents }: State): Settings {
  const isParameter = policyParameterTest(given);
  const bundled = new Set(documents.flatMap(({ bundle, value }) => (bundle === undefined ? [] : [value])));
  return new Map(
    given.flatMap((object): [KubernetesObject, FoundSetting][] => {
      const setting = settingOf(object) ?? (isParameter(object) ? PARAMETER : undefined);
      // The Services of an operator lead to its own Pods, and change with them.
      return setting && !(setting === BACKENDS && bundled.has(object)) ? [[object, { object, setting }]] : [];
    }),
  );
}
