import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Megaphone, X } from 'lucide-react'
import { useTableChanges } from '../../lib/backend/table-changes.ts'
import { noticeMessages as words } from '../../messages/notices.ts'
import { Button } from '../../ui/button/button.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { noticesQuery, useDismiss } from './current-notices.ts'
import { useLayoutEffect, useRef, useState } from 'react'

/** Shows two lines, and the rest on request, so that a long notice does not displace the page. */
function NoticeText({ children }: { children: string }) {
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

const NOTICES = ['notices'] as const

type NoticeBarProps = { userId: string; isApproved: boolean }

/** The newest notice, above the page until the user dismisses it; then the next one. */
export function NoticeBar({ userId, isApproved }: NoticeBarProps) {
  const { data } = useQuery(noticesQuery(userId, isApproved))
  const dismiss = useDismiss(userId)
  const notice = data?.notices[0]

  function close(noticeId: string): void {
    dismiss.mutate(noticeId, {
      onError: () => showToast({ title: words.dismissFailed, kind: 'error' }),
    })
  }

  return (
    <>
      {/* Only approved accounts may subscribe. */}
      {isApproved && <NoticeChanges userId={userId} />}
      {/* Always present, so that screen readers announce what appears in it. */}
      <output aria-label={words.label} className="block">
        {notice && (
          <div className="flex items-start gap-2.5 border-b border-line bg-sunk py-1.5 pr-2 pl-4 text-sm text-ink sm:pl-6">
            <Megaphone className="mt-0.5 size-4 shrink-0 text-accent touch:mt-2.5" />
            <NoticeText key={notice.body}>{notice.body}</NoticeText>
            <Button
              variant="ghost"
              size="icon"
              aria-label={words.dismiss}
              onClick={() => close(notice.id)}
              className="-my-1 size-7"
            >
              <X />
            </Button>
          </div>
        )}
      </output>
    </>
  )
}

/** Renders nothing; only subscribes to changes. */
function NoticeChanges({ userId }: { userId: string }) {
  const queryClient = useQueryClient()
  useTableChanges(NOTICES, undefined, () => {
    void queryClient.invalidateQueries({ queryKey: noticesQuery(userId).queryKey })
  })
  return null
}
