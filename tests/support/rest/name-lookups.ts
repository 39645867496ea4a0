/** A file's text, by its path. */
export type Sources = ReadonlyMap<string, string>

const OPEN_RECORD = String.raw`(?:Readonly<|Partial<)*Record<string\b`
/** `type Row = Record<string, …>`: aliases of an open record. */
const OPEN_ALIAS = new RegExp(String.raw`\btype (\w+)(?:<[^=]*>)? = ${OPEN_RECORD}`, 'g')
/** `{ [name: string]: … }`, the other way to write an open record. */
const INDEX_SIGNATURE = /\btype (\w+) = \{\s*(?:readonly )?\[\w+: string\]/g
/** `name[`, `name?.[` or `call().name[`, with what is between the brackets. */
const ACCESS =
  /(?<![\w$])([A-Za-z_$][\w$]*)(?:\?\.)?\[((?:[^[\]'"`\n]|'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\])+)\]/g
/** The braces of an import. */
const IMPORTED = /^import ([^;'"]*) from /gm
const LITERAL = /^(?:\d+|'[^']*'|"[^"]*")$/

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/.*$/gm, '')

const matchesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

/** Variables, parameters, properties and functions whose type or result is an open record. */
function recordNames(text: string, aliases: ReadonlySet<string>): string[] {
  const types = [
    OPEN_RECORD,
    ...[...aliases].map((name) => String.raw`(?:Readonly<|Partial<)*${name}\b(?!\s*\[\])`),
  ]
  return matchesOf(text, new RegExp(String.raw`(\w+)\??\)?: (?:${types.join('|')})`, 'g'))
}

/**
 * Lookups by a computed name in an object of type `Record<string, …>`, and lookups whose name a cast
 * forces to fit. Such a lookup also finds the members of Object.prototype ('constructor'). TypeScript
 * itself refuses a name from outside in every object whose keys are listed.
 */
export function lookupsByName(sources: Sources): string[] {
  const plain = new Map([...sources].map(([file, text]) => [file, withoutComments(text)]))
  const texts = [...plain.values()]
  const aliases = new Set(
    texts.flatMap((text) => [...matchesOf(text, OPEN_ALIAS), ...matchesOf(text, INDEX_SIGNATURE)]),
  )
  const declared = new Set(texts.flatMap((text) => recordNames(text, aliases)))
  return [...plain].flatMap(([file, text]) => {
    const imported = matchesOf(text, IMPORTED).flatMap((list) => list.split(/[\s,{}]+/))
    const names = new Set([
      ...recordNames(text, aliases),
      ...imported.filter((name) => declared.has(name)),
    ])
    return [...text.matchAll(ACCESS)].flatMap(([access, name = '', key = '']) =>
      !LITERAL.test(key.trim()) && (names.has(name) || / as (?!const)/.test(key))
        ? [`${file}: ${access}`]
        : [],
    )
  })
}
