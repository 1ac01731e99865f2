/**
 * What a bundle contains of other packages: their licences for people, a bill of materials for scanners, and a lockfile
 * for `npm audit`. Whoever installs the package sees no dependency, so nothing else tells of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The packages that the modules of a bundle are from, by the path that they have in package-lock.json.
 *
 * @param moduleIds paths of files, as rolldown has them
 */
export function packagesOf(moduleIds) {
  const { packages } = json('package-lock.json');
  const paths = new Set(
    moduleIds.flatMap((id) => /\bnode_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/'))?.[0] ?? []),
  );
  return [...paths].sort().map((path) => {
    const { version, license, integrity, dependencies = {} } = packages[path];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = readdirSync(path).find((file) => /^licen[cs]e/i.test(file));
    if (!license || !file) throw new Error(`${name} does not come with its licence`);
    return { path, name, version, license, integrity, dependencies, text: readFileSync(join(path, file), 'utf8').trim() };
  });
}

/** Every licence in full. */
export function licences(packages) {
  const texts = packages.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`);
  return ['cdk8s-olm contains code of these packages.\n', ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/), without what would differ from one build to the next: the serial number
 * and the time.
 *
 * @param others components that are no packages of npm, such as Node in a single file
 */
export function billOfMaterials(packages, others = []) {
  const { name, version, description, license } = json('package.json');
  const idOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const refs = new Map(packages.map((one) => [one.name, idOf(one)]));
  const described = (one) => ({
    type: 'library',
    'bom-ref': idOf(one),
    name: one.name,
    version: one.version,
    ...(one.integrity
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(one.integrity.slice('sha512-'.length), 'base64').toString('hex') }] }
      : {}),
    licenses: [{ license: { id: one.license } }],
    purl: idOf(one),
  });
  const self = idOf({ name, version });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...described({ name, version, license }), type: 'application', description } },
    components: [...packages.map(described), ...others],
    dependencies: [
      { ref: self, dependsOn: [...direct(packages).map(idOf), ...others.map((other) => other['bom-ref'])] },
      ...packages.map((one) => ({
        ref: idOf(one),
        dependsOn: Object.keys(one.dependencies).flatMap((dependency) => refs.get(dependency) ?? []),
      })),
    ],
  };
}

/** A manifest and its lockfile, in whose folder `npm audit` asks for advisories. */
export function lockfile(packages) {
  const { version } = json('package.json');
  const dependencies = Object.fromEntries(direct(packages).map(({ name, version }) => [name, version]));
  const manifest = { name: 'cdk8s-olm-bundled', version, private: true, dependencies };
  const locked = packages.map(({ path, version, integrity, license, dependencies }) => [
    path,
    { version, integrity, license, dependencies },
  ]);
  const lock = {
    name: manifest.name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(locked) },
  };
  return { manifest, lock };
}

/** Those that package.json names. */
function direct(packages) {
  const { devDependencies } = json('package.json');
  return packages.filter(({ name }) => Object.hasOwn(devDependencies, name));
}
