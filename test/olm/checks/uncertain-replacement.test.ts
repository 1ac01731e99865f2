import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { uncertainReplacement } from '../../../src/olm/checks/replacement.js';
import { report } from '../../../src/olm/model/finding.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { clusterOf, csv, group } from '../../support/build.js';

const found = (...objects: readonly KubernetesObject[]) => report(uncertainReplacement, resolve(clusterOf(...objects)));
const version = (name: string, replaces?: string) => csv(`op/${name}`, { deployments: [name], spec: replaces ? { replaces } : {} });

describe('a CSV that is gone', () => {
  it('is reported where it would stay in another order', () => {
    const chain = [version('v1'), version('v2', 'v1'), version('v3', 'v2')];
    expect(found(group('op/og', { targets: ['op'] }), ...chain).map(({ id, subject }) => `${id} ${subject.name}`)).toContain(
      'uncertain-replacement v2',
    );
  });

  it('is not where it goes in every order', () => {
    expect(found(group('op/og', { targets: ['op'] }), version('v1'), version('v2', 'v1'))).toEqual([]);
  });
});
