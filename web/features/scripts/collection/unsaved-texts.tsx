import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { UNTITLED } from '../../../../contract/limits.ts'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import {
  type UnsavedText,
  unsavedTextsQuery,
  useDeleteUnsaved,
  useUnsavedChanges,
} from '../api/unsaved-texts.ts'
import { automaticTitle } from '../script-title.ts'
import { previewText } from './shown-scripts.ts'
import { deletionFailure } from './use-script-deletion.ts'

const { dashboard } = messages
const { unsaved } = dashboard

const ConfirmDialog = lazyExtra(
  async () => (await import('../../../ui/overlay/confirm-dialog.tsx')).ConfirmDialog,
)

/** As many as are shown before the writer asks for more. */
const FEW = 5

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The title, or else the first words, as a text without a name is known by them. */
function unsavedName({ preview }: UnsavedText): { name: string; words: string } {
  const words = previewText(preview)
  const title = automaticTitle(null, preview)
  if (title !== UNTITLED) return { name: title, words }
  const [line = ''] = preview.split('\n', 1)
  const first = previewText(line)
  return words.startsWith(first)
    ? { name: first || UNTITLED, words: words.slice(first.length).trim() }
    : { name: UNTITLED, words }
}

/** Below the scripts: texts that were begun and never saved. Nothing if there are none. */
export function UnsavedTexts({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const section = useRef<HTMLElement>(null)
  const { data: texts = [] } = useQuery(unsavedTextsQuery(userId))
  useUnsavedChanges(userId)
  const [showsAll, setShowsAll] = useState(false)
  const [asked, setAsked] = useState<UnsavedText>()
  const [isOpen, setIsOpen] = useState(false)
  const deletion = useDeleteUnsaved(userId)
  if (texts.length === 0 && !isOpen) return null
  const shown = showsAll ? texts : texts.slice(0, FEW)
  const open = ({ work_id, conversation_id }: UnsavedText) =>
    void navigate(`/editor/${work_id}`, { state: { chat: conversation_id } })
  return (
    <section ref={section} aria-labelledby="unsaved-texts" className="mt-9">
      <h2 id="unsaved-texts" className="mb-3 text-md font-semibold">
        {unsaved.title}
      </h2>
      <ul className="divide-y divide-dashed divide-line-2 rounded-md border border-dashed border-line-2">
        {shown.map((text) => {
          const { name, words } = unsavedName(text)
          return (
            <li
              key={text.work_id}
              className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2 sm:gap-x-3.5 pr-2 pl-4 sm:flex-nowrap"
            >
              <p className="min-w-0 flex-1 basis-full truncate font-script text-sm text-ink-2 sm:basis-0">
                <b dir="auto" className="text-ink">
                  {name}
                </b>{' '}
                <span dir="auto">{words}</span>
              </p>
              <time
                dateTime={text.updated_at}
                className="flex-1 text-xs whitespace-nowrap text-ink-2 sm:flex-none"
              >
                {moment.format(new Date(text.updated_at))}
              </time>
              <Button size="sm" aria-label={unsaved.openText(name)} onClick={() => open(text)}>
                {unsaved.open}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={dashboard.remove(name)}
                onClick={() => {
                  setAsked(text)
                  setIsOpen(true)
                }}
                className="not-disabled:hover:text-bad"
              >
                <Trash2 />
                {dashboard.confirmDelete}
              </Button>
            </li>
          )
        })}
      </ul>
      {texts.length > shown.length && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setShowsAll(true)}>
          {unsaved.more(texts.length - shown.length)}
        </Button>
      )}
      <Suspense>
        <ConfirmDialog
          open={isOpen}
          onOpenChange={setIsOpen}
          danger
          title={unsaved.deleteTitle}
          subject={asked && unsavedName(asked).name}
          description={asked?.conversation_id ? unsaved.deleteWithChat : unsaved.deleteText}
          cancelLabel={dashboard.cancel}
          confirmLabel={dashboard.confirmDelete}
          onConfirm={async () => {
            if (asked) await deletion.mutateAsync(asked.work_id)
          }}
          onFailure={deletionFailure}
          onCloseAutoFocus={(event) => {
            const button = section.current?.querySelector('button')
            if (!button || deletion.isIdle) return
            event.preventDefault()
            button.focus()
          }}
        />
      </Suspense>
    </section>
  )
}
