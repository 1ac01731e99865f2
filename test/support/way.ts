/** Paths of proof in tests, in words. */
import type { Step } from '../../src/base/rbac/step.js';
import { stepsText } from '../../src/report/steps.js';

/** Stands for a path that reads like this, in what is expected of an object. */
export function wayOf(expected: string | RegExp): unknown {
  return {
    $$typeof: Symbol.for('jest.asymmetricMatcher'),
    asymmetricMatch: (path: readonly Step[]) =>
      typeof expected === 'string' ? stepsText(path) === expected : expected.test(stepsText(path)),
    toString: () => `wayOf ${expected}`,
    toAsymmetricMatcher: () => `wayOf ${expected}`,
  };
}
