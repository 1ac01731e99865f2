/**
 * release/olm.yaml: the manifest with which krew installs `kubectl olm` (https://krew.sigs.k8s.io/docs/developer-guide/plugin-manifest/),
 * for the archives of release/.
 *
 * DOWNLOADS is the address that they will be under; by default, that of the release on GitHub.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

process.chdir(join(import.meta.dirname, '../..'));
const release = process.env.RELEASE ?? 'release';
const { version, repository, description } = JSON.parse(readFileSync('package.json', 'utf8'));
const homepage = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
const downloads = process.env.DOWNLOADS ?? `${homepage}/releases/download/v${version}`;

const archives = readdirSync(release)
  .sort()
  .flatMap((file) => {
    const [, os, arch] = /^cdk8s-olm-(linux|darwin|windows)-([a-z0-9]+)\.tar\.gz$/.exec(file) ?? [];
    return os ? [{ file, os, arch }] : [];
  });
if (archives.length === 0) throw new Error(`${release} has no archive: run binary.mjs and archives.sh first`);
const manifest = {
  apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
  kind: 'Plugin',
  metadata: { name: 'olm' },
  spec: {
    version: `v${version}`,
    homepage,
    shortDescription: 'Review what operators of OLM may do, and render it',
    description: `${description}.\n`,
    platforms: archives.map(({ file, os, arch }) => ({
      selector: { matchLabels: { os, arch } },
      uri: `${downloads}/${file}`,
      sha256: createHash('sha256')
        .update(readFileSync(join(release, file)))
        .digest('hex'),
      bin: os === 'windows' ? 'cdk8s-olm.exe' : 'cdk8s-olm',
    })),
  },
};
writeFileSync(join(release, 'olm.yaml'), stringify(manifest, { lineWidth: 0 }));
console.log(join(release, 'olm.yaml'));
