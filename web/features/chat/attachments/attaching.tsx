import { useQueryClient } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { useStore } from '../../../lib/store.ts'
import { messages } from '../../../messages.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import type { Attachment } from '../../document/open-text.ts'
import { useSession } from '../../document/session.tsx'
import { useAttachments } from '../api/attachments.ts'
import { chatKeys } from '../api/chat-keys.ts'
import { chatPlace } from '../failure-place.ts'
import { AttachControl } from './attach-control.ts'
import type { AttachedProps } from './attached-list.tsx'

const words = messages.attachments

const FILES = '.pdf,.docx,.fdx,.fountain,.txt,.md'
const NONE: readonly Attachment[] = []

const AttachedList = lazyExtra(async () => (await import('./attached-list.tsx')).AttachedList)

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
      <IconButton
        icon={Paperclip}
        disabled={isBusy}
        label={words.attach}
        onClick={() => input.current?.click()}
        className="size-10 rounded-full"
      />
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

/** The files that are attached, and the one that is being read. */
export function Attached(props: AttachedProps) {
  const { control, attached } = props
  const reading = useStore(control.state, (files) => files.reading)
  return (
    <>
      <Suspense>{(attached.length > 0 || reading) && <AttachedList {...props} />}</Suspense>
      <output className="sr-only">
        {reading ? words.readingNow(reading.name) : words.count(attached.length)}
      </output>
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
