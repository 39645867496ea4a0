import { readFile, stat } from 'node:fs/promises'
import { type AuthorshipRecord, authorshipRecord } from '../../contract/authorship.ts'
import { CommandFailure, fileFailure } from '../screenplay-command/failure.ts'
import { fault, pathOf, printable } from './fault.ts'

const MAX_MEGABYTES = 100

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file)
    if (size > MAX_MEGABYTES * 1024 * 1024) {
      throw new CommandFailure(`${file} is larger than ${MAX_MEGABYTES} MB: this is not a record.`)
    }
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw fileFailure('read', file, error)
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Drop the excerpt of the file that some engines add to the message.
    const reason =
      error instanceof Error ? error.message.replace(/, "?[^]*$| in JSON[^]*$/, '') : ''
    throw new CommandFailure(`${file} is not JSON${reason && `: ${printable(reason)}`}.`)
  }
}

/** Reads a record and checks its format only; whether it is true is verified elsewhere. */
export async function readRecord(file: string): Promise<AuthorshipRecord> {
  const value = parseJson(file, await readText(file))
  const isRecord =
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === 'script-writer-authorship'
  if (!isRecord) throw new CommandFailure(`${file} is not an authorship record.`)
  const { data, error } = authorshipRecord.safeParse(value)
  const issue = error?.issues[0]
  if (issue) throw fault(pathOf(issue.path), 'this is not what the format says')
  return data as AuthorshipRecord
}
