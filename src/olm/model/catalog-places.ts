/** The image of a CatalogSource. */

/** The annotation of a CatalogSource that has priority over `spec.image` if all its variables can be filled in. */
export const IMAGE_TEMPLATE = 'olm.catalogImageTemplate';
