export const escapeRegExp = (text: string): string =>
  text.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
