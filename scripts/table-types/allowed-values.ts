const NAME = String.raw`(?:\w+|"(?:[^"]|"")+")`
const VALUE = String.raw`'(?:[^']|'')*'::text`

/** How PostgreSQL prints `column = 'a'` and `column in ('a', 'b')`. */
const one = new RegExp(`^\\(${NAME} = (${VALUE})\\)$`)
const several = new RegExp(`^\\(${NAME} = ANY \\(ARRAY\\[(${VALUE}(?:, ${VALUE})*)\\]\\)\\)$`)

const values = new RegExp(VALUE, 'g')
const unquote = (value: string) => value.slice(1, -"'::text".length).replaceAll("''", "'")

/** The values that a check allows; undefined for other kinds of checks. */
export function allowedValues(check: string): string[] | undefined {
  const list = one.exec(check)?.[1] ?? several.exec(check)?.[1]
  return list?.match(values)?.map(unquote)
}
