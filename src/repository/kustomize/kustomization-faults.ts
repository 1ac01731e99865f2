/**
 * Finds faults of a kustomization's text for which kustomize refuses it, like kustomize's own code (api/types/kustomization.go,
 * api/internal/target/kusttarget.go). Loaded files are not checked here.
 */

import type { FieldPath } from '../../base/manifest/field-path.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { printable } from '../../base/manifest/printable.js';
import { KUSTOMIZE_GROUP } from '../../base/tools/kustomize.js';
import { type Form, formOf, isKnownField, isNothing, NEEDED } from './kustomization-fields.js';
import type { KustomizationFault } from './refused-kustomization.js';

type Fields = Readonly<Record<string, unknown>>;
type UnplacedFault = Omit<KustomizationFault, 'at'>;

/** The fault of a field, and its path. */
export type FieldFault = UnplacedFault & { readonly path: FieldPath };

const OF_METADATA: ReadonlyMap<string, Form> = new Map([
  ['name', 'text'],
  ['namespace', 'text'],
  ['labels', 'mapping'],
  ['annotations', 'mapping'],
]);
const VERSION = `${KUSTOMIZE_GROUP}/v1beta1`;
const COMPONENT_VERSION = `${KUSTOMIZE_GROUP}/v1alpha1`;

/** The faults of a kustomization's fields, of the first kind that kustomize would report. */
export function faultsOfFields(fields: Fields): readonly FieldFault[] {
  const reasons = [unknownFields, wrongForms, nothing, wrongKind, emptyEntries];
  for (const reason of reasons) {
    const found = reason(fields);
    if (found.length > 0) return found;
  }
  return [];
}

function unknownFields(fields: Fields): FieldFault[] {
  const { metadata } = fields;
  const ofMetadata = isMapping(metadata) ? Object.keys(metadata).filter((field) => !OF_METADATA.has(field.toLowerCase())) : [];
  return [
    ...Object.keys(fields).flatMap((field) => (isKnownField(field) ? [] : [{ ...unknownFieldFault(field), path: [field] }])),
    ...ofMetadata.map((field) => ({ ...unknownFieldFault(field), path: ['metadata', field] })),
  ];
}

export const UNKNOWN_FIELD = 'kustomize does not know a field of this kustomization';

export function unknownFieldFault(field: string): UnplacedFault {
  return {
    message: UNKNOWN_FIELD,
    found: printable(field),
    expected: 'fields of a Kustomization or a Component',
    fix: 'correct or remove the field',
  };
}

function wrongForms(fields: Fields): FieldFault[] {
  const { metadata } = fields;
  const inMetadata = isMapping(metadata) ? Object.entries(metadata) : [];
  return [
    ...Object.entries(fields).flatMap(([field, value]) => wrongForm([field], value, formOf(field))),
    ...inMetadata.flatMap(([field, value]) => {
      const form = OF_METADATA.get(field);
      const texts = form === 'mapping' && isMapping(value) ? Object.entries(value) : [];
      return [
        ...wrongForm(['metadata', field], value, form),
        ...texts.flatMap(([name, text]) => wrongForm(['metadata', field, name], text, 'text')),
      ];
    }),
  ];
}

const IS_FORM: Readonly<Record<Form, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  texts: Array.isArray,
  list: Array.isArray,
  mapping: isMapping,
};
/** The types' names in Go. */
const WANTED: Readonly<Record<Form, string>> = { text: 'string', texts: '[]string', list: 'array', mapping: 'object' };

/** The faults of a value's type. null is valid for all types. */
function wrongForm(path: FieldPath, value: unknown, form: Form | undefined): FieldFault[] {
  if (value === null || form === undefined) return [];
  if (!IS_FORM[form](value)) return [{ ...wrongTypeFault(value, WANTED[form]), path }];
  return form === 'texts' ? (value as unknown[]).flatMap((entry, index) => wrongForm([...path, index], entry, 'text')) : [];
}

/** @param wanted the type's name in Go */
export function wrongTypeFault(value: unknown, wanted: string): UnplacedFault {
  const type = Array.isArray(value) ? 'array' : typeof value === 'bigint' ? 'number' : typeof value;
  return {
    message: 'a field of this kustomization has the wrong type',
    found: `${type === 'boolean' ? 'true or false' : `a value of the type ${type}`}: ${printable(sortedText(value))}`,
    expected: wanted === 'string' ? 'text' : `a value of the type ${wanted}`,
    fix: wanted === 'string' ? 'put the value in quotes' : 'correct the value',
  };
}

function nothing(fields: Fields): FieldFault[] {
  const isEmpty = Object.entries(fields).every(([field, value]) => field === 'apiVersion' || field === 'kind' || isNothing(field, value));
  return isEmpty
    ? [
        {
          message: 'this kustomization is empty, which kustomize refuses',
          found: 'no field except apiVersion and kind',
          expected: 'resources, or other fields',
          fix: 'add what it is for, or remove it and the entries that name it',
          path: [],
        },
      ]
    : [];
}

function wrongKind({ kind, apiVersion }: Fields): FieldFault[] {
  const isComponent = kind === 'Component';
  const version = isComponent ? COMPONENT_VERSION : VERSION;
  const wrong = (field: string, value: unknown, expected: string): FieldFault => ({
    message: `kustomize does not take the ${field} of this kustomization`,
    found: printable(String(value)),
    expected,
    fix: `correct the ${field}`,
    path: [field],
  });
  const isKind = isComponent || kind === 'Kustomization' || isNothing('kind', kind);
  const isVersion = apiVersion === version || isNothing('apiVersion', apiVersion);
  return [
    ...(isKind ? [] : [wrong('kind', kind, 'Kustomization or Component')]),
    ...(isVersion ? [] : [wrong('apiVersion', apiVersion, `${version}, as it is a ${isComponent ? 'Component' : 'Kustomization'}`)]),
  ];
}

function emptyEntries(fields: Fields): FieldFault[] {
  return [...NEEDED].flatMap((field) =>
    [fields[field] ?? []].flat().flatMap((entry, index) =>
      entry === null || entry === ''
        ? [
            {
              message: 'an entry of this kustomization is empty, which kustomize refuses',
              found: `nothing at ${field}[${index}]`,
              expected: 'the path of a file or a folder',
              fix: 'write the path, or remove the entry',
              path: [field, index],
            },
          ]
        : [],
    ),
  );
}

/** Fields that list objects; a Component belongs under `components`. */
const OF_OBJECTS: ReadonlySet<string> = new Set(['resources', 'bases']);

/**
 * The fault of an entry that loads the wrong kind of kustomization, or a file.
 *
 * @param fields the fields of the loaded kustomization, as far as readable; undefined for a file
 */
export function faultOfEntry(field: string, text: string, fields: Fields | undefined): UnplacedFault | undefined {
  const isComponent = fields?.kind === 'Component';
  if (OF_OBJECTS.has(field) && isComponent)
    return {
      message: 'this kustomization lists a Component under its resources, which kustomize refuses',
      found: `${JSON.stringify(printable(text))}, whose kind is Component`,
      expected: 'files of objects, and folders whose kustomization is no Component',
      fix: 'move the entry to components',
    };
  if (field !== 'components' || isComponent) return undefined;
  return {
    message: 'this kustomization lists under its components something else than a Component, which kustomize refuses',
    found: `${JSON.stringify(printable(text))}, which is ${fields ? 'a folder with a Kustomization' : 'a file'}`,
    expected: 'folders whose kustomization has the kind Component',
    fix: 'move the entry to resources',
  };
}

/** The fault of an entry that closes a cycle. @param folder a folder that is already loaded, or contains such a folder */
export function cycleFault(text: string, folder: string): UnplacedFault {
  return {
    message: 'this kustomization loads a folder that is on the way to it, which kustomize refuses as a cycle',
    found: `${JSON.stringify(printable(text))}, which leads to ${folder === '' ? 'the top of the repository' : printable(folder)}`,
    expected: 'no folder that loads this one, or that has such a folder in it',
    fix: 'remove the entry, or move what it is for to another folder',
  };
}
