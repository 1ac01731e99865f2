/** Writes annotations for Azure Pipelines: one logging command for each entry that is a warning or an error. */
import { printable, RUNNER_WORD } from '../base/manifest/printable.js';
import { type Entry, entryText, repositoryPath } from './entries.js';

/** The annotations; no text of the input can end a line or a property, or begin a command of its own. Azure has no type for notes. */
export function azureAnnotations(entries: readonly Entry[]): string {
  return entries
    .filter(({ severity }) => severity !== 'info')
    .map((entry) => {
      const { id, severity, place } = entry;
      const properties = [
        `type=${severity}`,
        ...(place ? [`sourcepath=${property(repositoryPath(place.file))}`] : []),
        ...(place?.line === undefined ? [] : [`linenumber=${place.line}`]),
        ...(place?.line === undefined || place.column === undefined ? [] : [`columnnumber=${place.column}`]),
        `code=${property(id)}`,
      ];
      return `##vso[task.logissue ${properties.join(';')}]${data(entryText(entry))}\n`;
    })
    .join('');
}

/** Escapes the characters that the agent decodes in a message; a second prefix in the line is made harmless. */
function data(text: string): string {
  return printable(text).replaceAll('%', '%AZP25').replace(RUNNER_WORD, '\\u0023#');
}

/** Escapes what ends a property or the command, too. */
function property(text: string): string {
  return data(text).replaceAll(';', '%3B').replaceAll(']', '%5D');
}
