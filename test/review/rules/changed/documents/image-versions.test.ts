/** Other versions of the same images are everyday work; whatever else differs is not. */
import { describe, expect, it } from 'vitest';
import { onlyImageVersions } from '../../../../../src/review/rules/changed/documents/image-versions.js';

const digest = (sign: string): string => `sha256:${sign.repeat(64)}`;
const OLD = 'quay.io/acme/tool';
const HOW: readonly string[] = ['', 'oci::', 'oci://', 'docker://'];
/** The ways in which a text is part of something. */
const WHERE: Readonly<Record<string, (text: string) => unknown>> = {
  'a value': (text) => ({ image: text }),
  'an entry': (text) => ({ images: ['a', text] }),
  'a text of YAML': (text) => ({ 'config.yaml': `pipelines:\n  build:\n    bundle: ${text}\n` }),
};

describe.each(Object.entries(WHERE))('an image in %s', (_, within) => {
  const areVersions = (was: string, is: string): boolean => onlyImageVersions(within(was), within(is));

  it.each(HOW)('has another version behind "%s"', (how) => {
    expect(areVersions(`${how}${OLD}:v1`, `${how}${OLD}:v2`)).toBe(true);
    expect(areVersions(`${how}${OLD}@${digest('a')}`, `${how}${OLD}@${digest('b')}`)).toBe(true);
    expect(areVersions(`${how}${OLD}:v1`, `${how}${OLD}:v1@${digest('b')}`)).toBe(true);
  });

  it.each([
    ['of another owner', 'quay.io/evil/tool:v2'],
    ['of another registry', 'quay.io.evil.example/acme/tool:v2'],
    ['of a registry at another port', 'quay.io:444/acme/tool:v2'],
    ['of another repository', 'quay.io/acme/tools:v2'],
    ['without a version', OLD],
    ['fetched in another way', `oci::${OLD}:v2`],
    ['with more text', `${OLD}:v2 --insecure`],
  ])('is another one %s', (_name, is) => {
    expect(areVersions(`${OLD}:v1`, is)).toBe(false);
  });

  it.each(['latest', 'main', 'pr-666', 'owner', '8080', 'v0.9'])('is no later version at %s', (tag) => {
    expect(areVersions(`${OLD}:v1`, `${OLD}:${tag}`)).toBe(false);
  });

  it('loses its digest', () => {
    expect(areVersions(`${OLD}:v1@${digest('a')}`, `${OLD}:v2`)).toBe(false);
  });
});

it('is not all that differs where a field comes, goes or has another value, and where nothing differs', () => {
  const was = { image: `${OLD}:v1`, args: ['a'] };
  for (const is of [{ ...was, image: `${OLD}:v2`, args: ['b'] }, { image: `${OLD}:v2` }, { ...was, image: `${OLD}:v2`, more: 1 }, was])
    expect(onlyImageVersions(was, is)).toBe(false);
});

it('is not all that differs where entries or lines have another order', () => {
  const [one, other] = [`a ${OLD}:v1`, 'scan'];
  expect(onlyImageVersions({ steps: [`${OLD}:v1`, other] }, { steps: [other, `${OLD}:v2`] })).toBe(false);
  expect(onlyImageVersions({ text: `${one}\n${other}\npush\n` }, { text: `${one.replace('v1', 'v2')}\npush\n${other}\n` })).toBe(false);
});
