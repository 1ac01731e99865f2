/** The version of this package. */
import { existsSync, readFileSync } from 'node:fs';

/** Read from the nearest package.json above this file. The compiled file is deeper than this one. */
export function packageVersion(): string {
  let url = new URL('package.json', import.meta.url);
  while (!existsSync(url)) url = new URL('../package.json', url);
  return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
}
