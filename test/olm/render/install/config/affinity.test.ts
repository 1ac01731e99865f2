import { describe, expect, it } from 'vitest';
import { overrideAffinityV0, overrideAffinityV1 } from '../../../../../src/olm/render/install/settings.js';

const pod = { nodeAffinity: { a: 1 }, podAntiAffinity: { b: 1 } };

describe('affinity of settings', () => {
  it.each([overrideAffinityV0, overrideAffinityV1])('replaces part by part; an empty one removes all', (override) => {
    expect(override(pod, { nodeAffinity: { c: 1 } }, [])).toEqual({ nodeAffinity: { c: 1 }, podAntiAffinity: { b: 1 } });
    expect(override(pod, { nodeAffinity: {} }, ['nodeAffinity'])).toEqual({ podAntiAffinity: { b: 1 } });
    expect(override(pod, {}, [])).toBeUndefined();
  });

  it('an empty podAntiAffinity removes everything in OLM v0, and that part in OLM v1', () => {
    expect(overrideAffinityV0(pod, { podAntiAffinity: {} }, ['podAntiAffinity'])).toBeUndefined();
    expect(overrideAffinityV1(pod, { podAntiAffinity: {} }, ['podAntiAffinity'])).toEqual({ nodeAffinity: { a: 1 } });
  });

  it('a pod without affinity takes over empty parts in OLM v0, and none in OLM v1', () => {
    expect(overrideAffinityV0(undefined, { nodeAffinity: {} }, ['nodeAffinity'])).toEqual({ nodeAffinity: {} });
    expect(overrideAffinityV1(undefined, { nodeAffinity: {} }, ['nodeAffinity'])).toBeUndefined();
  });

  it('a part with an empty list is a part in OLM v0, and empty in OLM v1', () => {
    expect(overrideAffinityV0(pod, { nodeAffinity: {} }, [])).toEqual({ nodeAffinity: {}, podAntiAffinity: { b: 1 } });
    expect(overrideAffinityV1(pod, { nodeAffinity: {} }, [])).toEqual({ podAntiAffinity: { b: 1 } });
  });
});
