/**
 * The image of a catalog that follows the Kubernetes version: the annotation `olm.catalogImageTemplate` of a CatalogSource
 * (OLM's pkg/lib/catalogsource/image_template.go).
 */

const VARIABLES = ['{kube_major_version}', '{kube_minor_version}', '{kube_patch_version}'] as const;

/** The image, or in OLM's words why the template gives none. */
export type TemplatedImage = { readonly image: string } | { readonly error: string };

/**
 * Fills in a template.
 *
 * @param kubeVersion of the cluster, such as `1.32.4`; without a patch version, that variable cannot be filled in
 * @example
 * templatedImage('registry.example.com/hub:v{kube_major_version}.{kube_minor_version}', '1.32.4') // { image: 'registry.example.com/hub:v1.32' }
 */
export function templatedImage(template: string, kubeVersion: string): TemplatedImage {
  const parts = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(kubeVersion)?.slice(1) ?? [];
  const known = new Map(VARIABLES.map((variable, index) => [variable as string, parts[index]]));
  const used = VARIABLES.filter((variable) => template.includes(variable));
  const missing = used.filter((variable) => known.get(variable) === undefined);
  const image = used.reduce((text, variable) => text.replaceAll(variable, known.get(variable) ?? ''), template);
  const complaints = [
    ...(missing.length > 0 ? [`variable(s) ${missing.join(', ')} could not be resolved`] : []),
    ...(/[{}]/.test(image) ? ['one or more template(s) has improper syntax'] : []),
  ];
  return complaints.length > 0 ? { error: `cannot construct catalog image reference, because ${complaints.join(' and ')}` } : { image };
}
