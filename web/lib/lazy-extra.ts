import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { logError } from './log.ts'
import { pause } from './pause.ts'

const waits = [1000, 4000]

function Nothing(): null {
  return null
}

/**
 * A part that the page can do without and that is loaded after the first paint. When its code cannot
 * be had, even on a second and third try, the page stays as it is and the log says why.
 */
export function lazyExtra<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    for (const wait of waits) {
      try {
        return { default: await load() }
      } catch (error) {
        logError('A part of the page did not load; it is tried again.', error)
        await pause(wait)
      }
    }
    try {
      return { default: await load() }
    } catch (error) {
      logError('A part of the page did not load.', error)
      return { default: Nothing }
    }
  })
}
