/** The types of the table of tools: what a tool does with its kinds, annotations and labels. */
import type { ObjectsIn } from '../inside/form.js';
import type { Fields } from '../kubernetes/pod-spec.js';
import type { FieldPath } from '../manifest/field-path.js';

/** The severity of a change; the severities of findings have the same names. */
export type Weight = 'error' | 'warning' | 'info';

/** The decision of objects of a kind. A change without a severity is not reported. */
export interface Setting {
  /** The end of a sentence: `X is new and decides …`. */
  readonly decides: string;
  readonly added?: Weight;
  readonly changed?: Weight;
  readonly gone?: Weight;
  /** Whether permissions can come through it that no rule of RBAC shows: identities, sources of objects, programs. */
  readonly brings?: true;
  /** The lists of `spec` with what it brings: with fewer entries, it brings less. */
  readonly lists?: readonly string[];
  /** Names of fields, at any depth, through which nothing comes of what it brings: sizes, addresses, what people see; `*` ends a prefix. */
  readonly apart?: readonly string[];
  /** Paths in `spec` of what decides most: another value is an error. */
  readonly worst?: readonly string[];
  /** Fields of `spec` that a controller writes to a ConfigMap of this name. */
  readonly writes?: Readonly<Record<string, string>>;
  /** Metadata that counts like a field of the object: other objects select by it, or it marks the default. */
  readonly counts?: 'labels' | 'annotations';
  /** The fields of `spec` that decide. @default the whole object */
  readonly only?: readonly string[];
  /** Names of fields, at any depth, that decide nothing: times, intervals and texts. @default those of fields that only inform people */
  readonly harmless?: readonly string[];
}

/** Whether objects of a kind are in a namespace. */
export type Scope = 'namespaced' | 'cluster';

/** The objects that a selector selects: Pods by the labels of their template, or others by their own labels. `any`: both. */
export type Selected = 'pods' | 'namespaces' | 'nodes' | 'any';

/** The effect of objects of a kind. A kind without any of these is unknown. */
export interface Does {
  /** The objects decide something beyond themselves. */
  readonly setting?: Setting;
  /**
   * The same for a kind that many may write: a change of an object is reported as that of a setting, but the permission to write it gives
   * only what other rules report.
   */
  readonly compared?: Setting;
  /** The objects make a tool apply manifests from elsewhere, which no review of this input reads. */
  readonly applies?: true;
  /**
   * A controller deploys objects that these contain or name: their writer can deploy anything. True for all with `applies` or `carries`.
   */
  readonly deploys?: boolean;
  /** The objects contain other objects: in the list at this field, or as the function returns them. */
  readonly carries?: FieldPath | ObjectsIn;
  /** The paths of repositories that an object applies. */
  readonly paths?: (object: Fields) => readonly PathApplied[];
  /** The kind of the same group that objects of this kind make from a template. */
  readonly makes?: string;
  /** The names of ConfigMaps in the same namespace whose manifests the objects apply. */
  readonly configMaps?: (spec: Readonly<Record<string, unknown>>) => readonly unknown[];
  /** The objects cause Pods to run. */
  readonly runs?: true;
  /** The path of the Pod spec, if it is a Kubernetes Pod spec. */
  readonly podSpec?: FieldPath;
  /**
   * The objects that selectors select whose field does not name them, such as `selector`.
   * @default any
   */
  readonly selects?: Selected;
  /** The paths of selectors, without indices, of objects that contain others, whose selectors are not theirs. */
  readonly selectors?: readonly string[];
  /** Selectors of the objects select in all namespaces. */
  readonly everywhere?: true;
  /** The objects are an admission policy for the whole cluster. */
  readonly isPolicy?: true;
  /** The objects lead traffic: who can write them takes addresses. */
  readonly leads?: true;
  /** Subresources that decide something for others, such as the `status` that has a certificate. */
  readonly parts?: readonly string[];
  /** Other rules compare the Pods, content and decisions of the objects; all possible changes are known. */
  readonly isEveryday?: true;
  /** The effect of an object is unknown, but its removal does not open the cluster. */
  readonly onlyAdds?: true;
  /** The reason why nothing about the objects is unknown, or the effect that they add. */
  readonly why?: string;
}

/** A path of a repository, as an object that applies the path names it. */
export interface PathApplied {
  readonly path: string;
  /** The address of the repository. */
  readonly address?: string;
  /** The object with the address of the repository, if the applying object has no address. */
  readonly source?: string;
  /** Whether files of subfolders are applied, too, if there is no kustomization. */
  readonly recurses: boolean;
  /** Whether plain files are applied, even if there is a kustomization. @default false */
  readonly isPlain?: true;
  /** The cluster, as Argo CD names it: by the name or the server in a Secret. */
  readonly destination?: Fields;
  /** The Secret with the credentials of another cluster; absent for the cluster of the object. */
  readonly kubeConfig?: string;
  /** The settings that change the applied objects: the fields of one source of Argo CD, or those of a Kustomization of Flux. */
  readonly settings: { readonly argoCd: Fields } | { readonly flux: Fields };
}

/** A kind of a tool; `*` means the kinds of the group without a row of their own. */
export interface KindRow extends Does {
  readonly group: string;
  readonly kind: string;
  /** The plural in permissions. */
  readonly plural: string;
  /** The scope; absent for `*`. */
  readonly scope?: Scope;
}

/**
 * The effect of a label or an annotation on its object. `left-alone`: not applied, at other times, or removed again.
 * `otherwise`: applied in another way, such as by replacing it. `kept`: applied, but not removed with its file in Git.
 * `unknown`: a tool that applies objects reads the key, but the effect is not known.
 */
export type MarkEffect = 'left-alone' | 'otherwise' | 'kept' | 'harmless' | 'unknown';

/**
 * One mark: a key (`*` at its end for a prefix), its values (`*` for all), its effect, and its kind (by default all). The first match
 * counts.
 */
export type MarkRow = readonly [key: string, values: string, effect: MarkEffect, why: string, kind?: string];

/** A label or annotation with which objects of a kind (`*` for any) decide something, the severity of a change, and the strictest value. */
export type SettingMarkRow = readonly [
  kind: string,
  list: 'labels' | 'annotations',
  key: string,
  severity: Weight,
  decides: string,
  strictest?: string | undefined,
];

/** The known facts about a tool. */
export interface Tool {
  readonly name: string;
  readonly rows: readonly KindRow[];
  /** Whether its groups have no other kinds, so that any other kind is misspelt. */
  readonly isWhole?: true;
  /** Whether clusters serve its kinds exactly as listed: nobody else defines them with another scope. */
  readonly isPlatform?: true;
  readonly marks?: readonly MarkRow[];
  /** Keys of marks whose value is a list. */
  readonly lists?: readonly string[];
  readonly settingMarks?: readonly SettingMarkRow[];
}
