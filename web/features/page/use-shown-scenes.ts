import { useCallback, useState } from 'react'
import { storedChoice } from '../../lib/stored-choice.ts'

const STORED = 'script-writer-scenes'

/** Whether the list of scenes is shown; remembered. */
export function useShownScenes() {
  const [isShown, setIsShown] = useState(() => storedChoice.read(STORED) === 'shown')
  const toggle = useCallback(() => {
    setIsShown((before) => {
      storedChoice.write(STORED, before ? 'hidden' : 'shown')
      return !before
    })
  }, [])
  return { isShown, toggle }
}
