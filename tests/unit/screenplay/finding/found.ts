import { type FindQuery, findMatches } from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'

export const queryFor = (text: string, options: Partial<FindQuery> = {}): FindQuery => ({
  text,
  caseSensitive: false,
  wholeWords: false,
  within: 'all',
  ...options,
})

/** The source with every match in braces. */
export function marked(source: string, text: string, options: Partial<FindQuery> = {}): string {
  let result = ''
  let done = 0
  for (const { start, end } of findMatches(parse(source), queryFor(text, options))) {
    result += `${source.slice(done, start)}{${source.slice(start, end)}}`
    done = end
  }
  return result + source.slice(done)
}
