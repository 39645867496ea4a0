/** Where quotation marks open below the line, these are the right ones to close with. */
const opensBelow = /[„‚]/
const curled = /[“”‟‘’‛]/

export function straightQuotes(text: string): string {
  if (!curled.test(text) || opensBelow.test(text)) return text
  return text.replace(/[“”‟]/g, '"').replace(/[‘’‛]/g, "'")
}
