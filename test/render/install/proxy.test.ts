import { expect, it } from 'vitest';
import { proxyEnv } from '../../../src/render/install/proxy.js';

it('the cluster’s proxy is passed on as far as it is set, and not at all beside one of the Subscription’s own', () => {
  const proxy = { httpProxy: 'http://p', httpsProxy: '', noProxy: '.svc' };
  expect(proxyEnv(proxy, [{ name: 'no_proxy' }])).toEqual([
    { name: 'HTTP_PROXY', value: 'http://p' },
    { name: 'NO_PROXY', value: '.svc' },
  ]);
  expect(proxyEnv(proxy, [{ name: 'HTTPS_PROXY' }])).toEqual([]);
  expect(proxyEnv({}, [])).toEqual([]);
});
