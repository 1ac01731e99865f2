/**
 * The shape of the table of kinds: a file for each tool has a row for each kind of its API groups, with the scope and the effect of its
 * objects, and the annotations and labels that the tool acts on. A kind without a row is unknown: no list of dangerous kinds would ever
 * be complete.
 */
import type { FieldPath } from '../manifest/field-path.js';
import { pluralOf } from '../wording/phrases.js';
import { ROUTED, type Setting } from './setting.js';
import type { Does, KindRow, Scope, Selected } from './tool.js';

/** A list of kinds, such as `Role RoleBinding`; a kind with an irregular plural includes the plural, such as `Endpoints/endpoints`. */
type Kinds = string;

export function namespaced(group: string, kinds: Kinds, ...does: readonly (Does | Setting)[]): KindRow[] {
  return rowsOf(group, kinds, 'namespaced', does);
}

export function clusterScoped(group: string, kinds: Kinds, ...does: readonly (Does | Setting)[]): KindRow[] {
  return rowsOf(group, kinds, 'cluster', does);
}

/** The kinds of a group without a row of their own. */
export function others(group: string, ...does: readonly (Does | Setting)[]): KindRow[] {
  return rowsOf(group, '*', undefined, does);
}

function rowsOf(group: string, kinds: Kinds, scope: Scope | undefined, does: readonly (Does | Setting)[]): KindRow[] {
  const all: Does = Object.assign({}, ...does.map((each) => ('decides' in each ? { setting: each } : each)));
  return kinds.split(' ').map((text) => {
    const [kind = '', plural = regularPlural(kind)] = text.split('/');
    return { group, kind, plural, ...(scope === undefined ? {} : { scope }), ...all };
  });
}

/**
 * The regular plural, which nearly all kinds have.
 *
 * @example
 * regularPlural('NetworkPolicy') // 'networkpolicies'
 * regularPlural('Gateway') // 'gateways'
 */
export function regularPlural(kind: string): string {
  return kind === '*' ? kind : pluralOf(kind.toLowerCase());
}

// Effects that many kinds share.

/** The objects make a tool apply manifests from elsewhere. */
export const APPLIES: Does = { applies: true };
/** A controller deploys the content of the objects. */
export const DEPLOYS: Does = { deploys: true };
/** A field `selector` in the objects selects these. */
export const selects = (selected: Selected): Does => ({ selects: selected });
export const EVERYDAY: Does = { isEveryday: true };
/** Nothing about the objects is unknown. */
export const reviewed = (why: string): Does => ({ why });
/** Changes of the objects are reported, and writing them gives nothing that other rules do not report. */
export const compared = (why: string, setting: Omit<Setting, 'decides'>): Does => ({ why, compared: { decides: why, ...setting } });

/** Whoever can write the number of Pods can stop a program of others. */
export const SCALED: Does = { parts: ['scale'] };

/** The same for what leads traffic: whoever can write it takes addresses, and its status has those that programs publish in DNS. */
export const routed = (why: string): Does => ({ ...compared(why, ROUTED), leads: true, parts: ['status'] });
/** Removing the objects removes nothing that refuses or limits others. */
export const adds = (why: string): Does => ({ onlyAdds: true, why });
/** The objects make Pods. @param podSpec the path of the Pod spec, if it is a Kubernetes Pod spec */
export const runs = (podSpec?: FieldPath): Does => ({ runs: true, ...(podSpec ? { podSpec } : {}) });
/** The path of the Pod spec in most kinds. */
export const USUAL_POD_SPEC: FieldPath = ['spec', 'template', 'spec'];
