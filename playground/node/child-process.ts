/** `node:child_process` for the page: no other program is there. */
const missing = (program: string): { error: Error; status: null; signal: null; stdout: Buffer; stderr: Buffer } => ({
  error: Object.assign(new Error(`spawnSync ${program} ENOENT`), { code: 'ENOENT', path: program }),
  status: null,
  signal: null,
  stdout: Buffer.alloc(0),
  stderr: Buffer.alloc(0),
});

export const spawnSync = missing;
export const spawn = missing;
export const execFileSync = missing;
export const execFile = (
  program: string,
  _argv: unknown,
  _options: unknown,
  done: (error: Error, out: string, err: string) => void,
): void => done(missing(program).error, '', '');
