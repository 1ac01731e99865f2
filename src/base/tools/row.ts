/**
 * The shape of the table of kinds: a file for each tool has a row for each kind of its API groups – whether objects of it belong to a
 * namespace, and what they do – and the annotations and labels that the tool acts on. What no row says is unknown: no list of dangerous
 * kinds would ever be complete.
 */
import type { ObjectsIn } from '../inside/form.js';
import type { FieldPath } from '../manifest/field-path.js';
import type { Setting, Weight } from './setting.js';

/** Whether objects of a kind are in a namespace. */
export type Scope = 'namespaced' | 'cluster';

/** What objects of a kind do. Nothing is known of a kind that has none of these. */
export interface Does {
  /** They decide something beyond themselves. */
  readonly setting?: Setting;
  /** They make a tool apply manifests from elsewhere, which no review of this input reads. */
  readonly applies?: true;
  /** A controller deploys objects that they hold or name: whoever writes one has anything deployed. True of all that apply and carry. */
  readonly deploys?: boolean;
  /** Objects are in them: in the list at this field, or as the function says. */
  readonly carries?: FieldPath | ObjectsIn;
  /** The names of ConfigMaps of their namespace whose manifests they apply. */
  readonly configMaps?: (spec: Readonly<Record<string, unknown>>) => readonly unknown[];
  /** Pods run because of them. */
  readonly runs?: true;
  /** Where the spec of these Pods is, if it is one of Kubernetes. */
  readonly podSpec?: FieldPath;
  /** They are an admission policy for the whole cluster. */
  readonly isPolicy?: true;
  /** Other rules compare what they run, contain and decide, and all that can change in one is known. */
  readonly isEveryday?: true;
  /** It is unknown what one does, but the cluster is no more open without it. */
  readonly onlyAdds?: true;
  /** Why nothing about them is unknown, or what they add. */
  readonly why?: string;
}

/** A kind of a tool; `*` stands for those of the group that no other row names. */
export interface KindRow extends Does {
  readonly group: string;
  readonly kind: string;
  /** As permissions name it. */
  readonly plural: string;
  /** Absent for `*`. */
  readonly scope?: Scope;
}

/**
 * What a label or an annotation makes of the object that has it. `left-alone`: not applied, at other times, or removed again.
 * `otherwise`: applied in another way, such as by replacing it. `kept`: applied, and not removed when it is gone from Git.
 * `unknown`: a tool that applies reads the key, and what it makes of it is not known.
 */
export type MarkEffect = 'left-alone' | 'otherwise' | 'kept' | 'harmless' | 'unknown';

/** One mark: a key, `*` at its end for all that begin so; its values, `*` for all; and of which kinds, if not of all. The first that fits counts. */
export type MarkRow = readonly [key: string, values: string, effect: MarkEffect, why: string, kind?: string];

/** A label or annotation of a kind of Kubernetes that decides something, how bad a change of it is, and the value that is the strictest. */
export type SettingMarkRow = readonly [
  kind: string,
  list: 'labels' | 'annotations',
  key: string,
  severity: Weight,
  decides: string,
  strictest?: string | undefined,
];

/** All that is known of a tool. */
export interface Tool {
  readonly name: string;
  readonly rows: readonly KindRow[];
  /** Whether its groups have no other kinds, so that any other one is misspelt. */
  readonly isWhole?: true;
  /** Whether clusters serve its kinds as they are listed: nobody else defines them with another scope. */
  readonly isPlatform?: true;
  readonly marks?: readonly MarkRow[];
  /** Keys of marks whose value is a list. */
  readonly lists?: readonly string[];
  readonly settingMarks?: readonly SettingMarkRow[];
}

/** Kinds in a text, such as `Role RoleBinding`; one whose plural follows no rule with it, such as `Endpoints/endpoints`. */
type Kinds = string;

export function namespaced(group: string, kinds: Kinds, ...does: readonly (Does | Setting)[]): KindRow[] {
  return rowsOf(group, kinds, 'namespaced', does);
}

export function clusterScoped(group: string, kinds: Kinds, ...does: readonly (Does | Setting)[]): KindRow[] {
  return rowsOf(group, kinds, 'cluster', does);
}

/** The kinds of a group that no other row names. */
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
 * The plural that nearly all kinds have.
 *
 * @example
 * regularPlural('NetworkPolicy') // 'networkpolicies'
 * regularPlural('Gateway') // 'gateways'
 */
export function regularPlural(kind: string): string {
  const name = kind.toLowerCase();
  if (name === '*') return name;
  if (/(?:s|x|ch|sh)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

// What rows say of many kinds.

/** They make a tool apply manifests from elsewhere. */
export const APPLIES: Does = { applies: true };
/** What is in them is deployed. */
export const DEPLOYS: Does = { deploys: true };
export const EVERYDAY: Does = { isEveryday: true };
/** Nothing is unknown about them. */
export const reviewed = (why: string): Does => ({ why });
/** Without them, nothing that refuses or bounds others is gone. */
export const adds = (why: string): Does => ({ onlyAdds: true, why });
/** They make Pods. @param podSpec where the spec of the Pods is, if it is one of Kubernetes */
export const runs = (podSpec?: FieldPath): Does => ({ runs: true, ...(podSpec ? { podSpec } : {}) });
/** Where most kinds have the spec of their Pods. */
export const USUAL_POD_SPEC: FieldPath = ['spec', 'template', 'spec'];
