import { useEffect, useRef, useState } from 'react'
import type { Message } from '../api/messages.ts'
import type { Store } from '../../../lib/store.ts'
import { GrowingAnswer, type ShownPart, storedParts } from './answer-parts.ts'

/** The shortest time between two announcements. */
const INTERVAL = 4_000

const paragraphsOf = (parts: readonly ShownPart[]): string[] =>
  parts
    .flatMap((part) => (part.kind === 'edit' ? part.edit.text : part.text).split(/\n\s*\n/))
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

type AnswerAnnouncerProps = {
  growing: Store<string>
  /** The stored answer, once it is complete. */
  message: Message | undefined
}

/** Announces new paragraphs to screen readers, never word by word. */
export function AnswerAnnouncer({ growing, message }: AnswerAnnouncerProps) {
  const [announcement, setAnnouncement] = useState('')
  const [reader] = useState(() => new GrowingAnswer())
  // A continued answer begins with text that was read before.
  const announced = useRef(paragraphsOf(reader.read(growing.get())).length)
  useEffect(() => {
    const announce = (paragraphs: string[]) => {
      // A new attempt restarts the text.
      if (paragraphs.length < announced.current) announced.current = 0
      if (paragraphs.length === announced.current) return
      setAnnouncement(paragraphs.slice(announced.current).join('\n\n'))
      announced.current = paragraphs.length
    }
    if (message) {
      announce(paragraphsOf(storedParts(message)))
      return undefined
    }
    // The last paragraph is still growing: announced now, it would be read twice.
    const finished = () => paragraphsOf(reader.read(growing.get())).slice(0, -1)
    const timer = setInterval(() => announce(finished()), INTERVAL)
    return () => clearInterval(timer)
  }, [growing, message, reader])
  return (
    <div aria-live="polite" className="sr-only">
      {announcement}
    </div>
  )
}
