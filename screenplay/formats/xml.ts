import { ImportFailure } from './failure.ts'

export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

const MAX_DEPTH = 200
/** For comparison, our Word export of a 600 KB script has 53,000 elements. */
const MAX_ELEMENTS = 500_000
const MAX_TAG_LENGTH = 100_000

const namePattern = /[^\s/>=]+/y
const attributePattern = /\s*([^\s/>=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const reference = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Shared, because most elements have no attributes; half a million objects would take 50 MB. */
const noAttributes: XmlElement['attributes'] = Object.freeze({})

/**
 * A minimal XML parser for document formats. Rejects documents that declare entities: no supported format
 * uses them, and expanding them is a known attack.
 */
export function readXml(source: string): XmlElement {
  const { root, isDamaged } = readXmlStart(source)
  if (!root || isDamaged) throw new ImportFailure('damaged')
  return root
}

/** Reads a file that may be damaged: returns what precedes the damage, with its open elements closed. */
export function readXmlStart(source: string): { root: XmlElement | undefined; isDamaged: boolean } {
  const top: XmlElement = { name: '', attributes: {}, children: [] }
  let isDamaged = false
  try {
    readInto(top, source)
  } catch (error) {
    if (!(error instanceof ImportFailure && error.code === 'damaged')) throw error
    isDamaged = true
  }
  const root = top.children.find((child) => typeof child !== 'string')
  return { root, isDamaged }
}

function readInto(top: XmlElement, source: string): void {
  const open = [top]
  const names = new Map<string, string>()
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
      if (count > MAX_ELEMENTS) throw new ImportFailure('too-complex')
      const { element, end, closed } = readTag(source, tag, names)
      inside.children.push(element)
      at = end
      if (!closed) open.push(element)
      if (open.length > MAX_DEPTH) throw new ImportFailure('unsafe')
    }
  }
  if (open.length > 1 || top.children.length !== 1) throw new ImportFailure('damaged')
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

/** `names` has each name once, so that equal ones share their memory. */
function readTag(source: string, tag: number, names: Map<string, string>) {
  namePattern.lastIndex = tag + 1
  const found = namePattern.exec(source)?.[0]
  if (!found) throw new ImportFailure('damaged')
  const name = names.get(found) ?? found
  if (name === found) names.set(name, name)
  let attributes: Record<string, string> | undefined
  let at = namePattern.lastIndex
  for (;;) {
    attributePattern.lastIndex = at
    const [, key, double, single] = attributePattern.exec(source) ?? []
    if (key === undefined) break
    attributes ??= {}
    attributes[key] = resolveReferences(double ?? single ?? '')
    at = attributePattern.lastIndex
    if (at - tag > MAX_TAG_LENGTH) throw new ImportFailure('unsafe')
  }
  const end = after(source, '>', at)
  const rest = source.slice(at, end - 1).trim()
  if (rest !== '' && rest !== '/') throw new ImportFailure('damaged')
  const element: XmlElement = { name, attributes: attributes ?? noAttributes, children: [] }
  return { element, end, closed: rest === '/' }
}

/** Invalid references, such as NUL or half a surrogate pair, are dropped: no format could write them. */
const isCharacter = (code: number) =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)

function resolveReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(reference, (_, decimal?: string, hex?: string, name?: string) => {
    if (name) return named[name]!
    const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
    return isCharacter(code) ? String.fromCodePoint(code) : ''
  })
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Without the characters that XML cannot contain and nobody types. */
export const withoutControls = (text: string) => text.replaceAll(CONTROLS, '')

export const escapeXml = (text: string) =>
  withoutControls(text).replaceAll(/[&<>"]/g, (character) => escapes[character]!)

export const elementsIn = (element: XmlElement | undefined): XmlElement[] =>
  element?.children.filter((child): child is XmlElement => typeof child !== 'string') ?? []

export const childNamed = (element: XmlElement | undefined, name: string) =>
  elementsIn(element).find((child) => child.name === name)

/** The length of all text in an element. */
export const textLength = ({ children }: XmlElement): number =>
  children.reduce(
    (length, child) => length + (typeof child === 'string' ? child.length : textLength(child)),
    0,
  )

export const ownText = (element: XmlElement) =>
  element.children.filter((child) => typeof child === 'string').join('')
