import { VALUE } from '../../database/json-rows.ts'
import { arrayLiteral } from '../../database/array-literal.ts'
import { type Argument, type FunctionInfo, takesBody } from '../catalogue/catalogue.ts'
import { type Parameters, quoted, quotedList } from './parameters.ts'

type Given = {
  names: readonly string[]
  json: string | undefined
  texts: readonly [name: string, value: string][]
}

const passed = ({ name, variadic }: Argument, value: string) =>
  `${variadic ? 'variadic ' : ''}${quoted(name)} => ${value}`

/** As in PostgREST, a repeated parameter is a list for a variadic argument; otherwise the last one counts. */
function textOf({ name, variadic }: Argument, texts: Given['texts']): string | null {
  const values = texts.filter(([given]) => given === name).map(([, value]) => value)
  return variadic ? arrayLiteral(values) : (values.at(-1) ?? null)
}

/** The function call, with named arguments from a JSON object or the query string, or the whole body. */
export function renderFunction(
  called: FunctionInfo,
  { names, json, texts }: Given,
  parameters: Parameters,
): string {
  const used = called.arguments.filter(({ name }) => name !== '' && names.includes(name))
  // PostgreSQL names a single column after the function.
  const columns = called.rows ? [...called.rows.columns.keys()] : [VALUE]
  const call = (values: string[]) =>
    `public.${quoted(called.name)}(${values.join(', ')}) as result (${quotedList(columns)})`
  if (json !== undefined && takesBody(called)) {
    const [body] = called.arguments
    return `select result.* from ${call([`${parameters.add(json)}::${body?.type}`])}`
  }
  if (json === undefined || used.length === 0) {
    const values = used.map((argument) =>
      passed(argument, `${parameters.add(textOf(argument, texts))}::${argument.type}`),
    )
    return `select result.* from ${call(values)}`
  }
  const typed = used.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')
  const values = used.map((argument) => passed(argument, `given.${quoted(argument.name)}`))
  return `select result.* from json_to_record(${parameters.add(json)}) as given (${typed}), ${call(values)}`
}
