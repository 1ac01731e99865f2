/** Ends a run with the suites and tests that were skipped, and what they need. */
import type { TestModule, TestSuite, Vitest } from 'vitest/node';
import type { Reporter } from 'vitest/reporters';

export default class SkippedReporter implements Reporter {
  private root = '';

  onInit({ config }: Vitest): void {
    this.root = `${config.root}/`;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) => skippedIn(module).map((name) => `  ${module.moduleId.replace(this.root, '')}: ${name}`));
    if (lines.length > 0) console.log(['Skipped:', ...lines.sort(), ''].join('\n'));
  }
}

/** A suite of which nothing ran counts as one. */
function skippedIn(parent: TestModule | TestSuite): string[] {
  return [...parent.children].flatMap((child) => {
    if (child.type === 'test') return child.result().state === 'skipped' ? [child.fullName] : [];
    return [...child.children.allTests()].every((test) => test.result().state === 'skipped') ? [child.fullName] : skippedIn(child);
  });
}
