import { newId } from '../../../lib/ids.ts'

/** Requests by which a page asks the server to change a text. Their ids are in the changes that they make. */
export type Requests = {
  /** The id of a new request. */
  begin(): string
  isOwn(id: string): boolean
  /** The last ones. */
  all(): string[]
}

const KEY = 'script-writer-requests'
const MAX = 20

/** After a reload, the answer that is still being written was asked for here. */
function stored(): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function keptRequests(ids: readonly string[], keep: (ids: string[]) => void): Requests {
  let last = [...ids]
  return {
    begin() {
      const id = newId()
      last = [...last, id].slice(-MAX)
      keep(last)
      return id
    },
    isOwn: (id) => last.includes(id),
    all: () => last,
  }
}

/** Those of this tab. */
export const ownRequests: Requests = keptRequests(stored(), (ids) => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // Where storage is blocked or full, they are known until the page is closed.
  }
})
