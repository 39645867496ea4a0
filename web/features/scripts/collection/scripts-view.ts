import { useState } from 'react'
import { storedChoice } from '../../../lib/stored-choice.ts'

export type ScriptsView = 'grid' | 'list'

const STORED = 'scripts-view'

/** How scripts are shown: remembered by this browser. */
export function useScriptsView(): [ScriptsView, (view: ScriptsView) => void] {
  const [view, setView] = useState<ScriptsView>(() =>
    storedChoice.read(STORED) === 'list' ? 'list' : 'grid',
  )
  return [
    view,
    (next) => {
      setView(next)
      storedChoice.write(STORED, next)
    },
  ]
}
