/** A text as a pattern for itself. */
export const literal = (text: string): string =>
  text.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
