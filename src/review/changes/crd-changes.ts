/** CRDs whose new version breaks stored objects or clients, or that OLM v1 would not upgrade for its stricter reasons. */
import { refusedUpgrades, verdictText } from '../../rules/crd-upgrade/ranked.js';
import { isSecretOrCrd } from '../../state/given-objects.js';
import type { State } from '../../state/state.js';
import type { Change, FindChanges } from './change.js';

const SHOWN = 3;

/** One change for each CRD, what breaks most first. */
export const crdChanges: FindChanges = (base, head) =>
  refusedUpgrades(crdsOf(base), crdsOf(head)).map(({ crd, verdicts }): Change => {
    const subject = { kind: 'CustomResourceDefinition', name: crd };
    const [{ severity }] = verdicts;
    // Harmless verdicts are shown only where there is nothing worse.
    const worst = verdicts.filter((verdict) => verdict.severity === severity);
    const texts = [...new Set(worst.map(verdictText))];
    const more = new Set(verdicts.map(verdictText)).size - Math.min(texts.length, SHOWN);
    const said = `${texts.slice(0, SHOWN).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
    const place = head.placeOf(subject);
    return {
      kind: 'crd-changed',
      severity,
      subject,
      message:
        severity === 'info'
          ? `OLM v1 would refuse this upgrade, although it breaks no stored object: ${said}`
          : `the new version breaks stored objects or clients, and OLM v1 would refuse it: ${said}`,
      ...(place ? { place } : {}),
    };
  });

function crdsOf({ objects }: State): State['objects'] {
  return objects.filter((object) => object.kind === 'CustomResourceDefinition' && isSecretOrCrd(object));
}
