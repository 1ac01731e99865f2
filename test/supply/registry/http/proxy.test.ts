/** Proxies: which requests go through one, and how. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proxyFor } from '../../../../src/supply/registry/http/proxy.js';
import { HttpTransport } from '../../../../src/supply/registry/http/transport.js';
import { certificate, fakeRegistry } from '../../../support/fake-registry.js';

const PROXY = 'http://proxy.corp.example.com:3128';

describe('a request goes through a proxy', () => {
  it.each<[string, string, boolean]>([
    ['https://quay.io', '', true],
    ['http://quay.io', '', false],
    ['https://127.0.0.1:5000', '', false],
    ['https://localhost', '', false],
    ['https://quay.io', '*', false],
    ['https://quay.io', 'quay.io', false],
    ['https://cdn.quay.io', 'quay.io', false],
    ['https://notquay.io', 'quay.io', true],
    ['https://quay.io', '.quay.io', true],
    ['https://cdn.quay.io', 'example.com, .quay.io', false],
    ['https://cdn.quay.io', '*.quay.io', false],
    ['https://quay.io', 'quay.io:8443', true],
    ['https://quay.io:8443', 'quay.io:8443', false],
    ['https://10.1.2.3', '10.0.0.0/8', false],
    ['https://11.1.2.3', '10.0.0.0/8', true],
    ['https://[fd00::1]', 'fd00::/8', false],
    ['https://QUAY.io', 'Quay.IO', false],
    ['https://quay.io', '10.0.0.0/99', true],
  ])('%s with NO_PROXY=%s: %s', (url, exceptions, isProxied) => {
    expect(proxyFor(new URL(url), { HTTPS_PROXY: PROXY, NO_PROXY: exceptions })?.href).toBe(isProxied ? `${PROXY}/` : undefined);
  });

  it('by variables in either case, with or without a scheme', () => {
    expect(proxyFor(new URL('http://quay.io'), { http_proxy: 'a:1', HTTP_PROXY: 'b:1' })?.href).toBe('http://a:1/');
  });
});

describe('a proxy', () => {
  /** A proxy that lets everything through to one server. */
  async function proxyTo(target: string): Promise<{ host: string; asked: string[]; authorized: (string | undefined)[] }> {
    const asked: string[] = [];
    const authorized: (string | undefined)[] = [];
    const server = http.createServer((_, response) => void response.writeHead(403).end());
    server.on('connect', ({ url, headers }, socket) => {
      asked.push(url ?? '');
      authorized.push(headers['proxy-authorization']);
      const [host, port] = target.split(':');
      const through = net.connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        through.pipe(socket).pipe(through);
      });
      for (const end of [socket, through]) end.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, authorized };
  }

  it('is asked to connect, with its own credentials', async () => {
    const server = await fakeRegistry();
    server.content.set('x/manifests/v1', Buffer.from('content'));
    const proxy = await proxyTo(server.host);
    const environment = { http_proxy: `http://anna:p%20q@${proxy.host}` };
    const transport = new HttpTransport({ environment, trust: () => ({}), idle: 1000, userAgent: 'test' });
    onTestFinished(() => transport.close());
    const answer = await transport.send({ url: new URL('http://images.example.com/v2/x/manifests/v1'), time: 2000 });
    expect([answer.status, proxy.asked, proxy.authorized]).toEqual([
      200,
      ['images.example.com:80'],
      [`Basic ${Buffer.from('anna:p q').toString('base64')}`],
    ]);
    expect(server.asked[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  it('gives a connection on which TLS is verified for the registry itself', async ({ skip }) => {
    const own = certificate();
    skip(!own, 'needs openssl');
    const server = await fakeRegistry(own);
    server.content.set('x/manifests/v1', Buffer.from('content'));
    const proxy = await proxyTo(server.host);
    const send = async (host: string, ca?: string): Promise<number> => {
      const transport = new HttpTransport({
        environment: { HTTPS_PROXY: proxy.host },
        trust: () => (ca ? { ca: [ca] } : {}),
        idle: 1000,
        userAgent: 'test',
      });
      onTestFinished(() => transport.close());
      return (await transport.send({ url: new URL(`https://${host}/v2/x/manifests/v1`), time: 2000 })).status;
    };
    expect([await send('registry.example.com', own?.cert), proxy.asked]).toEqual([200, ['registry.example.com:443']]);
    await expect(send('registry.example.com')).rejects.toThrow('self-signed certificate');
    await expect(send('other.example.com', own?.cert)).rejects.toThrow("does not match certificate's altnames");
  });

  it('that refuses is named, without its credentials', async () => {
    const refusing = http.createServer();
    refusing.on('connect', (_, socket) => void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void refusing.close());
    const host = `127.0.0.1:${(refusing.address() as AddressInfo).port}`;
    const transport = new HttpTransport({
      environment: { http_proxy: `http://anna:secret@${host}` },
      trust: () => ({}),
      idle: 1000,
      userAgent: 'test',
    });
    await expect(transport.send({ url: new URL('http://images.example.com/'), time: 2000 })).rejects.toThrow(
      `the proxy ${host} answers 407`,
    );
  });
});
