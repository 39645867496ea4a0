import { useSyncExternalStore } from 'react'
import { messages } from '../messages/first.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Shown while offline. The live region is always present, so that screen readers announce it. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className="block">
      {!isOnline && (
        <p className="border-b border-line bg-sunk px-4 py-1.5 text-center text-sm text-ink-2">
          {messages.offline}
        </p>
      )}
    </output>
  )
}
