/**
 * Sends one HTTP request: through a proxy if one is set, with verified TLS, and with time limits. Follows no redirects and adds no
 * credentials.
 */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import type { Environment } from '../environment.js';
import { proxyFor } from './proxy.js';
import type { Trust } from './trust.js';

/** A request. */
export interface Request {
  readonly url: URL;
  /** @default GET */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The time limit including the whole answer, in milliseconds. */
  readonly time: number;
}

/** An answer with an unread body. The body must be read, or destroyed. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: http.IncomingMessage;
}

/** Sends requests. */
export interface Transport {
  /** Rejects with the error of Node, or with the signal's reason. */
  send(request: Request): Promise<Answer>;
  /** Ends the connections. */
  close(): void;
}

/** The options of a transport. */
export interface TransportOptions {
  readonly environment: Environment;
  /** The trust for a host with its port. */
  readonly trust: (host: string) => Trust;
  /** The time limit for a connection, and between two pieces of an answer, in milliseconds. */
  readonly idle: number;
  readonly userAgent: string;
  /** The minimum rate of an answer in bytes per second, after `after` milliseconds. @default any */
  readonly pace?: { readonly after: number; readonly bytes: number };
  readonly signal?: AbortSignal;
}

/** The error of a request that exceeded its time limit. */
export class TimeOutError extends Error {
  override readonly name = 'TimeOutError';
}

/** The error of a proxy that refuses a request. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

/** The interval between checks of the rate, in milliseconds. */
const PACE_CHECKED = 250;

/** Ends a request with a very slow answer: the time for its size alone could be a day. */
function checkPace(
  request: http.ClientRequest,
  begun: { readonly time: number; readonly bytes: number },
  { after, bytes }: { readonly after: number; readonly bytes: number },
): void {
  const seconds = (Date.now() - begun.time - after) / 1000;
  const received = (request.socket?.bytesRead ?? 0) - begun.bytes;
  if (seconds > 0 && received < seconds * bytes) request.destroy(new TimeOutError(`less than ${bytes} bytes arrived in a second`));
}

/** A transport with connections of its own. */
export class HttpTransport implements Transport {
  private readonly agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };

  constructor(private readonly options: TransportOptions) {}

  async send({ url, method = 'GET', headers = {}, body, time }: Request): Promise<Answer> {
    const { signal, trust, environment, userAgent } = this.options;
    signal?.throwIfAborted();
    const security = url.protocol === 'https:' ? trust(url.host) : {};
    const proxy = proxyFor(url, environment);
    const tunnel = proxy && (await this.openTunnel(proxy, url, trust(proxy.host)));
    return new Promise((resolve, reject) => {
      const options: https.RequestOptions = { method, ...security, headers: { 'user-agent': userAgent, ...headers } };
      const request = (url.protocol === 'https:' ? https : http).request(url, { ...options, ...this.connection(url, security, tunnel) });
      this.limit(request, time);
      request.on('error', reject);
      request.on('response', (answer) => {
        // From now on, errors of the request must end the reading of its answer.
        request.off('error', reject).on('error', (error) => answer.destroy(error));
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer });
      });
      request.end(body);
    });
  }

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  /** How a request connects: through the tunnel, or by an agent. */
  private connection(url: URL, security: Trust, tunnel: Socket | undefined): https.RequestOptions {
    if (!tunnel) return { agent: this.agents[url.protocol as keyof typeof this.agents] };
    // Without any agent: one would connect by itself.
    return {
      createConnection: () => (url.protocol === 'https:' ? tls.connect({ ...security, ...serverName(url), socket: tunnel }) : tunnel),
    };
  }

  /** Ends a request that takes too long or trickles, and all requests of a run that is cancelled. */
  private limit(request: http.ClientRequest, time: number): void {
    const { signal, idle, pace } = this.options;
    const cancel = (): void => void request.destroy(signal?.reason);
    const timer = setTimeout(() => request.destroy(new TimeOutError(`no whole answer in ${time / 1000} s`)), time);
    const begun = { time: Date.now(), bytes: 0 };
    request.on('socket', (socket) => {
      begun.bytes = socket.bytesRead;
    });
    request.setTimeout(idle, () => request.destroy(new TimeOutError(`nothing arrived for ${idle / 1000} s`)));
    signal?.addEventListener('abort', cancel, { once: true });
    const watch = pace && setInterval(() => checkPace(request, begun, pace), PACE_CHECKED);
    request.on('close', () => {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener('abort', cancel);
    });
  }

  /** A connection to the host of an address, through a proxy. */
  private openTunnel(proxy: URL, url: URL, security: Trust): Promise<Socket> {
    const { idle, signal } = this.options;
    const target = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
    const secret = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    const authorization = secret === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(secret).toString('base64')}` };
    const address = { host: proxy.hostname.replace(/^\[|\]$/g, ''), port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80) };
    return new Promise((resolve, reject) => {
      const request = (proxy.protocol === 'https:' ? https : http).request({
        ...address,
        ...security,
        method: 'CONNECT',
        path: target,
        headers: { host: target, ...authorization },
        agent: false,
        ...(signal ? { signal } : {}),
      });
      request.setTimeout(idle, () => request.destroy(new TimeOutError(`the proxy ${proxy.host} does not answer`)));
      request.on('error', (error) => reject(signal?.aborted ? signal.reason : error));
      request.on('connect', ({ statusCode }, socket) => {
        if (statusCode === 200) return resolve(socket);
        socket.destroy();
        reject(new ProxyError(`the proxy ${proxy.host} answers ${statusCode}`));
      });
      request.on('response', (answer) => {
        answer.destroy();
        reject(new ProxyError(`the proxy ${proxy.host} answers ${answer.statusCode}`));
      });
      request.end();
    });
  }
}

/** The server name for TLS; addresses have none. */
function serverName({ hostname }: URL): { readonly servername?: string; readonly host: string } {
  const host = hostname.replace(/^\[|\]$/g, '');
  return /^[\d.]+$|:/.test(host) ? { host } : { host, servername: host };
}
