import { useEffect, useRef, useState } from 'react'
import { frameBetweenKeys } from '../../../lib/timing/frame-between-keys.ts'
import type { Store } from '../../../lib/store.ts'
import { settledLength } from './settled-length.ts'

/** The share of the pending text shown per second, so that the text keeps flowing between arrivals. */
const CATCH_UP_PER_SECOND = 3.5
const SLOWEST_PER_SECOND = 60

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Never splits a surrogate pair. */
const wholeCharacters = (text: string, length: number): number => {
  const code = text.charCodeAt(length - 1)
  return code >= 0xd800 && code <= 0xdbff ? length + 1 : length
}

const settledPart = (text: string) => text.slice(0, settledLength(text))

/** The growing text, revealed frame by frame instead of in the chunks it arrives in; then all of it. */
export function useRevealedText(
  growing: Store<string> | undefined,
  whole: string | undefined,
): string {
  const [shown, setShown] = useState(() => settledPart(growing?.get() ?? ''))
  const length = useRef(shown.length)

  useEffect(() => {
    if (!growing || whole !== undefined) return undefined
    let cancel: (() => void) | undefined
    let last = 0
    function show(now: number): void {
      const text = settledPart(growing?.get() ?? '')
      const behind = text.length - length.current
      const seconds = last === 0 ? 1 / 60 : Math.min((now - last) / 1_000, 0.25)
      last = now
      if (behind <= 0 || prefersReducedMotion()) length.current = text.length
      else {
        const speed = Math.max(SLOWEST_PER_SECOND, behind * CATCH_UP_PER_SECOND)
        const step = Math.max(1, Math.round(speed * seconds))
        length.current = Math.min(text.length, wholeCharacters(text, length.current + step))
      }
      // Hide the end of the text whose layout the next characters may still change.
      setShown(settledPart(text.slice(0, length.current)))
      if (length.current < text.length) cancel = frameBetweenKeys(show)
      else {
        cancel = undefined
        last = 0
      }
    }
    function wake(): void {
      cancel ??= frameBetweenKeys(show)
    }
    const leave = growing.subscribe(wake)
    wake()
    return () => {
      leave()
      cancel?.()
    }
  }, [growing, whole])

  return whole ?? shown
}
