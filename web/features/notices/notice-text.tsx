import { useLayoutEffect, useRef, useState } from 'react'
import { noticeMessages as words } from '../../messages/notices.ts'

/** Shows two lines, and the rest on request, so that a long notice does not displace the page. */
export function NoticeText({ children }: { children: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isCut, setIsCut] = useState(false)
  const [isOpen, setIsOpen] = useState(false)

  useLayoutEffect(() => {
    const element = paragraph.current
    if (!element || isOpen) return undefined
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])

  return (
    <div className="min-w-0 flex-1 gap-3 touch:py-2 sm:flex sm:items-end sm:justify-between">
      <p
        ref={paragraph}
        className={
          isOpen
            ? 'wrap-anywhere whitespace-pre-line'
            : 'line-clamp-2 wrap-anywhere whitespace-pre-line'
        }
      >
        {children}
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="shrink-0 cursor-pointer text-accent underline underline-offset-3 hover:text-accent-strong touch:min-h-11"
        >
          {isOpen ? words.less : words.more}
        </button>
      )}
    </div>
  )
}
