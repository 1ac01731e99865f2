import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { ClusterRule } from '../../../src/olm/checks/surroundings.js';
import { groupMissing, unknownOperators } from '../../../src/olm/checks/unknown-operators.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import { report } from '../../../src/olm/model/finding.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { resolvedCluster } from '../../support/resolved-cluster.js';

const NAMESPACES = ['op', 'team', 'openshift-operators'].map((name) => namespace(name));

function found(rule: ClusterRule, objects: readonly KubernetesObject[], bundles: readonly Bundle[] = []): unknown[] {
  return report(rule, resolvedCluster([...NAMESPACES, ...objects], bundles)).map(({ severity, subject, message }) => [
    severity,
    subject.name,
    message,
  ]);
}

describe('unknown-operator', () => {
  it('names the Subscriptions of each source once', () => {
    expect(found(unknownOperators, [subscription('op/kettle'), subscription('team/tray')])).toEqual([
      ['info', 'catalog', '2 operators from catalog are not known, so their permissions are not judged: op/kettle and team/tray'],
    ]);
  });

  it('warns of a package that is almost one at hand', () => {
    expect(found(unknownOperators, [subscription('op/ketle')], [bundle('kettle/1.0.0')])).toEqual([
      [
        'warning',
        'catalog',
        '1 operator from catalog is not known, so its permissions are not judged: op/ketle; did you mean kettle for ketle?',
      ],
    ]);
  });

  it('says that no catalog of the input has the package, where one was read', () => {
    const unknown = resolvedCluster([...NAMESPACES, subscription('op/kettle')]);
    const lacking = { ...unknown, unknownOperators: unknown.unknownOperators.map((one) => ({ ...one, why: 'package' as const })) };
    expect(report(unknownOperators, lacking)).toMatchObject([
      {
        severity: 'info',
        message:
          '1 operator from catalog is not known, so its permissions are not judged: op/kettle; no catalog of the input has the package kettle',
        fix: 'correct the name of the package, run cdk8s-olm lock, or give the catalog that has it with --catalog PATH',
      },
    ]);
  });

  it('is no finding where all is known', () => {
    expect(found(unknownOperators, [subscription('op/kettle'), group('op/group')], [bundle('kettle/1.0.0')])).toEqual([]);
  });
});

describe('operator-group-missing', () => {
  it('warns once for each namespace of Subscriptions', () => {
    expect(
      found(groupMissing, [subscription('op/kettle'), subscription('op/tray'), group('team/group'), subscription('team/tray')]),
    ).toEqual([
      ['warning', 'kettle', 'the input has no OperatorGroup in the namespace op, and OLM installs no operator in a namespace without one'],
    ]);
  });

  it('does not guess the namespace of a Subscription without one', () => {
    const cluster = resolvedCluster([namespace('default'), subscription('default/kettle')]);
    expect(report(groupMissing, cluster)).toHaveLength(1);
    expect(report(groupMissing, { ...cluster, withoutNamespace: [{ kind: 'Subscription', name: 'kettle' }] })).toEqual([]);
  });

  it('never asks for one where the platform has its own', () => {
    expect(found(groupMissing, [subscription('openshift-operators/kettle')])).toEqual([]);
  });
});
