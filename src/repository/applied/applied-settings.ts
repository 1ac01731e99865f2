/**
 * Reads the settings of Flux Kustomizations and Argo CD Applications that change the applied objects: fields of a kustomization,
 * variables that Flux replaces, and patterns of files that Argo CD leaves out.
 */
import { type Fields, fieldsOf, listOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { emitYaml } from '../../base/manifest/emit.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { KUSTOMIZE_GROUP } from '../../base/tools/flux.js';

/** The settings of one object. */
export interface AppliedSettings {
  /** The object, such as `Kustomization flux-system/apps`. */
  readonly by: string;
  /** The set fields, by their names in the object. */
  readonly names: readonly string[];
  readonly tool: 'flux' | 'argo-cd';
  /** Fields for the kustomization. @default none */
  readonly fields?: Fields;
  /** Variables that Flux replaces in the built objects. @default none */
  readonly variables?: Variables;
  /** Only for Argo CD: patterns of files. @default all files are read */
  readonly directory?: { readonly include?: string; readonly exclude?: string };
  /** The reasons for unknown settings. @default all are known */
  readonly lacks?: readonly string[];
}

/** Variables of Flux. If `from` is empty, only the variables in `values` are set. */
export interface Variables {
  readonly values: Readonly<Record<string, string>>;
  /** ConfigMaps and Secrets with unknown content, which can set any other variable. */
  readonly from: readonly string[];
}

/** The content of a ConfigMap or Secret; nothing if the repository does not define it beyond doubt. */
export type DataOf = (kind: string, namespace: string | undefined, name: string) => Readonly<Record<string, string>> | undefined;

/** Adds annotations to objects, but not to their Pod templates, as Flux does after the build. */
const ADDS_ANNOTATIONS = { apiVersion: 'builtin', kind: 'AnnotationsTransformer', metadata: { name: 'common-annotations' } };

/** The settings of a Flux Kustomization; nothing if it applies the path unchanged. */
export function fluxSettings(by: string, { metadata, spec }: Fields, dataOf: DataOf): AppliedSettings | undefined {
  const { targetNamespace, namePrefix, nameSuffix, commonMetadata, ignoreMissingComponents, postBuild, ...rest } = fieldsOf(spec);
  const { labels, annotations } = fieldsOf(commonMetadata);
  const fields = withoutNothing({
    namespace: targetNamespace,
    namePrefix,
    nameSuffix,
    patches: rest.patches,
    patchesStrategicMerge: listOf(rest.patchesStrategicMerge).map((patch) => emitYaml(patch)),
    patchesJson6902: listOf(rest.patchesJson6902).map(({ patch, target }) => ({ target, patch: sortedText(patch) })),
    images: rest.images,
    components: rest.components,
    ignoreMissingComponents: ignoreMissingComponents === true && rest.components !== undefined ? true : undefined,
    labels: isNothing(labels) ? undefined : [{ pairs: labels }],
    transformers: isNothing(annotations)
      ? undefined
      : [emitYaml({ ...ADDS_ANNOTATIONS, annotations, fieldSpecs: [{ path: 'metadata/annotations', create: true }] })],
  });
  const variables = variablesOf(fieldsOf(postBuild), textOf(fieldsOf(metadata).namespace), dataOf);
  if (Object.keys(fields).length === 0 && !variables) return undefined;
  // Flux adds commonMetadata after it replaces the variables. The build here adds it before, which would wrongly keep the variables.
  const isSwitch = [labels, annotations].some((some) => Object.hasOwn(fieldsOf(some), SUBSTITUTE));
  return {
    by,
    names: [...namesOf(fieldsOf(spec), OF_FLUX), ...namesOf(fieldsOf(postBuild), OF_POST_BUILD).map((name) => `postBuild.${name}`)],
    tool: 'flux',
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    ...(variables ? { variables } : {}),
    ...(isSwitch && variables ? { lacks: [`commonMetadata sets ${SUBSTITUTE}`] } : {}),
  };
}

/** The label or annotation by which an object keeps its variables. */
export const SUBSTITUTE = `${KUSTOMIZE_GROUP}/substitute`;
/** Fields of a Flux Kustomization that change the objects. */
const OF_FLUX = [
  'targetNamespace',
  'namePrefix',
  'nameSuffix',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'images',
  'components',
  'commonMetadata',
];
const OF_POST_BUILD = ['substitute', 'substituteFrom'];

/** Argo CD replaces its own variables, and those of its environment, in some fields. */
const ARGO_CD_VARIABLE = /\$/;
/** Fields of `kustomize` that only decide how Argo CD starts the tool. */
const OF_CALL = new Set([
  'version',
  'kubeVersion',
  'apiVersions',
  'forceCommonLabels',
  'forceCommonAnnotations',
  'commonAnnotationsEnvsubst',
]);

/** The settings of one source of an Application. */
export function argoCdSettings(by: string, { kustomize, directory }: Fields): AppliedSettings | undefined {
  const own = fieldsOf(kustomize);
  const fields = withoutNothing(Object.fromEntries(Object.entries(own).filter(([field]) => !OF_CALL.has(field))));
  const [include, exclude] = [textOf(fieldsOf(directory).include), textOf(fieldsOf(directory).exclude)];
  const patterns = { ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) };
  const isFilledIn = ARGO_CD_VARIABLE.test(sortedText([fields.images, fields.commonLabels, fields.commonAnnotations]));
  const lacks = isFilledIn ? ['Argo CD replaces its own variables in them'] : [];
  const [hasFields, hasPatterns] = [fields, patterns].map((some) => Object.keys(some).length > 0);
  if (!hasFields && !hasPatterns) return undefined;
  return {
    by,
    names: [
      ...namesOf(fields, Object.keys(fields)).map((name) => `kustomize.${name}`),
      ...Object.keys(patterns).map((name) => `directory.${name}`),
    ],
    tool: 'argo-cd',
    ...(hasFields ? { fields } : {}),
    ...(hasPatterns ? { directory: patterns } : {}),
    ...(lacks.length > 0 ? { lacks } : {}),
  };
}

/** Whether the settings need a build. */
export function isBuiltAnew({ fields, variables }: AppliedSettings): boolean {
  return fields !== undefined || variables !== undefined;
}

/** The variables. The Kustomization wins over ConfigMaps and Secrets, and a later ConfigMap or Secret wins over an earlier one. */
function variablesOf({ substitute, substituteFrom }: Fields, namespace: string | undefined, dataOf: DataOf): Variables | undefined {
  let values: Record<string, string> = {};
  const from: string[] = [];
  for (const { kind, name } of listOf(substituteFrom)) {
    const data = dataOf(String(kind), namespace, String(name));
    if (data) values = { ...values, ...data };
    else {
      // The unknown source can set each earlier variable, too.
      values = {};
      from.push(`${String(kind)} ${namespace === undefined ? '' : `${namespace}/`}${String(name)}`);
    }
  }
  const own = Object.entries(fieldsOf(substitute)).map(([name, value]) => [name, String(value)] as const);
  const all = Object.entries({ ...values, ...Object.fromEntries(own) }).map(([name, value]) => [name, value.replaceAll('\n', '')] as const);
  return all.length + from.length === 0 ? undefined : { values: Object.fromEntries(all), from };
}

/** The set fields of an object, in the order of the list. */
function namesOf(fields: Fields, names: readonly string[]): string[] {
  return names.filter((name) => !isNothing(fields[name]));
}

function withoutNothing(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value)));
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return Array.isArray(value) ? value.length === 0 : isMapping(value) && Object.keys(value).length === 0;
}
