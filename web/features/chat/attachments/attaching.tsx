import { useQueryClient } from '@tanstack/react-query'
import { FileText, Paperclip, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { errorText } from '../../../error-text.ts'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { useStore } from '../../../lib/store.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { report } from '../../../ui/feedback/failures.ts'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import type { Attachment } from '../../document/open-text.ts'
import { useSession } from '../../document/session.tsx'
import { useAttachments, useRemoveAttachment } from '../api/attachments.ts'
import { chatKeys } from '../api/chat-keys.ts'
import { chatPlace } from '../failure-place.ts'
import { AttachControl } from './attach-control.ts'

const words = messages.attachments

const FILES = '.pdf,.docx,.fdx,.fountain,.txt,.md'
const NONE: readonly Attachment[] = []

const EncodingDialog = lazyExtra(
  async () => (await import('../../scripts/import/encoding-dialog.tsx')).EncodingDialog,
)

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Attaches files to the open text: by button, by paste and by drop. */
export function useAttaching() {
  const { id: workId, conversationId, state, opened, begin } = useSession()
  const known = state.workId === null ? opened.data?.attachments : NONE
  const { data: attached = NONE } = useAttachments(workId, known)
  const queryClient = useQueryClient()
  const [control] = useState(() => new AttachControl())
  const place = chatPlace(conversationId)
  useLayoutEffect(() =>
    control.setAround({
      workId,
      place,
      attached,
      onAdded(to, added) {
        queryClient.setQueryData<readonly Attachment[]>(chatKeys.attachments(to), (list = []) =>
          list.some(({ id }) => id === added.id) ? list : [...list, added],
        )
        begin()
      },
    }),
  )
  useEffect(() => () => control.leave(workId), [control, workId])
  return { control, attached }
}

type AttachProps = { control: AttachControl }

export function AttachButton({ control, isBusy }: AttachProps & { isBusy: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        disabled={isBusy}
        aria-label={words.attach}
        onClick={() => input.current?.click()}
        className="size-10 rounded-full"
      >
        <Paperclip aria-hidden="true" />
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={FILES}
        aria-label={words.files}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Reset, so that choosing the same file again fires a change event.
          target.value = ''
          void control.attach(files)
        }}
      />
    </>
  )
}

type AttachedProps = AttachProps & { attached: readonly Attachment[]; focusPrompt: () => void }

/** The files that are attached, and the one that is being read. */
export function Attached({ control, attached, focusPrompt }: AttachedProps) {
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
      {(attached.length > 0 || reading) && (
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
              <FileText aria-hidden="true" className="size-3.5 shrink-0 text-ink-2" />
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
                <X aria-hidden="true" className="size-3.5" />
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
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          )}
        </ul>
      )}
      <output className="sr-only">
        {reading ? words.readingNow(reading.name) : words.count(attached.length)}
      </output>
      {asked && (
        <Suspense>
          <EncodingDialog {...asked} />
        </Suspense>
      )}
    </>
  )
}

/** For the part of the screen on which files can be dropped. */
export const dropTarget = (control: AttachControl) => ({
  onDragOver(event: DragEvent) {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    control.hold(true)
  },
  onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget))
      control.hold(false)
  },
  onDrop(event: DragEvent) {
    if (!hasFiles(event)) return
    event.preventDefault()
    control.hold(false)
    void control.attach([...event.dataTransfer.files])
  },
  onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData
    // What is copied from a text often comes as a picture as well.
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    void control.attach([...files])
  },
})

/** Over the chat while files are held above it. */
export function DropCover({ control }: AttachProps) {
  if (!useStore(control.state, ({ isOver }) => isOver)) return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-sheet/85 text-lg font-semibold"
    >
      {words.drop}
    </div>
  )
}
