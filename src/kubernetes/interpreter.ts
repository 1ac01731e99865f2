/** Containers that run a shell or the like: what they are given as text is the program, whatever the image. */
import { type Fields, textOf } from './pod-spec.js';

const INTERPRETER = /^(?:.*\/)?(?:(?:ba|da|a|z|k)?sh|busybox|env|node|perl|php|pwsh|python[\d.]*|ruby)$/;

/** Whether the command of a container is one. */
export function isInterpreter({ command }: Fields): boolean {
  return startsOne(command);
}

/** The whole command line of a container that is one, or that gives one to the entry point of its image as arguments. */
export function interpretedProgram({ command, args }: Fields): unknown[] | undefined {
  const [first, rest] = [command, args].map((list): unknown[] => (Array.isArray(list) ? list : [])) as [unknown[], unknown[]];
  const line = [...first, ...rest];
  return startsOne(line) ? line : undefined;
}

function startsOne(line: unknown): boolean {
  const [program] = Array.isArray(line) ? line : [];
  return INTERPRETER.test(textOf(program) ?? '');
}
