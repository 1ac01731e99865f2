/** Kubernetes' order of API versions: alpha before beta before stable, then by number (apimachinery's CompareKubeAwareVersionStrings). */
import { compareText } from '../../kubernetes/object.js';

const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const STAGES = ['alpha', 'beta', ''];

/** The lower comes first; names that are no versions come before all others, from last to first. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [VERSION.exec(a), VERSION.exec(b)];
  if (!first || !second) return first ? 1 : second ? -1 : compareText(b, a);
  const stage = (match: RegExpExecArray): number => STAGES.indexOf(match[2] ?? '');
  return stage(first) - stage(second) || Number(first[1]) - Number(second[1]) || Number(first[3] ?? 0) - Number(second[3] ?? 0);
}
