import { useState } from 'react'
import { storedChoice } from '../../../lib/stored-choice.ts'
import type { PromptMode } from '../api/generation.ts'

const STORED = 'script-writer-prompt-mode'

/** Whether prompts change the script or ask about it; remembered. */
export function usePromptMode() {
  const [mode, setMode] = useState<PromptMode>(() =>
    storedChoice.read(STORED) === 'ask' ? 'ask' : 'change',
  )
  function chooseMode(chosen: PromptMode): void {
    setMode(chosen)
    storedChoice.write(STORED, chosen)
  }
  return { mode, chooseMode }
}
