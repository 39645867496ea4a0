import { useMemo, useRef } from 'react'
import type { Screenplay } from '../../screenplay/elements.ts'
import { parse, reparse } from '../../screenplay/parse.ts'

/** A text as a screenplay; after a change only what is new is read. */
export function useParsed(text: string): Screenplay {
  const before = useRef<Screenplay>(null)
  return useMemo(() => {
    before.current = before.current ? reparse(before.current, text) : parse(text)
    return before.current
  }, [text])
}
