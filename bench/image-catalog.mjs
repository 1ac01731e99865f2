/**
 * What it costs to read a catalog of 300 packages, some 300 MB, from its image: the first time and again. Run by `npm run bench:image-catalog`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeLargeCatalog } from './large-catalog.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-olm-bench-'));
try {
  const reference = await writeLargeCatalog(join(folder, 'catalog'));
  for (const run of ['cold', 'warm']) {
    const script = `
      const { openRegistry } = await import(${JSON.stringify(join(import.meta.dirname, '../build/src/supply/registry/open-registry.js'))});
      const { closure, needsOf } = await import(${JSON.stringify(join(import.meta.dirname, '../build/src/supply/registry/catalog/closure.js'))});
      const registry = openRegistry({ environment: { HOME: ${JSON.stringify(folder)} }, userAgent: 'bench' });
      const { documents } = await registry.catalog(${JSON.stringify(reference)});
      const wanted = Array.from({ length: 30 }, (_, number) => 'package-' + String(number * 10 + 9).padStart(3, '0'));
      const found = closure([needsOf(documents)], { packages: wanted });
      const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
      console.log(documents.length + ' documents, ' + found.size + ' packages looked at: ' + ((userCPUTime + systemCPUTime) / 1e6).toFixed(1) + ' s of CPU, at most ' + Math.round(maxRSS / 1024) + ' MB');`;
    console.log(run.padEnd(6), execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim());
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
