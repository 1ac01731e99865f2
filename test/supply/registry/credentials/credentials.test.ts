/** Credentials: found where podman and docker keep them, sent only where they belong, and shown nowhere. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { credentialsFrom } from '../../../../src/supply/registry/credentials/find-credentials.js';
import type { Environment } from '../../../../src/supply/registry/environment.js';
import { type FakeRegistry, fakeRegistry, opened, ownEnvironment, problemOf } from '../../../support/fake-registry.js';
import { BUNDLE_LABELS, imageOf, layerOf } from '../../../support/images.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** An environment with these files in its home. */
function withFiles(files: Record<string, unknown>, more: Environment = {}): Environment {
  const environment = ownEnvironment();
  const home = environment.HOME ?? '';
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return { ...environment, ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, value?.replace('~', home)])) };
}

/** An environment whose PATH has a credential helper. @param script of a shell */
function withHelper(config: unknown, script: string): Environment {
  const environment = withFiles({ '.docker/config.json': config, 'bin/docker-credential-test': `#!/bin/sh\n${script}\n` });
  chmodSync(join(environment.HOME ?? '', 'bin/docker-credential-test'), 0o755);
  return { ...environment, PATH: `${environment.HOME}/bin:${environment.PATH}` };
}

const password = (username: string) => ({ kind: 'password', username, password: 'p' });
const auths = (...names: string[]) => ({ auths: Object.fromEntries(names.map((name) => [name, { auth: base64(`${name}:p`) }])) });

describe('credentials are found', () => {
  it('for the most specific part of a repository', async () => {
    const find = credentialsFrom(
      withFiles({ 'a.json': auths('quay.io', 'quay.io/acme', 'quay.io/acme/db') }, { REGISTRY_AUTH_FILE: '~/a.json' }),
    );
    expect(await find('quay.io', 'acme/db')).toEqual(password('quay.io/acme/db'));
    expect(await find('quay.io', 'acme/cache')).toEqual(password('quay.io/acme'));
    expect(await find('quay.io', 'acmecorp/cache')).toEqual(password('quay.io'));
    expect(await find('quay.io.example.com', 'acme/db')).toBeUndefined();
  });

  it('in the first file that has some', async () => {
    const files = {
      'run/containers/auth.json': auths('a.io'),
      'config/containers/auth.json': auths('a.io', 'b.io'),
      '.docker/config.json': auths('b.io', 'c.io'),
    };
    const find = credentialsFrom(withFiles(files, { XDG_RUNTIME_DIR: '~/run' }));
    expect([await find('a.io', 'x'), await find('b.io', 'x'), await find('c.io', 'x'), await find('d.io', 'x')]).toEqual([
      password('a.io'),
      password('b.io'),
      password('c.io'),
      undefined,
    ]);
    const only = credentialsFrom(withFiles({ ...files, 'mine.json': auths('b.io') }, { REGISTRY_AUTH_FILE: '~/mine.json' }));
    expect([await only('a.io', 'x'), await only('b.io', 'x')]).toEqual([undefined, password('b.io')]);
  });

  it('under the names that Docker writes', async () => {
    const find = credentialsFrom(
      withFiles(
        {
          'd/config.json': {
            auths: { 'https://index.docker.io/v1/': { username: 'u', password: 'p' }, 'https://a.io': { identitytoken: 't' } },
          },
        },
        { DOCKER_CONFIG: '~/d' },
      ),
    );
    expect([await find('docker.io', 'library/x'), await find('a.io', 'x')]).toEqual([
      password('u'),
      { kind: 'identity-token', token: 't' },
    ]);
  });

  it('by a helper for a registry, and by the store for all', async () => {
    const script =
      'read server\ncase $server in b.io) echo "credentials not found in native keychain"; exit 1;; esac\necho "{\\"ServerURL\\":\\"x\\",\\"Username\\":\\"$server\\",\\"Secret\\":\\"p\\"}"';
    const find = credentialsFrom(withHelper({ credHelpers: { 'a.io': 'test' } }, script));
    expect([await find('a.io', 'x'), await find('c.io', 'x')]).toEqual([password('a.io'), undefined]);
    const all = credentialsFrom(withHelper({ credsStore: 'test' }, script));
    expect([await all('docker.io', 'x'), await all('b.io', 'x'), await all('c.io', 'x')]).toEqual([
      password('https://index.docker.io/v1/'),
      undefined,
      password('c.io'),
    ]);
  });

  it('by a helper that has an identity token', async () => {
    const find = credentialsFrom(withHelper({ credsStore: 'test' }, `echo '{"Username":"<token>","Secret":"t"}'`));
    expect(await find('a.io', 'x')).toEqual({ kind: 'identity-token', token: 't' });
  });
});

describe('credentials that cannot be read', () => {
  it.each([
    ['no JSON', withFilesOf('{"auths": {"a.io": {"auth": "c2VjcmV0"')],
    ['another form', withFilesOf({ auths: 'c2VjcmV0' })],
    ['no password', withFilesOf({ auths: { 'a.io': { auth: 'c2VjcmV0' } } })],
    ['a helper that is not there', withFilesOf({ credsStore: 'absent' })],
    ['a helper with the name of a path', withFilesOf({ credsStore: '../x' })],
    ['a helper that fails', () => withHelper({ credsStore: 'test' }, 'echo c2VjcmV0; exit 3')],
    ['a helper that does not answer', () => withHelper({ credsStore: 'test' }, 'echo c2VjcmV0')],
  ])('are a problem that does not show them: %s', async (_, environment) => {
    const problem = await problemOf(Promise.resolve().then(() => credentialsFrom(environment())('a.io', 'x')));
    expect(problem).toMatchObject({ code: 'CREDENTIALS_UNUSABLE' });
    expect(JSON.stringify(problem)).not.toContain('c2VjcmV0');
  });

  function withFilesOf(content: unknown): () => Environment {
    return () => withFiles({ '.docker/config.json': content });
  }
});

describe('a registry that wants a token', () => {
  const image = imageOf({ layers: [layerOf({ 'manifests/a.yaml': 'a' })], labels: BUNDLE_LABELS });

  /** A registry whose tokens are good for some requests. */
  async function secured(lives = 100): Promise<{ registry: FakeRegistry; tokens: FakeRegistry; reference: string }> {
    const [registry, tokens] = [await fakeRegistry(), await fakeRegistry()];
    const reference = registry.push('acme/db', 'v1', image);
    let left = 0;
    let number = 0;
    tokens.handle((request, response) => {
      const isKnown = request.headers.authorization === `Basic ${base64('anna:p')}` || request.method === 'POST';
      if (!isKnown) return void response.writeHead(401).end();
      left = lives;
      number += 1;
      response
        .writeHead(200)
        .end(JSON.stringify(request.method === 'POST' ? { access_token: `token${number}` } : { token: `token${number}`, expires_in: 60 }));
    });
    registry.handle((request, response, next) => {
      left -= 1;
      if (request.headers.authorization === `Bearer token${number}` && number > 0 && left >= 0) return next();
      response
        .writeHead(401, {
          'www-authenticate': `Bearer realm="http://${tokens.host}/token",service="here, there",scope="repository:acme/other:pull,push"`,
        })
        .end();
    });
    return { registry, tokens, reference };
  }

  it('gets one for pulling this repository, and the credentials go to the token server alone', async () => {
    const { registry, tokens, reference } = await secured();
    const environment = withFiles({ '.docker/config.json': { auths: { [registry.host]: { auth: base64('anna:p') } } } });
    expect((await opened({ environment }).bundle(reference)).files.size).toBe(1);
    expect(tokens.asked.map(({ url }) => url)).toEqual(['/token?service=here%2C+there&scope=repository%3Aacme%2Fdb%3Apull']);
    expect(new Set(registry.asked.map(({ headers }) => headers.authorization))).toEqual(new Set([undefined, 'Bearer token1']));
  });

  it('of a host that no file names is given nothing of what other hosts get, nor is the token server that it names', async () => {
    const { registry, tokens, reference } = await secured();
    const environment = withFiles({ '.docker/config.json': { auths: { 'quay.io': { auth: base64('anna:p') } } } });
    await problemOf(opened({ environment }).bundle(reference));
    expect([registry, tokens].map(({ asked }) => asked.length > 0)).toEqual([true, true]);
    expect([...registry.asked, ...tokens.asked].map(({ headers }) => headers.authorization)).toEqual(
      [...registry.asked, ...tokens.asked].map(() => undefined),
    );
  });

  it('gets another when it has expired', async () => {
    const { registry, tokens, reference } = await secured(1);
    const environment = withFiles({ '.docker/config.json': { auths: { [registry.host]: { auth: base64('anna:p') } } } });
    expect((await opened({ environment }).bundle(reference)).files.size).toBe(1);
    expect(tokens.asked.length).toBe(3);
  });

  it('gets one for an identity token', async () => {
    const { registry, tokens, reference } = await secured();
    const environment = withFiles({ '.docker/config.json': { auths: { [registry.host]: { identitytoken: 'mine' } } } });
    expect((await opened({ environment }).bundle(reference)).files.size).toBe(1);
    expect(tokens.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /token']);
  });

  it('and does not give one to strangers', async () => {
    const { tokens, reference } = await secured();
    expect(await problemOf(opened().bundle(reference))).toMatchObject({
      code: 'REGISTRY_DENIED',
      message: `${tokens.host} does not allow to pull this image`,
    });
  });

  it.each(['http://tokens.example.com/token', 'http://user:pass@127.0.0.1:1/token', 'file:///etc/passwd', 'nowhere'])(
    'from a server that credentials must not be sent to does not get them: %s',
    async (realm) => {
      const registry = await fakeRegistry();
      registry.handle((_, response) => void response.writeHead(401, { 'www-authenticate': `Bearer realm="${realm}"` }).end());
      const environment = withFiles({ '.docker/config.json': { auths: { [registry.host]: { auth: base64('anna:p') } } } });
      expect(await problemOf(opened({ environment }).resolve(`${registry.host}/acme/db:v1`))).toMatchObject({
        code: 'REGISTRY_ANSWER',
        expected: 'the https address of a token server',
      });
    },
  );
});
