/** Where a report goes and in which format: the extension of a file says it, and `--format` for standard output. */
import { type Command, Option } from 'commander';
import { replaceFile } from '../deliver/file.js';
import { formatPlace } from '../manifest/format-problem.js';
import { printable, printed } from '../manifest/printable.js';
import { formatOfFile, formatsOf, type Reported, type Screen } from '../report/formats.js';
import type { Terminal } from './outcome.js';
import { paintFor } from './paint.js';

/** As they are given on a command line. */
export interface ReportFlags {
  readonly format?: string;
  readonly output?: readonly string[];
  readonly acceptEntries?: boolean;
}

/** The format that is printed where none is asked for. */
export const DEFAULT_FORMAT = 'text';

/** Adds `--format` and `--output`. A format that contradicts a file's extension, or that the command does not write, is wrong usage. */
export function addReportOptions(command: Command, reported: Reported): Command {
  const formats = formatsOf(reported);
  if (reported === 'review') command.option('--accept-entries', 'also print the entries that accept what is new');
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
export function reportFiles({ format, output = [] }: ReportFlags): { readonly file: string; readonly format: string }[] {
  return output.map((file) => ({ file, format: format ?? formatOfFile(file) ?? DEFAULT_FORMAT }));
}

/** Where a report is printed: only a terminal has colours, and a width. */
export function screenOf({ outIsTerminal, columns, env }: Terminal): Screen {
  return { paint: paintFor(outIsTerminal, env), width: outIsTerminal ? columns : undefined };
}

/** Writes a report, whole or not at all. @returns whether it was written; why not is printed */
export function writeReport(file: string, text: string, terminal: Terminal): boolean {
  try {
    // A file can be the log of a job as well.
    replaceFile(file, printed(text));
    return true;
  } catch (error) {
    terminal.err(
      `error[OUTPUT_NOT_WRITTEN] ${formatPlace({ file })}: ${printable((error as Error).message)}\n  fix       check the path, the permissions and the free space\nnothing was written\n`,
    );
    return false;
  }
}
