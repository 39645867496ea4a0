import { capitalised, phrase } from './plain-text.ts'

const INSTRUCTION =
  /^(?:(?:please|now|then|hi|hello|hey)[,!]?\s+)*(?:(?:can|could|would) you\s+(?:please\s+)?)?(?:i(?:'d| would)? (?:want|need|like)(?: you to| to)?\s+)?(?:write|create|make|give|draft|generate|compose|tell|show|do|start|begin|continue|add|imagine)\b[^.!?\n]{0,80}?\b(?:about|in which|where|when|featuring|with)\s+/i

/** "Horror short: ..." */
const LABEL = /^[\p{L}\s-]{1,30}:\s+/u

const ORDER =
  /^(?:please|continue|go on|write|add|make|more|keep|give|what|how|can|could|would|next|another)\b/i

const MAX_LENGTH = 130

/** The first sentence of the request, without an opening such as "write me a scene about". */
export function premiseOf(text: string): string | undefined {
  const [sentence = ''] = text.split(/(?<=[.!?\u3002\uff01\uff1f])\s|[\u3002\uff01\uff1f]|\n/u)
  const bare = phrase(sentence.replace(LABEL, '').replace(INSTRUCTION, ''), 1000).replace(
    /[\s.,;:!?-]+$/u,
    '',
  )
  const words = bare.split(' ').length
  const isWhole = bare.length <= MAX_LENGTH && (words > 2 || /[^\p{ASCII}]{4}/u.test(bare))
  return isWhole && /\p{L}/u.test(bare) && !ORDER.test(bare) ? capitalised(bare) : undefined
}

/** The first quotation, which a character will say. */
export function quoteIn(text: string): string | undefined {
  for (const [, inside = ''] of text.matchAll(/"([^"\n]{3,140})"/gu)) {
    const words = phrase(inside, 140).replace(/[,;:-]+$/u, '')
    if (/\p{L}{2}/u.test(words)) return /[.!?\u2026]$/u.test(words) ? words : `${words}.`
  }
  return undefined
}
