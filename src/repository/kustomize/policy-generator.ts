/**
 * Makes the policies of PolicyGenerator, a plugin of kustomize in many ACM repositories, without starting the plugin
 * (https://github.com/open-cluster-management-io/policy-generator-plugin). The result keeps every setting of a policy, so that a
 * change of any setting changes the policy.
 */

import { groupOf } from '../../base/kubernetes/kinds.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { OriginOf } from '../../base/manifest/locator.js';
import type { ParsedDocument, SourceText } from '../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { POLICY_GROUP } from '../../base/tools/acm.js';
import { type FileTree, folderOfPath, pathIn, textAt } from '../trees/file-tree.js';
import { documentsAt, isFile } from '../trees/tree-paths.js';
import { resolvedPath, type UnreadPart } from './refused-kustomization.js';

/** Kinds of policies; any other object is wrapped in a ConfigurationPolicy. */
const POLICIES: ReadonlySet<string> = new Set(['ConfigurationPolicy', 'CertificatePolicy', 'IamPolicy', 'OperatorPolicy']);

/** The place of an object in a policy, and in its file. */
interface Placed {
  readonly document: number;
  readonly at: FieldPath;
  readonly file: string;
  readonly inFile: number;
}

/** Whether a plugin's configuration is a PolicyGenerator. */
export function isPolicyGenerator(value: unknown): boolean {
  const { apiVersion, kind } = fieldsOf(value);
  return kind === 'PolicyGenerator' && typeof apiVersion === 'string' && groupOf(apiVersion) === POLICY_GROUP;
}

/** The manifests of a folder or a file that a policy names; nothing if a kustomization would have to be built. */
export function manifestsAt(tree: FileTree, path: string): readonly string[] | undefined {
  const entries = tree.list(path).filter(({ kind }) => kind === 'file');
  if (entries.some(({ name }) => /^[Kk]ustomization(?:\.ya?ml)?$/.test(name))) return undefined;
  const own = entries.map(({ name }) => name).filter((name) => /\.ya?ml$/.test(name));
  if (own.length > 0) return own.sort().map((name) => pathIn(path, name));
  return isFile(tree, path) ? [path] : undefined;
}

/**
 * The policies of a generator; nothing if the entry of a kustomization is no PolicyGenerator, or needs files outside of the repository.
 *
 * @param part an entry of a kustomization from which a plugin makes objects
 */
export function generatedPolicies(tree: FileTree, { file, entry }: UnreadPart): SourceText | undefined {
  const folder = folderOfPath(file);
  const path = resolvedPath(folder, entry);
  const generators = path === undefined ? [] : documentsIn(tree, path);
  if (generators.length === 0 || !generators.every(({ value }) => isPolicyGenerator(value))) return undefined;
  const placed: Placed[] = [];
  const policies: unknown[] = [];
  for (const { value } of generators) {
    const { policyDefaults, policies: own } = fieldsOf(value);
    for (const policy of listOf(own)) {
      const made = policyOf(tree, folder, { ...fieldsOf(policyDefaults), ...policy }, policies.length, placed);
      if (!made) return undefined;
      policies.push(made);
    }
  }
  const text = policies.map((policy) => sortedText(policy)).join('\n---\n');
  return { file: `PolicyGenerator ${tree.nameOf(path ?? file)}`, text, originOf: originsIn(tree, path ?? file, placed) };
}

/** The policies of these entries, and the remaining entries. */
export function withPolicies(
  tree: FileTree,
  parts: readonly UnreadPart[],
): { readonly policies: readonly SourceText[]; readonly parts: readonly UnreadPart[]; readonly generators: readonly UnreadPart[] } {
  const made = parts.map((part) => ({ part, text: part.reason === 'plugin' ? generatedPolicies(tree, part) : undefined }));
  return {
    policies: made.flatMap(({ text }) => text ?? []),
    parts: made.flatMap(({ part, text }) => (text ? [] : [part])),
    generators: made.flatMap(({ part, text }) => (text ? [part] : [])),
  };
}

function policyOf(tree: FileTree, folder: string, settings: Fields, document: number, placed: Placed[]): unknown {
  const { name, namespace, manifests, remediationAction = 'inform', disabled, ...others } = settings;
  const templates: unknown[] = [];
  for (const manifest of listOf(manifests)) {
    const { path, patches, complianceType = settings.complianceType ?? 'musthave', ...own } = manifest;
    const at = typeof path === 'string' ? resolvedPath(folder, path) : undefined;
    const files = at === undefined ? undefined : manifestsAt(tree, at);
    if (!files) return undefined;
    for (const file of files)
      for (const { value, source } of documentsIn(tree, file)) {
        const start: FieldPath = ['spec', 'policy-templates', templates.length, 'objectDefinition'];
        const object = listOf(patches).reduce<unknown>((merged, patch) => withPatch(merged, patch), value);
        const isPolicy = POLICIES.has(textOf(fieldsOf(object).kind) ?? '');
        placed.push({
          document,
          at: isPolicy ? start : [...start, 'spec', 'object-templates', 0, 'objectDefinition'],
          file,
          inFile: source.document,
        });
        const action = manifest.remediationAction ?? remediationAction;
        const wrapped = {
          apiVersion: `${POLICY_GROUP}/v1`,
          kind: 'ConfigurationPolicy',
          metadata: { name: `${textOf(name) ?? ''}${templates.length === 0 ? '' : templates.length + 1}` },
          spec: { ...own, remediationAction: action, 'object-templates': [{ complianceType, objectDefinition: object }] },
        };
        templates.push({ objectDefinition: isPolicy ? object : wrapped });
      }
  }
  return {
    apiVersion: `${POLICY_GROUP}/v1`,
    kind: 'Policy',
    metadata: { name, namespace },
    spec: { ...others, ...(disabled === undefined ? {} : { disabled }), remediationAction, 'policy-templates': templates },
  };
}

/** Applies a patch like a strategic merge patch of an unknown kind: merges mappings, replaces anything else. */
function withPatch(object: unknown, patch: unknown): unknown {
  if (!isMapping(object) || !isMapping(patch)) return patch;
  const merged: Record<string, unknown> = { ...object };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = withPatch(merged[key], value);
  }
  return merged;
}

function documentsIn(tree: FileTree, path: string): readonly ParsedDocument[] {
  return isFile(tree, path) ? documentsAt(tree, path) : [];
}

/** The origins of policies: the object's file for a field of an object, otherwise the generator. */
function originsIn(tree: FileTree, generator: string, placed: readonly Placed[]): OriginOf {
  return ({ document, path }, at) => {
    const whole = [...path, ...at];
    const found = placed.find((one) => one.document === document && one.at.every((step, index) => step === whole[index]));
    const file = found?.file ?? generator;
    const place = found ? { document: found.inFile, path: whole.slice(found.at.length) } : { document: 0, path: [] };
    return [{ file: tree.nameOf(file), text: textAt(tree, file), ...place }];
  };
}
