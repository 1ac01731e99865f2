import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.js';
import { group, namespace } from '../../support/build.js';
import { findings, warning } from '../../support/findings.js';

describe('a target namespace that does not exist', () => {
  it('target-namespace-not-found', () => {
    expect(findings(group('op/group', { targets: ['bar'] }))).toEqual([
      warning({
        id: 'target-namespace-not-found',
        message: 'target namespace bar does not exist, so nothing is copied into it',
        fix: 'add the Namespace to the input, or take the name out of spec.targetNamespaces',
        related: [{ kind: 'Namespace', name: 'bar' }],
      }),
    ]);
  });

  const bar = (message: string): Finding[] => [
    warning({
      id: 'target-namespace-not-found',
      message,
      fix: 'add the Namespaces to the input, or take the names out of spec.targetNamespaces',
      related: [
        { kind: 'Namespace', name: 'bar' },
        { kind: 'Namespace', name: 'zoo' },
      ],
    }),
  ];

  it('target-namespace-not-found names each missing namespace once, in order', () => {
    expect(findings(group('op/group', { targets: ['zoo', 'op', 'bar', 'zoo'] }))).toEqual(
      bar('target namespaces bar, zoo do not exist, so nothing is copied into them'),
    );
  });

  it('target-namespace-not-found warns of the other targets, but for the operator namespace, which needs no copies', () => {
    expect(findings(namespace('team'), group('op/group', { targets: ['zoo', 'op', 'bar', 'team'] }))).toEqual(
      bar(
        'target namespaces bar, zoo do not exist, so nothing is copied into them; OLM stops copying Roles there, so which of the other targets get them is left to chance',
      ),
    );
  });

  it('is not the empty string, which stands for all of them', () => {
    expect(findings(group('op/group', { targets: ['op', ''] }))).toEqual([]);
  });
});
