import type { FunctionObject } from './read-schema.ts'
import { readable } from './readable-sql.ts'
import { commentOn, grantStatements } from './write-statements.ts'

const WIDTH = 100

/** A quoting tag that the body does not contain. */
const quoteFor = (body: string) => (body.includes('$$') ? '$function$' : '$$')

const settingText = (setting: string) => {
  const [name, value] = [
    setting.slice(0, setting.indexOf('=')),
    setting.slice(setting.indexOf('=') + 1),
  ]
  return `set ${name} = ${value === '""' ? "''" : value}`
}

/** Columns of a `table (...)` result on lines of their own when they do not fit beside each other. */
const resultText = (result: string) => {
  const text = readable(result).replace(/^table\(/, 'table (')
  if (text.length < 60 || !text.startsWith('table (')) return text
  const columns = text.slice('table ('.length, -1).split(', ')
  return `table (\n${columns.map((column) => `  ${column}`).join(',\n')}\n)`
}

function headOf({ name, arguments: given, result }: FunctionObject): string {
  const list = given.map(readable)
  const returns = `returns ${resultText(result)}`
  const line = `create function ${name}(${list.join(', ')}) ${returns}`
  if (line.split('\n', 1).join().length <= WIDTH) return line
  return `create function ${name}(\n${list.map((each) => `  ${each}`).join(',\n')}\n) ${returns}`
}

export function writeFunction(one: FunctionObject): string {
  const traits = [`language ${one.language}`, ...one.options, ...one.settings.map(settingText)]
  const quote = quoteFor(one.body)
  const signature = readable(one.signature).replaceAll(',', ', ')
  return [
    `${headOf(one)}\n  ${traits.join(' ')}\nas ${quote}${one.body}${quote};`,
    ...commentOn(`function ${signature}`, one.comment),
    ...grantStatements(`function ${signature}`, one.grants),
  ].join('\n')
}
