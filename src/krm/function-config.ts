/**
 * The settings of the KRM function: an object of kind `OlmRendering`, or a ConfigMap whose data has the same settings as text.
 * docs/krm.schema.json is made of this.
 */
import { z } from 'zod';
import { check } from '../manifest/check.js';
import { isMapping } from '../manifest/plain-data.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import { SEVERITIES } from '../model/finding.js';
import { PROFILES, type ProfileName } from '../render/index.js';
import { EMIT_SETS } from '../render/rendered.js';
import { KUBE_VERSION, OLM_VERSION, PLATFORM, type Setting } from '../settings/cluster.js';

const settingSchema = ({ isValid, expected, description }: Setting) =>
  z
    .string()
    .refine(isValid, expected)
    .optional()
    .describe(`${description.charAt(0).toUpperCase()}${description.slice(1)}.`);

const spec = z.strictObject({
  inputs: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Files and folders of manifests, bundles and catalogs, read besides the items. Only a function that runs on the machine sees them.',
    ),
  path: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/, 'a relative folder, such as olm-rendered')
    .default('olm-rendered')
    .describe('The folder of new objects, where files are written. What is in it is taken for the result of an earlier run, and replaced.'),
  profile: z
    .enum(Object.keys(PROFILES).filter((name) => name !== 'olm-v1') as [ProfileName, ...ProfileName[]])
    .default('documented')
    .describe('The behaviour to follow.'),
  platform: settingSchema(PLATFORM),
  olmVersion: settingSchema(OLM_VERSION),
  kubeVersion: settingSchema(KUBE_VERSION),
  only: z.array(z.enum(EMIT_SETS)).optional().describe('What to render; by default everything except install.'),
  install: z.boolean().default(false).describe('Whether what runs the operators without OLM is rendered.'),
  allowUnknownOperators: z.boolean().default(false).describe('With install: whether to go on without the operators that are not known.'),
  dependencies: z.boolean().default(true).describe('Whether operators that others need come along.'),
  lenient: z.boolean().default(false).describe('Whether unambiguous input errors are warnings.'),
  status: z.boolean().default(false).describe('Whether the status is kept, which the API server drops on apply.'),
  failOn: z
    .enum([...SEVERITIES, 'never'])
    .default('error')
    .describe('The lowest severity of a finding that makes the function fail.'),
  allowFailed: z.boolean().default(false).describe('Whether failed and uncertain CSVs are accepted.'),
});

/** The settings, with their defaults. */
export type FunctionSettings = z.infer<typeof spec>;

const API_VERSION = 'cdk8s-olm/v1';
const KIND = 'OlmRendering';

const functionConfig = z.strictObject({
  apiVersion: z.literal(API_VERSION),
  kind: z.literal(KIND),
  metadata: z.looseObject({ name: z.string().optional() }).optional(),
  spec: spec.partial().optional(),
});

/** The JSON Schema of the settings. */
export function functionConfigJsonSchema(): unknown {
  return { title: `${API_VERSION} ${KIND}`, ...z.toJSONSchema(functionConfig, { io: 'input' }) };
}

/** The settings in a functionConfig; without one, the defaults. */
export function readFunctionConfig(value: unknown): { settings?: FunctionSettings; problems: UnlocatedProblem[] } {
  const source = { file: '-', document: 0, path: ['functionConfig'] };
  const isConfigMap = isMapping(value) && value.kind === 'ConfigMap';
  const written = value === undefined || value === null ? { apiVersion: API_VERSION, kind: KIND } : isConfigMap ? asSettings(value) : value;
  const checked = check(functionConfig, written, source);
  const named = ({ at, ...problem }: UnlocatedProblem): UnlocatedProblem => ({
    ...problem,
    at: isConfigMap && at[0] === 'spec' ? ['data', ...at.slice(1)] : at,
  });
  if (checked.problems.length > 0) return { problems: checked.problems.map(named) };
  return { settings: spec.parse(checked.value?.spec ?? {}), problems: [] };
}

const LISTS: ReadonlySet<string> = new Set(['inputs', 'only']);

/** A ConfigMap has texts alone: lists have commas, and `true` and `false` are words. */
function asSettings(value: Readonly<Record<string, unknown>>): unknown {
  const data = value.data ?? {};
  if (!isMapping(data)) return { apiVersion: API_VERSION, kind: KIND, spec: data };
  const typed = Object.entries({ ...(value.binaryData ?? {}), ...data }).map(([name, text]): [string, unknown] => {
    if (LISTS.has(name)) return [name, String(text).split(/ *, */)];
    return [name, text === 'true' ? true : text === 'false' ? false : text];
  });
  return { apiVersion: API_VERSION, kind: KIND, spec: Object.fromEntries(typed) };
}
