/**
 * Reads mirrors from `registries.conf` (containers-registries.conf(5), version 2): the user's own setting of podman, buildah and skopeo.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { type Environment, namesIn, userFolder } from '../environment.js';
import { failure } from '../problems.js';
import type { MirrorRule } from './mirror.js';

const flag = z.boolean().nullish();
const text = z.string().nullish();
const fileSchema = z.looseObject({
  registry: z
    .array(
      z.looseObject({
        prefix: text,
        location: text,
        blocked: flag,
        'mirror-by-digest-only': flag,
        mirror: z
          .array(z.looseObject({ location: z.string(), 'pull-from-mirror': z.enum(['all', 'digest-only', 'tag-only']).nullish() }))
          .nullish(),
      }),
    )
    .nullish(),
});

/**
 * The mirrors in the user's configuration, or else in the machine's. Ignores `insecure`: only a flag disables TLS.
 *
 * @throws ProblemError `MIRRORS_UNUSABLE`
 */
export function mirrorsOfRegistriesConf(environment: Environment): MirrorRule[] {
  const rules = new Map<string, MirrorRule>();
  // If several files have the same prefix, the last one counts.
  for (const file of filesOf(environment)) for (const rule of rulesOf(file)) rules.set(rule.source, rule);
  return [...rules.values()];
}

function filesOf(environment: Environment): string[] {
  if (environment.CONTAINERS_REGISTRIES_CONF) return [environment.CONTAINERS_REGISTRIES_CONF];
  const own = userFolder(environment);
  const machine = '/etc/containers';
  const main = [own, machine].find((folder) => namesIn(folder).includes('registries.conf'));
  const parts = [machine, own].flatMap((folder) =>
    namesIn(join(folder, 'registries.conf.d'))
      .filter((name) => name.endsWith('.conf'))
      .map((name) => join(folder, 'registries.conf.d', name)),
  );
  return [...(main ? [join(main, 'registries.conf')] : []), ...parts];
}

function rulesOf(file: string): MirrorRule[] {
  let content: z.infer<typeof fileSchema>;
  try {
    content = fileSchema.parse(parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw failure(
      {
        code: 'MIRRORS_UNUSABLE',
        message: 'the configuration of registries cannot be read',
        file,
        expected: 'TOML, as containers-registries.conf(5) describes it',
        fix: 'Correct the file, or point CONTAINERS_REGISTRIES_CONF to another.',
      },
      cause,
    );
  }
  return (content.registry ?? []).flatMap(({ prefix, location, blocked, mirror, 'mirror-by-digest-only': digestOnly }) => {
    const source = prefix || location;
    if (!source) return [];
    const mirrors = (mirror ?? []).map(({ location, 'pull-from-mirror': pull }) => ({
      location,
      digests: pull !== 'tag-only',
      tags: pull ? pull !== 'digest-only' : !digestOnly,
    }));
    return [{ source, ...(location && location !== source ? { location } : {}), mirrors, onlyMirrors: blocked ?? false }];
  });
}
