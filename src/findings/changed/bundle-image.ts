/** Bundles of a catalog whose image changes: what was reviewed is what the catalog says of them, and what is installed comes from the image. */

import { repositoryOf } from '../../kubernetes/image-reference.js';
import { groupBy } from '../../kubernetes/object.js';
import { fieldsOf, textOf } from '../../kubernetes/pod-spec.js';
import type { State } from '../../state/state.js';
import { listed } from '../../wording/phrases.js';
import { riskRule } from '../risk-rule.js';

export const bundleImage = riskRule({
  id: 'bundle-image',
  severity: 'error',
  title: 'A bundle of a catalog has another image',
  references: ['CWE-829: Inclusion of Functionality from Untrusted Control Sphere'],
  documentation: {
    meaning:
      'In a catalog of the input, a bundle of an installed package has another image. OLM unpacks the image; the review reads the catalog or a bundle folder. Error if no bundle of the package used this image repository, warning for another tag or digest under the same bundle name.',
    attack: 'The image behind a stable Subscription is replaced by one whose CSV asks for everything.',
    fix: 'Read the manifests in the image, or accept the bundle in the baseline.',
  },
  compare: ({ state: base }, { state: head }) => {
    const before = imagesOf(base);
    const repositories = new Set(before.map(({ of, image }) => `${of} ${repositoryOf(image)}`));
    const packages = new Set(before.map(({ of }) => of));
    const known = groupBy(before, ({ name }) => name);
    const installed = new Set([...head.cluster.subscriptions, ...head.cluster.clusterExtensions].map(({ packageName }) => packageName));
    return imagesOf(head).flatMap(({ of, name, image, file }) => {
      // Catalogs beside each other can have one bundle from several images.
      const old = known.get(name)?.map((bundle) => bundle.image);
      const isForeign = !repositories.has(`${of} ${repositoryOf(image)}`);
      if (!installed.has(of) || !packages.has(of) || old?.includes(image) || (old === undefined && !isForeign)) return [];
      return [
        {
          severity: isForeign ? ('error' as const) : ('warning' as const),
          subject: { kind: 'Bundle', name },
          message: `Bundle ${name} comes from the image ${image}${old === undefined ? ', and no other one of the package does' : ` instead of ${listed(old)}`}; what is in it was not reviewed`,
          place: { file },
          identity: [image],
        },
      ];
    });
  },
});

interface BundleImage {
  /** The package. */
  readonly of: string;
  readonly name: string;
  readonly image: string;
  readonly file: string;
}

function imagesOf({ documents }: State): BundleImage[] {
  return documents.flatMap(({ value, file }) => {
    const { schema, name, image, package: of } = fieldsOf(value);
    const [bundle, from, owner] = [name, image, of].map(textOf);
    return schema === 'olm.bundle' && bundle && from && owner ? [{ of: owner, name: bundle, image: from, file }] : [];
  });
}
