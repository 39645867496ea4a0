import { useSyncExternalStore } from 'react'
import { messages } from '../messages.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** A quiet word while the connection is away. The live region is always there, so that it is heard. */
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
