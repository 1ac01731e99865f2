/** The globals of Node that the program uses. Imported before anything else of it. */
import { Buffer } from 'buffer';

const process = { env: {}, argv: [], platform: 'linux', pid: 1, cwd: () => '/', versions: {}, stdout: {}, stderr: {}, exitCode: 0 };
Object.assign(globalThis, { Buffer, process, global: globalThis });
