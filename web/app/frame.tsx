import { Outlet } from 'react-router'
import { OfflineBar } from './offline-bar.tsx'

/** What stands around every page. */
export function Frame() {
  return (
    // A page that fills the screen shares it with the bar.
    <div className="has-[>[data-fills-screen]]:flex has-[>[data-fills-screen]]:h-dvh has-[>[data-fills-screen]]:flex-col">
      <OfflineBar />
      <Outlet />
    </div>
  )
}
