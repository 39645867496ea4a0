import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { logError } from '../log.ts'
import { pause } from '../timing.ts'

const retryDelays = [1_000, 4_000]

function Nothing(): null {
  return null
}

/**
 * React.lazy for optional parts of a page. If the code cannot be loaded after two retries, the part
 * renders nothing and the error is logged.
 */
export function lazyExtra<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    for (const delay of retryDelays) {
      try {
        return { default: await load() }
      } catch (error) {
        logError('Could not load a part of the page, retrying:', error)
        await pause(delay)
      }
    }
    try {
      return { default: await load() }
    } catch (error) {
      logError('Could not load a part of the page:', error)
      return { default: Nothing }
    }
  })
}
