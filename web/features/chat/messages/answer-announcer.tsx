import { useEffect, useRef, useState } from 'react'
import type { GrowingText } from '../generation/growing-text.ts'

/** How often a screen reader is told of new text, at most. */
const EVERY = 4_000

/** Whole paragraphs only: half of one would be read twice. */
const finished = (text: string) => text.slice(0, Math.max(0, text.lastIndexOf('\n\n')))

type AnswerAnnouncerProps = {
  growing: GrowingText
  /** Once it is there. */
  whole: string | undefined
}

/** Reads new paragraphs out when the listener has a moment, never word by word. */
export function AnswerAnnouncer({ growing, whole }: AnswerAnnouncerProps) {
  const [news, setNews] = useState('')
  const told = useRef(0)
  useEffect(() => {
    const tell = (text: string) => {
      // A new attempt begins the text again.
      if (text.length < told.current) told.current = 0
      if (text.length === told.current) return
      setNews(text.slice(told.current).trim())
      told.current = text.length
    }
    if (whole !== undefined) {
      tell(whole)
      return undefined
    }
    const timer = setInterval(() => tell(finished(growing.get())), EVERY)
    return () => clearInterval(timer)
  }, [growing, whole])
  return (
    <div aria-live="polite" className="sr-only">
      {news}
    </div>
  )
}
