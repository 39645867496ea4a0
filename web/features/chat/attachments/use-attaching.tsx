import { useQueryClient } from '@tanstack/react-query'
import { FileText, Paperclip, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { errorText } from '../../../error-text.ts'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { clearFailure, report } from '../../../ui/feedback/failures.ts'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import type { AskedEncoding } from '../../scripts/import/encoding-dialog.tsx'
import { useSession } from '../../document/session.tsx'
import type { Attachment } from '../../document/open-text.ts'
import { chatKeys } from '../api/chat-keys.ts'
import { useAttachments, useRemoveAttachment } from '../api/attachments.ts'
import { chatPlace } from '../failure-place.ts'

const words = messages.attachments

const MOST = 20
const FILES = '.pdf,.docx,.fdx,.fountain,.txt,.md'
const NONE: readonly Attachment[] = []

const EncodingDialog = lazyExtra(
  async () => (await import('../../scripts/import/encoding-dialog.tsx')).EncodingDialog,
)

type Reading = { name: string; share: number | null; waiting: number }

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Attaches files to the open text, one after the other: by button, by paste and by drop. */
export function useAttaching(isBusy: boolean, focusPrompt: () => void) {
  const { id: workId, conversationId, state, opened, begin } = useSession()
  const known = state.workId === null ? opened.data?.attachments : NONE
  const { data: attached = NONE } = useAttachments(workId, known)
  const removal = useRemoveAttachment(workId)
  const queryClient = useQueryClient()
  const [reading, setReading] = useState<Reading>()
  const [asked, setAsked] = useState<AskedEncoding>()
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const queue = useRef<File[]>([])
  const work = useRef<{ of: string; controller: AbortController }>(null)
  const place = chatPlace(conversationId)
  // What is read for another text is not attached to this one.
  useEffect(
    () => () => {
      if (work.current?.of === workId) work.current.controller.abort()
    },
    [workId],
  )

  async function attach(files: readonly File[]): Promise<void> {
    queue.current.push(...files)
    if (work.current !== null || queue.current.length === 0) return
    const controller = new AbortController()
    work.current = { of: workId, controller }
    const { signal } = controller
    clearFailure(place)
    const problems = new Set<string>()
    let title = ''
    try {
      const { attachFile, failedTitle, tooMany } = await import('./attach-file.ts')
      title = failedTitle
      let count = attached.length
      for (let file = queue.current.shift(); file; file = queue.current.shift()) {
        if (signal.aborted) break
        if (count >= MOST) {
          problems.add(tooMany)
          continue
        }
        const { name } = file
        const onProgress = (share: number | null) =>
          setReading({ name, share, waiting: queue.current.length })
        onProgress(null)
        const added = await attachFile(file, { workId, signal, onProgress, onEncoding: setAsked })
        if (typeof added === 'string') problems.add(added)
        else if (added !== null) {
          count += 1
          queryClient.setQueryData<readonly Attachment[]>(
            chatKeys.attachments(workId),
            (list = []) => (list.some(({ id }) => id === added.id) ? list : [...list, added]),
          )
          begin()
        }
      }
    } catch (error) {
      problems.add(errorText(error, words.notLoaded))
    } finally {
      queue.current = []
      work.current = null
      setReading(undefined)
      setAsked(undefined)
    }
    if (problems.size > 0)
      report(place, {
        title: title || words.attach,
        message: [...problems].join(' '),
        kind: 'error',
      })
  }

  const button = (
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
          void attach(files)
        }}
      />
    </>
  )

  const chips: ReactNode = (
    <>
      {(attached.length > 0 || reading) && (
        <ul
          aria-label={words.list}
          className="mb-2 flex max-h-24 flex-wrap gap-1.5 overflow-y-auto p-px"
        >
          {attached.map(({ id, name, characters }) => (
            <li
              key={id}
              title={words.length(characters)}
              className="inline-flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line-2 bg-sheet pl-2.5 text-sm text-ink touch:h-11"
            >
              <FileText aria-hidden="true" className="size-3.5 shrink-0 text-ink-2" />
              <span dir="auto" className="max-w-60 truncate">
                {name}
              </span>
              <button
                type="button"
                aria-label={words.remove(name)}
                title={words.removeHint}
                onClick={() => {
                  removal.mutate(id, {
                    onError: (error) =>
                      report(place, {
                        title: words.attach,
                        message: errorText(error, words.notRemoved(name)),
                        kind: 'error',
                      }),
                  })
                  focusPrompt()
                }}
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
                  work.current?.controller.abort()
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

  /** For the part of the screen on which files can be dropped. */
  const target = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget))
        setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      void attach([...event.dataTransfer.files])
    },
    onPaste: (event: ClipboardEvent) => {
      const { files, types } = event.clipboardData
      // What is copied from a text often comes as a picture as well.
      if (files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      void attach([...files])
    },
  }
  const cover = isOver && (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-sheet/85 text-lg font-semibold"
    >
      {words.drop}
    </div>
  )
  return { button, chips, target, cover }
}
