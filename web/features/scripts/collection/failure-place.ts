/** Where the dashboard shows what went wrong with a script: a deletion, an import, or opening it. */
export const COLLECTION = 'collection'
