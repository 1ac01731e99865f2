/**
 * Reads the settings of the KRM function: an object of kind `OlmRendering`, or a ConfigMap whose data has the same settings as text.
 * docs/krm.schema.json is generated from this file.
 */
import { z } from 'zod';
import { check } from '../../base/manifest/check.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import type { PathsIn } from '../../olm/model/repository-options.js';
import type { Setting } from '../../olm/settings/setting.js';
import { type Given, SETTING_LIST, type SettingName } from '../../olm/settings/table.js';
import { isOutside } from '../../repository/index.js';

/** The function's settings in the settings table. */
const OF_TABLE = SETTING_LIST.filter(([, { krm }]) => krm);

/** The schema of a setting, as written. */
function schemaOf(setting: Setting): z.ZodType {
  const { meaning = setting.description, shape, read, expected } = setting;
  const about = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
  const words = Array.isArray(setting.krm) ? (setting.krm as readonly string[]) : setting.choices;
  const one = z.string().refine((given) => !read || read(given) !== undefined, expected ?? '');
  if (shape === 'flag') return z.boolean().optional().describe(about);
  if (shape === 'text') return (words ? z.enum(words) : one).optional().describe(about);
  return z
    .union([z.array(words ? z.enum(words) : one), one])
    .optional()
    .describe(about);
}

const spec = z.strictObject({
  inputs: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Files and folders of manifests, bundles and catalogs, read in addition to the items. Only a function that runs on the machine sees them.',
    ),
  path: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/, 'a relative folder, such as olm-rendered')
    .default('olm-rendered')
    .describe('The folder of new objects, where files are written. What is in it is taken for the result of an earlier run, and replaced.'),
  ...Object.fromEntries(OF_TABLE.map(([name, setting]) => [name, schemaOf(setting)])),
});

/** The settings. */
export interface FunctionSettings extends Given<SettingName> {
  readonly inputs: readonly string[];
  readonly path: string;
}

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
  const given = spec.parse(checked.value?.spec ?? {});
  const problems = outsidePlaces(given, source).map(named);
  return problems.length > 0 ? { problems } : { settings: valuesOf(given), problems: [] };
}

/** Problems of paths outside of the repository: the functionConfig is in the repository, so its paths must be, too. */
function outsidePlaces(given: z.infer<typeof spec>, source: UnlocatedProblem['source']): UnlocatedProblem[] {
  const values: [string, unknown, PathsIn][] = [
    ['inputs', given.inputs, (path) => [{ path }]],
    ...OF_TABLE.flatMap(([name, { paths }]): [string, unknown, PathsIn][] =>
      paths ? [[name, (given as Readonly<Record<string, unknown>>)[name], paths]] : [],
    ),
  ];
  return values.flatMap(([name, value, paths]) => {
    const outside = [value ?? []].flat().find((text) => paths(String(text)).some(({ path }) => isOutside(path, 'functionConfig')));
    if (outside === undefined) return [];
    return [
      {
        code: 'INVALID_VALUE',
        message: `${name} names a place outside of the repository`,
        found: JSON.stringify(outside),
        expected: 'a file or a folder of the repository, or of the working folder',
        fix: 'put it there',
        source,
        at: ['spec', name],
      },
    ];
  });
}

/** The parsed settings, with the defaults of the function: fields that the API server drops on apply are left out. */
function valuesOf({ inputs, path, ...written }: z.infer<typeof spec>): FunctionSettings {
  const given = written as Readonly<Record<string, unknown>>;
  const values = OF_TABLE.flatMap(([name, setting]): [string, unknown][] => {
    const value = given[name];
    if (value === undefined) return [];
    const { read, shape } = setting;
    if (!read) return [[name, value]];
    return [[name, shape === 'list' ? [value].flat().flatMap((one) => read(String(one))) : read(String(value))]];
  });
  const set = new Map(values);
  const implied = OF_TABLE.flatMap(([name, { implies }]) => (implies && set.get(name) ? Object.entries(implies) : []));
  return { inputs, path, ...Object.fromEntries([...implied, ...values]) };
}

/** The settings of a ConfigMap, which only has strings: `inputs` uses commas, other lists use lines, and flags are words. */
function asSettings(value: Readonly<Record<string, unknown>>): unknown {
  const data = value.data ?? {};
  if (!isMapping(data)) return { apiVersion: API_VERSION, kind: KIND, spec: data };
  const lists = new Set<string>(OF_TABLE.filter(([, { shape }]) => shape === 'list').map(([name]) => name));
  const typed = Object.entries({ ...(value.binaryData ?? {}), ...data }).map(([name, text]): [string, unknown] => {
    if (name === 'inputs') return [name, String(text).split(/(?<! ) *, */)];
    const lines = String(text)
      .trim()
      .split(/(?<!\s)\s*\n\s*/);
    if (lists.has(name)) return [name, lines.length > 1 ? lines : String(text).trim()];
    return [name, text === 'true' ? true : text === 'false' ? false : text];
  });
  return { apiVersion: API_VERSION, kind: KIND, spec: Object.fromEntries(typed) };
}
