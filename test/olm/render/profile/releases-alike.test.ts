import { describe, expect, it } from 'vitest';
import { releasesAlike } from '../../../../src/olm/render/profile/releases-alike.js';

describe('releases that name roles alike', () => {
  it.each([
    ['A', 'groupRole', 'OLM v0.17 to v0.25 and OpenShift 4.6 to 4.13'],
    ['A′', 'groupRole', 'OpenShift 4.14'],
    ['B', 'groupRole', 'OLM v0.26 to v0.46 and OpenShift 4.15 to 5.0'],
    ['C', 'groupRole', 'OLM v0.26 to v0.46 and OpenShift 4.15 to 5.0'],
    ['A', 'permissionHash', 'OLM v0.17 to v0.26 and OpenShift 4.6 to 4.14'],
    ['C', 'permissionHash', 'OLM v0.27 to v0.46 and OpenShift 4.15 to 5.0'],
    ['C', undefined, 'OLM v0.17 to v0.46 and OpenShift 4.6 to 5.0'],
  ] as const)('of era %s by %s are %s', (era, rule, releases) => {
    expect(releasesAlike(era, rule)).toBe(releases);
  });
});
