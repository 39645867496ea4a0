/** Also for those that pretend to be a Mac, such as an iPad. */
export const isMac = (platform: string = navigator.platform): boolean =>
  /mac|iphone|ipad/i.test(platform)
