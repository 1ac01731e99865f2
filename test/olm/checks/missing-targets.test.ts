import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/olm/model/finding.js';
import { group, namespace } from '../../support/build.js';
import { findings, warning } from '../../support/findings.js';

describe('a target namespace that does not exist', () => {
  it('target-namespace-not-found', () => {
    expect(findings(group('op/group', { targets: ['bar'] }))).toEqual([
      warning({
        id: 'target-namespace-not-found',
        message: 'the target namespace bar does not exist, so nothing is copied into it',
        fix: 'add the Namespace to the input, or remove the name from spec.targetNamespaces',
        related: [{ kind: 'Namespace', name: 'bar' }],
      }),
    ]);
  });

  const bar = (message: string): Finding[] => [
    warning({
      id: 'target-namespace-not-found',
      message,
      fix: 'add the Namespaces to the input, or remove the names from spec.targetNamespaces',
      related: [
        { kind: 'Namespace', name: 'bar' },
        { kind: 'Namespace', name: 'zoo' },
      ],
    }),
  ];

  it('target-namespace-not-found names each missing namespace once, in order', () => {
    expect(findings(group('op/group', { targets: ['zoo', 'op', 'bar', 'zoo'] }))).toEqual(
      bar('the target namespaces bar and zoo do not exist, so nothing is copied into them'),
    );
  });

  it('target-namespace-not-found warns of the other targets, but for the operator namespace, which needs no copies', () => {
    expect(findings(namespace('team'), group('op/group', { targets: ['zoo', 'op', 'bar', 'team'] }))).toEqual(
      bar(
        'the target namespaces bar and zoo do not exist, so nothing is copied into them; OLM stops copying Roles at the first missing namespace, in random order, so some of the other targets get none',
      ),
    );
  });

  it('is not the empty string, which stands for all of them', () => {
    expect(findings(group('op/group', { targets: ['op', ''] }))).toEqual([]);
  });
});
