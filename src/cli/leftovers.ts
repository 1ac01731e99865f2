/** What a process leaves behind that is ended from outside. */
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Copies that were built in: their names have the process. */
export function removeCopies(pid: number | undefined = process.pid): void {
  const own = new RegExp(`^cdk8s-olm-(?:kustomize|helm)-${pid}-`);
  for (const name of readdirSync(tmpdir()).filter((each) => own.test(each)))
    rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5 });
}
