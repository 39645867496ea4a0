/** What became of a call to the server: its words, and its code where it has one. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly code: string
  readonly isNetwork: boolean

  constructor(message: string, code = '', isNetwork = false) {
    super(message)
    this.code = code
    this.isNetwork = isNetwork
  }
}

type Answer<Data> = {
  data: Data
  error: { message: string; code?: string } | null
  status?: number
}

const NETWORK = /fetch|network|load failed|timed? ?out/i

/** `{ data, error }` becomes a value or a thrown error here, and nowhere above. */
export async function dataOf<Data>(call: PromiseLike<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, status } = await call
  if (error) {
    const isNetwork = status === 0 || (!error.code && NETWORK.test(error.message))
    throw new RequestError(error.message, error.code, isNetwork)
  }
  if (data === null || data === undefined) throw new RequestError('The server sent nothing.')
  return data
}

/** For calls whose answer has no data worth having. */
export async function expectSuccess(call: PromiseLike<Answer<unknown>>): Promise<void> {
  const { error, status } = await call
  if (error) throw new RequestError(error.message, error.code, status === 0)
}
