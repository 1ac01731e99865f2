/** Chooses the proxy of a request by the rules of Go's tools (Go's golang.org/x/net/http/httpproxy). */
import { BlockList, isIP } from 'node:net';
import type { Environment } from '../environment.js';

/** The proxy for an address: from `HTTPS_PROXY` or `HTTP_PROXY`, unless `NO_PROXY` names the host; none for this machine. */
export function proxyFor(url: URL, environment: Environment): URL | undefined {
  const of = (name: string): string => environment[name] ?? environment[name.toUpperCase()] ?? '';
  const proxy = of(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy');
  if (proxy === '' || isLoopback(url.hostname) || isExcepted(url, of('no_proxy'))) return undefined;
  return new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
}

/** Whether a list names the host: `*`, a domain with its subdomains (with a leading dot only these), an address, or a range. */
function isExcepted(url: URL, list: string): boolean {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[,\s]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true;
      if (entry.includes('/')) return inRange(host, entry);
      const [, name = entry, onPort] = /^(.*?):(\d+)$/.exec(isIP(entry) === 6 ? '' : entry) ?? [];
      if (onPort !== undefined && onPort !== port) return false;
      const domain = name.replace(/^\*\./, '.').replace(/^\[|\]$/g, '');
      return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
    });
}

/** @param range a range such as `10.0.0.0/8` */
function inRange(host: string, range: string): boolean {
  const [address = '', bits = ''] = range.split('/');
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false;
  const addresses = new BlockList();
  addresses.addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  return addresses.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

// The names of this machine.

/** Whether a host is this machine, so that requests to it do not leave it. @param host with or without a port */
export function isLoopback(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}
