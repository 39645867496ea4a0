import { Outlet } from 'react-router'
import { OfflineBar } from './offline-bar.tsx'

/** Wraps every page. */
export function Frame() {
  return (
    // Full-height pages share the screen with the bar.
    <div className="has-[>[data-fills-screen]]:flex has-[>[data-fills-screen]]:h-[calc(100dvh-var(--keyboard,0px))] has-[>[data-fills-screen]]:flex-col">
      <OfflineBar />
      <Outlet />
    </div>
  )
}
