import type { ModelKind } from '../../../../../contract/models.ts'
import { errorText } from '../../../../error-text.ts'
import { RequestError } from '../../../../lib/backend/request-error.ts'
import { adminModelsMessages as words } from '../../../../messages/admin-models.ts'

/** A problem without a field is about the whole connection. */
export type ConnectionProblem = { field?: 'name' | 'address' | 'key'; message: string }

const { problems } = words

function isAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password, search, hash } = new URL(text)
  return username + password + search + hash === ''
}

/** Why the server would refuse the connection; undefined if it would not. */
export function connectionProblem(given: {
  name: string
  kind: ModelKind
  address: string
}): ConnectionProblem | undefined {
  const address = given.address.trim()
  if (given.name.trim() === '') return { field: 'name', message: problems.noName }
  if (address !== '' && !isAddress(address))
    return { field: 'address', message: problems.badAddress }
  return address === '' && given.kind === 'openai-compatible'
    ? { field: 'address', message: problems.noAddress }
    : undefined
}

const fields: ReadonlyMap<string, 'address' | 'key'> = new Map([
  ['key_needed_again', 'key'],
  ['address_refused', 'address'],
])

/** Converts the server's refusal to a problem. */
export function refusedConnection(error: unknown): ConnectionProblem {
  const field = error instanceof RequestError && error.code && fields.get(error.code)
  return { ...(field && { field }), message: errorText(error, words.failed) }
}
