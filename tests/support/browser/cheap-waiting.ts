import type { Page } from '@playwright/test'

/** Playwright's own parts, which have no public name. */
type Context = { rawEvaluateHandle: (this: Context, source: string) => Promise<unknown> }
type Connection = {
  toImpl(page: Page): { mainFrame(): { context(world: 'utility'): Promise<Context> } }
}

const SNAPSHOT = 'ariaSnapshotForExpectFailure(element, options) {'

let isDone = false

/**
 * Whenever an expectation does not hold yet, Playwright takes an ARIA snapshot of the whole page in case it fails,
 * which takes many times longer than the check. fixtures.ts takes one at the end of a test that failed.
 */
export async function waitCheaply(page: Page): Promise<void> {
  if (isDone) return
  isDone = true
  // Playwright reads a stack for every call and maps it to the sources; Node strips types in place, so the
  // positions are right already.
  Reflect.deleteProperty(Error, 'prepareStackTrace')
  const connection = Reflect.get(page, '_connection') as Connection
  const context = await connection.toImpl(page).mainFrame().context('utility')
  const prototype = Object.getPrototypeOf(context) as Context
  const evaluate = prototype.rawEvaluateHandle
  prototype.rawEvaluateHandle = function evaluateWithoutSnapshot(source) {
    return evaluate.call(this, source.replace(SNAPSHOT, `${SNAPSHOT} return undefined;`))
  }
}
