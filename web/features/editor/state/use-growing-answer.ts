import { useMemo } from 'react'
import type { Generation } from '../../chat/generation/generation.ts'
import type { GrowingAnswer } from '../../page/editor/growing/growing-answer.ts'

/** The running answer as the page shows it; null if there is none, or if it only answers a question. */
export const useGrowingAnswer = (generation: Generation | undefined): GrowingAnswer | null =>
  useMemo(() => {
    if (!generation || generation.request?.mode === 'ask') return null
    const { currentScript = null, target = null } = generation.request ?? {}
    return { text: generation.text, script: currentScript, target }
  }, [generation])
