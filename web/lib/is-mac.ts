/** Also true for iPhones and iPads, some of which report that they are a Mac. */
export const isMac = (platform: string = navigator.platform): boolean =>
  /mac|iphone|ipad/i.test(platform)
