/** Says all that is not in place for publishing this version, and fails then. TAG is the tag that it is published for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '../..'));
const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const wrong = [
  repository.url.includes('OWNER') && 'package.json has OWNER for the owner of the repository',
  !new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm').test(readFileSync('CHANGELOG.md', 'utf8')) &&
    `CHANGELOG.md has no heading "## ${version} (YYYY-MM-DD)"`,
  process.env.TAG !== `v${version}` && `the tag is ${process.env.TAG ?? 'not given (TAG)'} instead of v${version}`,
].filter(Boolean);
for (const problem of wrong) console.error(problem);
process.exitCode = wrong.length > 0 ? 1 : 0;
