/** Its code is small but not needed for the first paint. */
export const loadToaster = async () => (await import('./toaster.tsx')).Toaster
