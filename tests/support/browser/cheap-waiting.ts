import type { Page } from '@playwright/test'

/** Playwright's own parts, which have no public name. */
type Context = { rawEvaluateHandle: (this: Context, source: string) => Promise<unknown> }
type Connection = {
  toImpl(page: Page): { mainFrame(): { context(world: 'utility'): Promise<Context> } }
}

const DESCRIPTION = 'ariaSnapshotForExpectFailure(element, options) {'

let isDone = false

/**
 * Whenever an expectation does not hold yet, Playwright describes the whole page for the report of its failure,
 * which takes many times longer than looking. A test that fails describes its page at its end in any case.
 */
export async function waitCheaply(page: Page): Promise<void> {
  if (isDone) return
  isDone = true
  const connection = Reflect.get(page, '_connection') as Connection
  const context = await connection.toImpl(page).mainFrame().context('utility')
  const prototype = Object.getPrototypeOf(context) as Context
  const evaluate = prototype.rawEvaluateHandle
  prototype.rawEvaluateHandle = function evaluateWithoutDescription(source) {
    return evaluate.call(this, source.replace(DESCRIPTION, `${DESCRIPTION} return undefined;`))
  }
}
