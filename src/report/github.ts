/** Writes annotations for GitHub Actions: one command of the runner for each entry. */
import { printable, RUNNER_WORD } from '../base/manifest/printable.js';
import type { Severity } from '../olm/model/finding.js';
import { type Entry, entryText, repositoryPath } from './entries.js';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** The annotations; no text of the input can end a line or a property (actions/toolkit: command.ts). */
export function githubAnnotations(entries: readonly Entry[]): string {
  return entries
    .map((entry) => {
      const { id, severity, place } = entry;
      const properties = [
        ...(place ? [`file=${property(repositoryPath(place.file))}`] : []),
        ...(place?.line === undefined ? [] : [`line=${place.line}`]),
        ...(place?.line === undefined || place.column === undefined ? [] : [`col=${place.column}`]),
        `title=${property(id)}`,
      ];
      return `::${COMMANDS[severity]} ${properties.join(',')}::${data(entryText(entry))}\n`;
    })
    .join('');
}

/** Escapes the characters that the runner decodes in a message; an older form of a command within it is made harmless. */
function data(text: string): string {
  return printable(text).replaceAll('%', '%25').replace(RUNNER_WORD, '\\u0023#');
}

/** Escapes what separates properties, too. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
