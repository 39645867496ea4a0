/** Lazy-loaded: not needed for the first paint. */
export const loadToaster = async () => (await import('./toaster.tsx')).Toaster
