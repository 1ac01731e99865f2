/**
 * Leaves out what does not count for the jobs that run this review: comments, and targets and tasks that nothing of these jobs names. What
 * cannot be told apart stays.
 */

import { commandsIn } from './gate-parts.js';

const MAKEFILE = /(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$/;
const JUST = /(?:^|\/)[Jj]ustfile$|\.just$/;
/** What lets a line of one target decide for others. */
const ENTANGLED = /^[^\S\r\n]*(?:-|s)?(?:define|endef|if(?:n?def|n?eq)|else|endif)\b|\beval\b|\.RECIPEPREFIX|\.SECONDEXPANSION|\.ONESHELL/m;
/** Targets that make runs by itself: it makes the files again that it reads. */
const BY_ITSELF = /makefile|\.(?:mk|inc|d|in)$/i;

/**
 * The lines of a file that count.
 * @param isNamed whether the jobs that run this review name a target
 */
export function countingLines(path: string, text: string, isNamed: (target: string) => boolean): string {
  const commands = commandsIn(text, path);
  const isMake = MAKEFILE.test(path);
  if ((!isMake && !JUST.test(path)) || ENTANGLED.test(commands)) return commands;
  const kept: string[] = [];
  let [isApart, isContinued] = [false, false];
  let first: string | undefined;
  for (const line of commands.split('\n')) {
    const isRecipe = isMake ? line.startsWith('\t') : /^[ \t]/.test(line);
    const [, names, rest = ''] =
      (isContinued || isRecipe ? undefined : /^@?([\w/-][\w./-]*(?:[ \t]+[\w/-][\w./-]*)*[ \t]*):(?![:=])(.*)$/.exec(line)) ?? [];
    if (names !== undefined) {
      const own = names.trim().split(/[ \t]+/);
      const targets = isMake ? own : own.slice(0, 1);
      first ??= targets[0];
      // What stands before the first target, or sets a variable, is of no target alone.
      isApart = !rest.includes('=') && targets.every((target) => !isNamed(target) && !BY_ITSELF.test(target));
    } else if (!isContinued && !isRecipe && line.trim() !== '') isApart = false;
    if (!isApart && line.trim() !== '') kept.push(isMake ? phony(line, isNamed) : line);
    isContinued = /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
  }
  return [first ?? '', ...kept].join('\n');
}

/** The list of targets that are no files, without those that are not named. */
function phony(line: string, isNamed: (target: string) => boolean): string {
  if (!/^\.PHONY[ \t]*:[\w \t./-]*$/.test(line)) return line;
  return `.PHONY: ${(line.replace(/^[^:]*:/, '').match(/[\w./-]+/g) ?? []).filter(isNamed).join(' ')}`;
}
