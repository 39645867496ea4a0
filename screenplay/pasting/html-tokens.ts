import { decodeReferences } from './character-references.ts'

export type HtmlToken =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: Map<string, string>; isClosed: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'style-sheet'; text: string }

const tagStart = /<(\/?)([a-zA-Z][^\s/>]*)/y
const attribute = /[\s/]*([^\s=>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y
/** Their content is not markup. */
const rawElements = new Map(
  ['style', 'script', 'title', 'textarea'].map((name) => [name, new RegExp(`</${name}`, 'gi')]),
)

/** Tokens of any text, well-formed or not, in linear time. */
export function* htmlTokens(source: string): Generator<HtmlToken> {
  let at = 0
  let textStart = 0
  while (at < source.length) {
    const tag = source.indexOf('<', at)
    if (tag < 0) break
    const end = markupEnd(source, tag)
    tagStart.lastIndex = tag
    const [, slash, rawName] = end < 0 ? (tagStart.exec(source) ?? []) : []
    if (end < 0 && rawName === undefined) {
      at = tag + 1
      continue
    }
    if (tag > textStart) yield textToken(source.slice(textStart, tag))
    at = end
    if (rawName !== undefined) {
      const name = rawName.toLowerCase()
      const { attributes, end: tagEnd } = readAttributes(source, tagStart.lastIndex)
      at = tagEnd
      if (slash) yield { kind: 'close', name }
      else {
        const content = rawContent(source, name, at)
        const isClosed = source.charAt(at - 2) === '/'
        if (!content) yield { kind: 'open', name, attributes, isClosed }
        else {
          if (name === 'style') yield { kind: 'style-sheet', text: source.slice(at, content.end) }
          at = content.next
        }
      }
    }
    textStart = at
  }
  if (textStart < source.length) yield textToken(source.slice(textStart))
}

const textToken = (text: string): HtmlToken => ({ kind: 'text', text: decodeReferences(text) })

/** The end of a comment, doctype, conditional section or processing instruction; -1 if it is none of them. */
function markupEnd(source: string, at: number): number {
  const next = source.charAt(at + 1)
  if (next !== '!' && next !== '?') return -1
  const isComment = source.startsWith('<!--', at)
  const end = source.indexOf(isComment ? '-->' : '>', at + 2)
  return end < 0 ? source.length : end + (isComment ? 3 : 1)
}

function readAttributes(source: string, from: number) {
  const attributes = new Map<string, string>()
  let at = from
  for (;;) {
    attribute.lastIndex = at
    const [, name, double, single, bare] = attribute.exec(source) ?? []
    if (name === undefined) break
    const value = double ?? single ?? bare ?? ''
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, decodeReferences(value))
    at = attribute.lastIndex
  }
  const end = source.indexOf('>', at)
  return { attributes, end: end < 0 ? source.length : end + 1 }
}

/** Where the content of a raw element ends, and where its end tag does. */
function rawContent(source: string, name: string, from: number) {
  const pattern = rawElements.get(name)
  if (!pattern) return undefined
  pattern.lastIndex = from
  const end = pattern.exec(source)?.index ?? source.length
  const close = source.indexOf('>', end)
  return { end, next: close < 0 ? source.length : close + 1 }
}
