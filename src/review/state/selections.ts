/** Indexes the selectors of a state: which object selects by which labels. All rules share the index. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { type Selector, selectorsIn } from '../../base/references/selectors.js';
import { keyOf } from './objects.js';
import type { State } from './state.js';

/** A selector with its object. */
export interface Selection {
  readonly object: KubernetesObject;
  readonly selector: Selector;
}

/** The selectors of a state. */
export interface Selections {
  /** Those that look at a label or annotation with this key. */
  lookingAt(key: string): readonly Selection[];
  /** Whether an object of this name has the same selector. */
  has(selection: Selection): boolean;
}

const INDEXES = new WeakMap<readonly KubernetesObject[], Selections>();

/** The index of a state; built once. */
export function selectionsOf({ given }: Pick<State, 'given'>): Selections {
  const index = INDEXES.get(given) ?? indexOf(given);
  INDEXES.set(given, index);
  return index;
}

function indexOf(given: readonly KubernetesObject[]): Selections {
  const all = given.flatMap((object) => selectorsIn(object).map((selector): Selection => ({ object, selector })));
  const texts = new Set(all.map(textOf));
  const byKey = new Map<string, readonly Selection[]>();
  return {
    lookingAt: (key) => {
      const found = byKey.get(key) ?? all.filter(({ selector }) => selector.looksAt(key));
      byKey.set(key, found);
      return found;
    },
    has: (selection) => texts.has(textOf(selection)),
  };
}

/** The order of lists does not matter: two entries of a policy can change places. */
function textOf({ object, selector: { at, text } }: Selection): string {
  return JSON.stringify([keyOf(object), at.filter((step) => typeof step === 'string'), text]);
}
