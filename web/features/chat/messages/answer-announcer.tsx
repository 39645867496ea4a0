import { useEffect, useRef, useState } from 'react'
import type { GrowingText } from '../generation/growing-text.ts'

/** The shortest time between two announcements. */
const INTERVAL = 4_000

/** Whole paragraphs only: half a paragraph would be read twice. */
const finishedPart = (text: string) => text.slice(0, Math.max(0, text.lastIndexOf('\n\n')))

type AnswerAnnouncerProps = {
  growing: GrowingText
  /** The stored text, once it is complete. */
  whole: string | undefined
}

/** Announces new paragraphs to screen readers, never word by word. */
export function AnswerAnnouncer({ growing, whole }: AnswerAnnouncerProps) {
  const [announcement, setAnnouncement] = useState('')
  // A continued answer begins with text that was read before.
  const announced = useRef(growing.get().length)
  useEffect(() => {
    const announce = (text: string) => {
      // A new attempt restarts the text.
      if (text.length < announced.current) announced.current = 0
      if (text.length === announced.current) return
      setAnnouncement(text.slice(announced.current).trim())
      announced.current = text.length
    }
    if (whole !== undefined) {
      announce(whole)
      return undefined
    }
    const timer = setInterval(() => announce(finishedPart(growing.get())), INTERVAL)
    return () => clearInterval(timer)
  }, [growing, whole])
  return (
    <div aria-live="polite" className="sr-only">
      {announcement}
    </div>
  )
}
