import { FileText, X } from 'lucide-react'
import { Suspense } from 'react'
import { errorText } from '../../../error-text.ts'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { useStore } from '../../../lib/store.ts'
import { messages } from '../../../messages.ts'
import { report } from '../../../ui/feedback/failures.ts'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import type { Attachment } from '../../document/open-text.ts'
import { useSession } from '../../document/session.tsx'
import { useRemoveAttachment } from '../api/attachments.ts'
import { chatPlace } from '../failure-place.ts'
import type { AttachControl } from './attach-control.ts'

const words = messages.attachments

const EncodingDialog = lazyExtra(
  async () => (await import('../../scripts/import/encoding-dialog.tsx')).EncodingDialog,
)

export type AttachedProps = {
  control: AttachControl
  attached: readonly Attachment[]
  focusPrompt: () => void
}

/** The files that are attached, and the one that is being read. */
export function AttachedList({ control, attached, focusPrompt }: AttachedProps) {
  const { id: workId, conversationId } = useSession()
  const removal = useRemoveAttachment(workId)
  const reading = useStore(control.state, (files) => files.reading)
  const asked = useStore(control.state, (files) => files.asked)
  function remove({ id, name }: Attachment): void {
    removal.mutate(id, {
      onError: (error) =>
        report(chatPlace(conversationId), {
          title: words.attach,
          message: errorText(error, words.notRemoved(name)),
          kind: 'error',
        }),
    })
    focusPrompt()
  }
  return (
    <>
      <ul
        aria-label={words.list}
        className="mb-2 flex max-h-24 flex-wrap gap-1.5 overflow-y-auto p-px"
      >
        {attached.map((one) => (
          <li
            key={one.id}
            title={words.length(one.characters)}
            className="inline-flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line-2 bg-sheet pl-2.5 text-sm text-ink touch:h-11"
          >
            <FileText className="size-3.5 shrink-0 text-ink-2" />
            <span dir="auto" className="max-w-60 truncate">
              {one.name}
            </span>
            <button
              type="button"
              aria-label={words.remove(one.name)}
              title={words.removeHint}
              onClick={() => remove(one)}
              className="grid size-7 shrink-0 place-items-center rounded-full text-ink-2 hover:text-bad touch:size-11"
            >
              <X className="size-3.5" />
            </button>
          </li>
        ))}
        {reading && (
          <li className="inline-flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-dashed border-line-2 pl-2.5 text-sm text-ink-2 touch:h-11">
            <SpinnerIcon className="size-3.5 shrink-0" />
            <span dir="auto" className="max-w-60 truncate">
              {words.reading(reading.name, reading.share, reading.waiting)}
            </span>
            <button
              type="button"
              aria-label={words.cancel}
              title={words.cancel}
              onClick={() => {
                control.cancel()
                focusPrompt()
              }}
              className="grid size-7 shrink-0 place-items-center rounded-full hover:text-bad touch:size-11"
            >
              <X className="size-3.5" />
            </button>
          </li>
        )}
      </ul>
      {asked && (
        <Suspense>
          <EncodingDialog {...asked} />
        </Suspense>
      )}
    </>
  )
}
