import type { Page } from '@playwright/test'

/** Playwright's own parts, which have no public name. */
type Context = { rawEvaluateHandle: (this: Context, source: string) => Promise<unknown> }
type Connection = {
  toImpl(page: Page): { mainFrame(): { context(world: 'utility'): Promise<Context> } }
}

const SNAPSHOT = 'ariaSnapshotForExpectFailure(element, options) {'

/** A message from a worker to the process that writes the report. */
type Told = {
  params?: { method?: string; params?: { stepId: string; category?: string } }
}

/** Hides single calls from reports, which need only tests and steps: each test makes a hundred calls. */
function tellLess(): void {
  const untold = new Set<string>()
  const isUntold = ({ params: { method, params } = {} }: Told): boolean => {
    if (!params) return false
    if (method === 'stepBegin' && ['pw:api', 'expect'].includes(params.category ?? ''))
      untold.add(params.stepId)
    return method === 'stepBegin'
      ? untold.has(params.stepId)
      : method === 'stepEnd' && untold.delete(params.stepId)
  }
  const tell = process.send?.bind(process)
  if (!tell) return
  process.send = (message: Told, ...rest: unknown[]) =>
    isUntold(message) || Reflect.apply(tell, process, [message, ...rest])
}

let isDone = false

/**
 * Whenever an expectation does not hold yet, Playwright takes an ARIA snapshot of the whole page in case it fails,
 * which takes many times longer than the check. fixtures.ts takes one at the end of a test that failed.
 */
export async function waitCheaply(page: Page): Promise<void> {
  if (isDone) return
  isDone = true
  tellLess()
  // Playwright reads a stack for every call and maps it to the sources. Node strips types in place, so the
  // positions are correct without mapping.
  Reflect.deleteProperty(Error, 'prepareStackTrace')
  const connection = Reflect.get(page, '_connection') as Connection
  const context = await connection.toImpl(page).mainFrame().context('utility')
  const prototype = Object.getPrototypeOf(context) as Context
  const evaluate = prototype.rawEvaluateHandle
  prototype.rawEvaluateHandle = function evaluateWithoutSnapshot(source) {
    return evaluate.call(this, source.replace(SNAPSHOT, `${SNAPSHOT} return undefined;`))
  }
}
