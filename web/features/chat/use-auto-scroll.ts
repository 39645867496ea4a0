import { useCallback, useEffect, useRef, useState } from 'react'
import { AUTO_SCROLL } from '../../../contract/limits.ts'

/** How long after a jump to the end lazy layout may still change heights and move the end. */
const SETTLING = 1_000

/** How long after an input event a scroll counts as the user's. */
const RECENT = 1_000
const UP_KEYS = new Set(['ArrowUp', 'PageUp', 'Home', ' ', 'Enter'])
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Keys in a text field, such as the Enter that sends a prompt, do not scroll the chat. */
const isTyping = ({ target }: Event) =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

const mayScrollUp = (event: Event) => {
  if (event instanceof WheelEvent) return event.deltaY < 0
  return !(event instanceof KeyboardEvent) || (UP_KEYS.has(event.key) && !isTyping(event))
}

/** Event that stops following the end before scrolling to an element, however long ago the user asked. */
const LEAVE_END = 'leave-end'

export function scrollAwayTo(element: Element): void {
  element.dispatchEvent(new Event(LEAVE_END, { bubbles: true }))
  element.scrollIntoView({ block: 'start' })
}

const distanceToEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight

/**
 * Follows the end of the chat while the user is near it. Scrolling up stops it, until the user scrolls back
 * or sends a message.
 */
export function useAutoScroll() {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const settlesUntil = useRef(0)
  const [isAway, setIsAway] = useState(false)

  const toEnd = useCallback(() => {
    follows.current = true
    settlesUntil.current = performance.now() + SETTLING
    setIsAway(false)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [])

  const toStart = useCallback(() => {
    follows.current = false
    setIsAway(false)
    if (box.current) box.current.scrollTop = 0
  }, [])

  useEffect(() => {
    const view = box.current
    const inner = content.current
    if (!view || !inner) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = { top: view.scrollTop, height: view.scrollHeight }
    let inputAt = Number.NEGATIVE_INFINITY
    const noteInput = (event: Event) => {
      if (mayScrollUp(event)) inputAt = performance.now()
    }
    const note = () => {
      const { scrollTop: top, scrollHeight: height } = view
      // Only scrolling up counts: the end also moves away when much is added at once. And the browser
      // scrolls up a little by itself when new content turns out smaller than estimated.
      const isUser = height === last.height || performance.now() - inputAt < RECENT
      if (distanceToEnd(view) <= AUTO_SCROLL.threshold) follows.current = true
      else if (top < last.top && isUser) follows.current = false
      last = { top, height }
      setIsAway(!follows.current)
    }
    const follow = () => {
      if (!follows.current) return
      // Before the frame is painted, so that nothing visibly moves.
      if (performance.now() < settlesUntil.current) view.scrollTop = view.scrollHeight
      if (timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        if (follows.current) view.scrollTop = view.scrollHeight
      }, AUTO_SCROLL.delay)
    }
    const leave = () => {
      follows.current = false
      setIsAway(true)
    }
    const growth = new ResizeObserver(follow)
    growth.observe(inner)
    view.addEventListener('scroll', note, { passive: true })
    view.addEventListener(LEAVE_END, leave)
    for (const input of INPUTS) document.addEventListener(input, noteInput, { passive: true })
    return () => {
      clearTimeout(timer)
      growth.disconnect()
      view.removeEventListener('scroll', note)
      view.removeEventListener(LEAVE_END, leave)
      for (const input of INPUTS) document.removeEventListener(input, noteInput)
    }
  }, [])

  return { box, content, toStart, toEnd, isAway }
}
