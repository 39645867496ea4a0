import { ImportFailure } from './import/failure.ts'

export type XmlElement = {
  name: string
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

const MAX_DEPTH = 200
const MAX_ELEMENTS = 1_000_000
const MAX_TAG_LENGTH = 100_000

const namePattern = /[^\s/>=]+/y
const attributePattern = /\s*([^\s/>=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const reference = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * A minimal XML parser for document formats. Rejects documents that declare entities: no supported format
 * uses them, and expanding them is a known attack.
 */
export function readXml(source: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [top]
  let count = 0
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < source.length) {
    const inside = open.at(-1)!
    const tag = source.indexOf('<', at)
    const text = source.slice(at, tag < 0 ? source.length : tag)
    if (open.length > 1) {
      if (text !== '') inside.children.push(resolveReferences(text))
    } else if (text.trim() !== '') throw new ImportFailure('damaged')
    if (tag < 0) break
    if (source.startsWith('<!--', tag)) at = after(source, '-->', tag + 4)
    else if (source.startsWith('<![CDATA[', tag)) {
      at = after(source, ']]>', tag)
      inside.children.push(source.slice(tag + 9, at - 3))
    } else if (source.startsWith('<?', tag)) at = after(source, '?>', tag)
    else if (source.startsWith('<!', tag)) at = afterDoctype(source, tag)
    else if (source.startsWith('</', tag)) {
      at = after(source, '>', tag)
      if (source.slice(tag + 2, at - 1).trimEnd() !== inside.name || open.length === 1) {
        throw new ImportFailure('damaged')
      }
      open.pop()
    } else {
      count += 1
      if (count > MAX_ELEMENTS) throw new ImportFailure('unsafe')
      const { element, end, closed } = readTag(source, tag)
      inside.children.push(element)
      at = end
      if (!closed) open.push(element)
      if (open.length > MAX_DEPTH) throw new ImportFailure('unsafe')
    }
  }
  const [root, ...more] = top.children
  if (open.length > 1 || more.length > 0 || !root || typeof root === 'string') {
    throw new ImportFailure('damaged')
  }
  return root
}

function after(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from)
  if (found < 0) throw new ImportFailure('damaged')
  return found + what.length
}

/** Old files have a DOCTYPE; one with an internal subset is rejected. */
function afterDoctype(source: string, from: number): number {
  const end = after(source, '>', from)
  if (source.slice(from, end).includes('[')) throw new ImportFailure('unsafe')
  return end
}

function readTag(source: string, tag: number) {
  namePattern.lastIndex = tag + 1
  const name = namePattern.exec(source)?.[0]
  if (!name) throw new ImportFailure('damaged')
  const attributes: Record<string, string> = {}
  let at = namePattern.lastIndex
  for (;;) {
    attributePattern.lastIndex = at
    const found = attributePattern.exec(source)
    if (!found) break
    attributes[found[1]!] = resolveReferences(found[2] ?? found[3] ?? '')
    at = attributePattern.lastIndex
    if (at - tag > MAX_TAG_LENGTH) throw new ImportFailure('unsafe')
  }
  const end = after(source, '>', at)
  const rest = source.slice(at, end - 1).trim()
  if (rest !== '' && rest !== '/') throw new ImportFailure('damaged')
  return { element: { name, attributes, children: [] }, end, closed: rest === '/' }
}

function resolveReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(reference, (_, decimal?: string, hex?: string, name?: string) => {
    if (name) return named[name]!
    const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeXml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => escapes[character]!)
