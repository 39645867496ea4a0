/** The label beside the product's name. */
export const VERSION_LABEL = 'v2.0'
