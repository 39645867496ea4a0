/** After a low opening quotation mark, curly ones are the correct closing marks. */
const lowQuote = /[„‚]/
const curlyQuote = /[“”‟‘’‛]/

export function straightQuotes(text: string): string {
  if (!curlyQuote.test(text) || lowQuote.test(text)) return text
  return text.replace(/[“”‟]/g, '"').replace(/[‘’‛]/g, "'")
}
