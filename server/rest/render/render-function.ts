import { VALUE } from '../../database/json-rows.ts'
import type { FunctionInfo } from '../catalogue/catalogue.ts'
import { type Parameters, quoted } from './parameters.ts'

type Given = {
  names: readonly string[]
  json: string | undefined
  texts: ReadonlyMap<string, string>
}

/** The function call, with named arguments from a JSON object or the query string. */
export function renderFunction(
  called: FunctionInfo,
  { names, json, texts }: Given,
  parameters: Parameters,
): string {
  const used = called.arguments.filter(({ name }) => names.includes(name))
  const result = called.rows ? 'result.*' : `result.${quoted(VALUE)}`
  const alias = called.rows ? 'result' : `result (${quoted(VALUE)})`
  const call = (values: string[]) =>
    `public.${quoted(called.name)}(${values.join(', ')}) as ${alias}`
  if (json === undefined || used.length === 0) {
    const values = used.map(
      ({ name, type }) => `${quoted(name)} => ${parameters.add(texts.get(name) ?? null)}::${type}`,
    )
    return `select ${result} from ${call(values)}`
  }
  const columns = used.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')
  const values = used.map(({ name }) => `${quoted(name)} => given.${quoted(name)}`)
  return `select ${result} from json_to_record(${parameters.add(json)}) as given (${columns}), ${call(values)}`
}
