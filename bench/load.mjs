/**
 * Measures loading bundles against parsing the same files with the yaml package alone. Run with
 * `npm run bench:load -- FOLDER`, where FOLDER holds bundles, such as a checkout of a community catalog.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readInput } from '../build/src/repository/input/read-input.js';

const ROUNDS = 5;

const folder = process.argv[2];
if (!folder) {
  console.error('usage: npm run bench:load -- FOLDER');
  process.exit(2);
}

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

/** The best of several rounds, in milliseconds. */
function best(work) {
  const times = Array.from({ length: ROUNDS }, () => {
    globalThis.gc?.();
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

const parse = () => files.map((file) => parseAllDocuments(readFileSync(file, 'utf8')));
const load = () => readInput([folder]);

const { cluster, problems } = load();
const bytes = files.reduce((sum, file) => sum + readFileSync(file).length, 0);
console.log(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB: ${cluster.bundles.length} bundles, ${problems.length} problems\n`);
const [parsed, loaded] = [best(parse), best(load)];
console.log(`yaml, parseAllDocuments  ${parsed.toFixed(0).padStart(6)} ms`);
console.log(`loading                  ${loaded.toFixed(0).padStart(6)} ms  ${(loaded / parsed).toFixed(2)} × that`);
