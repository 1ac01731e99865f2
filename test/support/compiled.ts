/** Programs that the tests start keep what they compiled for the next ones: see compiled.cjs. */
import { join } from 'node:path';

export const KEEPS_COMPILED = `--require ${JSON.stringify(join(import.meta.dirname, 'compiled.cjs'))}`;

export default function setup(): void {
  if (process.env.NODE_OPTIONS?.includes(KEEPS_COMPILED)) return;
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, KEEPS_COMPILED].filter(Boolean).join(' ');
}
