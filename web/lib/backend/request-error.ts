/** Error codes of the server and the auth client for a session that is over, even if its token is valid. */
const SESSION_CODES = new Set([
  'PGRST301',
  'PGRST303',
  'bad_jwt',
  'not_signed_in',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_expired',
  'session_not_found',
  'signed_out',
])

/** A failed request, with the message and code that the server sent, if any. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly code: string
  readonly isNetwork: boolean
  /** The status of the response; 0 if there was none, or if it is not known. */
  readonly status: number

  constructor(message: string, code = '', isNetwork = false, status = 0) {
    super(message)
    this.code = code
    this.isNetwork = isNetwork
    this.status = status
  }

  get isSessionOver(): boolean {
    return SESSION_CODES.has(this.code)
  }
}

type Answer<Data> = {
  data: Data
  error: { message: string; code?: string } | null
  status?: number
}

const NETWORK = /fetch|network|load failed|timed? ?out/i

/** Converts `{ data, error }` to a value or a thrown RequestError. */
export async function dataOf<Data>(call: PromiseLike<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, status } = await call
  if (error) {
    const isNetwork = status === 0 || (!error.code && NETWORK.test(error.message))
    throw new RequestError(error.message, error.code, isNetwork, status)
  }
  if (data === null || data === undefined) throw new RequestError('', 'no_data')
  return data
}

/** The same for calls without a result. */
export async function expectSuccess(call: PromiseLike<Answer<unknown>>): Promise<void> {
  const { error, status } = await call
  if (error) throw new RequestError(error.message, error.code, status === 0)
}
