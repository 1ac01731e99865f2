/** Where a report goes and in which format: the extension of a file says it, and `--format` for standard output. */
import { type Command, Option } from 'commander';
import { replaceFile } from '../deliver/file.js';
import { formatPlace } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import type { Terminal } from './outcome.js';

/** By the end of a file's name. */
const FORMAT_OF_ENDING = {
  '.txt': 'text',
  '.md': 'md',
  '.html': 'html',
  '.sarif.json': 'sarif',
  '.json': 'json',
  '.sarif': 'sarif',
} as const;

export type ReportFormat = (typeof FORMAT_OF_ENDING)[keyof typeof FORMAT_OF_ENDING];

/** As they are given on a command line. */
export interface ReportFlags<Format extends ReportFormat = ReportFormat> {
  readonly format?: Format;
  readonly output?: readonly string[];
}

/** Adds `--format` and `--output`. A format that contradicts a file's extension, or that the command does not write, is wrong usage. */
export function addReportOptions(command: Command, formats: readonly ReportFormat[]): Command {
  return command
    .addOption(
      new Option('--format <format>', 'format of the report (default: text, or by the extension of the output file)').choices(formats),
    )
    .addOption(
      new Option('-o, --output <file>', 'write the report to this file; repeat the option for several formats').argParser(
        (file: string, files: readonly string[] = []) => [...files, file],
      ),
    )
    .hook('preAction', (_, action) => {
      const { format, output = [] } = action.opts<ReportFlags>();
      for (const file of output) {
        const wanted = formatOfFile(file);
        if (wanted === undefined) continue;
        if (!formats.includes(wanted))
          action.error(
            `error: ${action.name()} does not write ${wanted}, which the extension of '${printable(file)}' says; it writes ${formats.join(', ')}`,
          );
        if (format !== undefined && format !== wanted)
          action.error(`error: option '--format ${format}' contradicts the extension of '${printable(file)}'`);
      }
    });
}

/** The files to write, each with its format; none for standard output. */
export function reportFiles<Format extends ReportFormat>({
  format,
  output = [],
}: ReportFlags<Format>): { readonly file: string; readonly format: Format | 'text' }[] {
  return output.map((file) => ({ file, format: format ?? (formatOfFile(file) as Format | undefined) ?? 'text' }));
}

function formatOfFile(file: string): ReportFormat | undefined {
  return Object.entries(FORMAT_OF_ENDING).find(([ending]) => file.endsWith(ending))?.[1];
}

/** Writes a report, whole or not at all. @returns whether it was written; why not is printed */
export function writeReport(file: string, text: string, terminal: Terminal): boolean {
  try {
    replaceFile(file, text);
    return true;
  } catch (error) {
    terminal.err(
      `error[OUTPUT_NOT_WRITTEN] ${formatPlace({ file })}: ${printable((error as Error).message)}\n  fix       check the path, the permissions and the free space\nnothing was written\n`,
    );
    return false;
  }
}
