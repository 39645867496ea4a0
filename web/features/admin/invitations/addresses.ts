export const MAX_ADDRESSES = 50

/** The addresses in what was typed or pasted: separated by spaces, commas, semicolons or lines, in <> or not. */
export function addressesIn(text: string): string[] {
  const found = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^[<"'(]+|[>"')]+$/g, ''))
    .filter((word) => word !== '')
  // Of 'Anna Berg <anna@example.com>' only the address counts.
  const addresses = found.some((word) => word.includes('@'))
    ? found.filter((word) => word.includes('@'))
    : found
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
}
