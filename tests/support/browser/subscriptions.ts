import type { Page } from '@playwright/test'

type Frame = [joinRef: string, ref: string, topic: string, event: string]

/** To be called before the page is opened: counts its joins, and tracks those without a reply. */
export function watchSubscriptions(page: Page): { asked: number; waiting: Set<string> } {
  const seen = { asked: 0, waiting: new Set<string>() }
  page.on('websocket', (socket) => {
    seen.waiting.clear()
    socket.on('framesent', ({ payload }) => {
      const [, ref, , event] = JSON.parse(String(payload)) as Frame
      if (event !== 'phx_join') return
      seen.asked += 1
      seen.waiting.add(ref)
    })
    socket.on('framereceived', ({ payload }) => {
      const [, ref] = JSON.parse(String(payload)) as Frame
      seen.waiting.delete(ref)
    })
  })
  return seen
}
