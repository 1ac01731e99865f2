/** release/notes.md: what CHANGELOG.md says of this version. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '../..'));
const release = process.env.RELEASE ?? 'release';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const [, ...lines] = sections.find((section) => section.startsWith(`${version} `))?.split('\n') ?? [];
const notes = lines.join('\n').trim();
if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}`);
mkdirSync(release, { recursive: true });
writeFileSync(join(release, 'notes.md'), `${notes}\n`);
console.log(join(release, 'notes.md'));
