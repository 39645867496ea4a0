/** Not allowed in XML 1.0: control characters, lone surrogates, two noncharacters. */
const unprintable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Removes what XML cannot represent; expands tabs to four spaces, as in Fountain. */
export const printable = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ').replaceAll(unprintable, '')
