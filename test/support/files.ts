/** Folders for tests, below the system's own for temporary files. */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is gone after the test. Keys are paths, values the texts of its files. */
export function folderOf(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-olm-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Everything in a folder: the texts of files, `-> target` for links, and folders with a slash at the end. */
export function contentOf(folder: string, prefix = ''): Record<string, string> {
  const content: Record<string, string> = {};
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) content[`${prefix}${name}`] = `-> ${readlinkSync(path)}`;
    else if (stats.isDirectory()) Object.assign(content, { [`${prefix}${name}/`]: '' }, contentOf(path, `${prefix}${name}/`));
    else content[`${prefix}${name}`] = readFileSync(path, 'utf8');
  }
  return content;
}
