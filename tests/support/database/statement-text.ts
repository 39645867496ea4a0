/** One token of a statement. */
type Token = {
  kind: 'name' | 'text' | 'word' | 'number' | 'parameter' | 'sign' | 'wrong'
  text: string
}

const TOKENS =
  /\s+|"(?<name>(?:[^"]|"")*)"|'(?<text>(?:[^']|'')*)'|\$(?<parameter>[1-9]\d*)|(?<number>\d+)|(?<word>[A-Za-z_]\w*)|(?<sign>\[\]|::|\|\||=>|<>|<=|>=|[(),.=<>*+])|(?<wrong>[\s\S])/gu

function* tokensOf(statement: string): Generator<Token> {
  for (const { groups = {} } of statement.matchAll(TOKENS)) {
    const [kind, text] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
    if (kind !== undefined) yield { kind: kind as Token['kind'], text: text ?? '' }
  }
}

const PLAIN = /^[A-Za-z_]\w{0,62}$/

/** Everything in a statement that the renderer would never write. */
export function unexpectedTokens(
  statement: string,
  known: { words: ReadonlySet<string>; names: ReadonlySet<string>; texts: ReadonlySet<string> },
): string[] {
  const found: string[] = []
  if (/--|\/\*|;/.test(statement.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, ''))) {
    found.push('a comment or a second statement')
  }
  for (const { kind, text } of tokensOf(statement)) {
    const fine =
      kind === 'sign' ||
      kind === 'number' ||
      kind === 'parameter' ||
      (kind === 'word' && (known.words.has(text) || /^t\d+$/.test(text))) ||
      (kind === 'name' && (known.names.has(text) || PLAIN.test(text))) ||
      (kind === 'text' && known.texts.has(text))
    if (!fine) found.push(`${kind} ${text}`)
  }
  return found
}
