import { Megaphone } from 'lucide-react'
import { adminNoticeMessages as words } from '../../../messages/admin-notices.ts'

/** The notice as it will appear above the pages, in full. */
export function NoticePreview({ body }: { body: string }) {
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-md font-medium">{words.preview}</figcaption>
      <div className="flex items-start gap-2.5 rounded-sm border border-line bg-sunk px-4 py-1.5 text-sm">
        <Megaphone aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
        <p className="min-w-0 wrap-anywhere whitespace-pre-line">{body}</p>
      </div>
    </figure>
  )
}
