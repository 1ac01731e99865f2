import { describe, expect, it } from 'vitest';
import { installStrategy } from '../../../src/olm/rules/pending-rules.js';
import { clusterOf, csv } from '../../support/build.js';
import { runRule } from '../../support/run-rule.js';

describe('install strategy', () => {
  it('fails a CSV with a strategy other than deployment', () => {
    expect(runRule(installStrategy, clusterOf(csv('op/good'), csv('op/bad', { strategy: 'helm' })))).toEqual({
      'op/bad': {
        verdict: {
          phase: 'Failed',
          reason: 'InvalidInstallStrategy',
          message: 'install strategy invalid: unrecognized install strategy',
          because: [],
        },
      },
    });
  });
});
