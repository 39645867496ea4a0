import { Outlet } from 'react-router'
import { OfflineBar } from './offline-bar.tsx'

/** What stands around every page. */
export function Frame() {
  return (
    <>
      <OfflineBar />
      <Outlet />
    </>
  )
}
