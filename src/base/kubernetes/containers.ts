/** The containers of a Pod spec: their places, the objects that they name, and the programs that they start. */
import type { FieldPath } from '../manifest/field-path.js';
import { CONTAINER_LISTS, type Fields, fieldsOf, listOf, type PodSpec, textOf } from './pod-spec.js';

/** A container of any of the three lists of a Pod spec. */
export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly fields: Fields;
  /** The path in the object that contains the Pod spec. */
  readonly at: FieldPath;
}

/** All containers of a Pod spec. */
export function containersOf({ fields, at }: PodSpec): Container[] {
  return CONTAINER_LISTS.flatMap((list) =>
    listOf(fields[list]).map((container, index) => ({
      name: textOf(container.name) ?? `${list}[${index}]`,
      image: textOf(container.image),
      fields: container,
      at: [...at, list, index],
    })),
  );
}

/** Fields of a Pod spec that name an object in its namespace by `name`, with the object's kind. */
const NAMING: ReadonlyMap<string, string> = new Map([
  ['configMap', 'ConfigMap'],
  ['configMapRef', 'ConfigMap'],
  ['configMapKeyRef', 'ConfigMap'],
  ['secret', 'Secret'],
  ['secretRef', 'Secret'],
  ['secretKeyRef', 'Secret'],
  ['nodePublishSecretRef', 'Secret'],
]);

/** The ConfigMaps and Secrets that a part of a Pod spec names, at any depth, without image pull Secrets. */
export function namedObjects(part: unknown): { readonly kind: string; readonly name: string }[] {
  if (Array.isArray(part)) return part.flatMap(namedObjects);
  return Object.entries(fieldsOf(part)).flatMap(([field, value]) => {
    const kind = NAMING.get(field);
    const name = field === 'secretName' ? textOf(value) : kind === undefined ? undefined : textOf(fieldsOf(value).name);
    return [...(name === undefined ? [] : [{ kind: kind ?? 'Secret', name }]), ...namedObjects(value)];
  });
}

const INTERPRETER = /^(?:.*\/)?(?:(?:ba|da|a|z|k)?sh|busybox|env|node|perl|php|pwsh|python[\d.]*|ruby)$/;

/** Whether a container runs a shell or another interpreter whose arguments are the program. */
export function hasProgramInArguments({ command }: Fields): boolean {
  return startsInterpreter(command);
}

/** The whole command line of a container that runs an interpreter; the arguments alone can start one if the image has no entry point. */
export function interpretedProgram({ command, args }: Fields): readonly unknown[] | undefined {
  const line = [command, args].flatMap((part): unknown[] => (Array.isArray(part) ? part : []));
  return startsInterpreter(line) ? line : undefined;
}

function startsInterpreter(line: unknown): boolean {
  const [program] = Array.isArray(line) ? line : [];
  return INTERPRETER.test(textOf(program) ?? '');
}
