import { useId, useState } from 'react'
import type { Source } from '../../../contract/reading.ts'
import { reasonOf } from '../../error-text.ts'
import { bibleMessages } from '../../messages/bible.ts'
import { Button } from '../../ui/button/button.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { type Entry, type EntryFields, isFull } from './api/bible.ts'
import type { Proposal, useProposing } from './api/readings.ts'
import { EntryForm } from './entry-form.tsx'
import { Quotes } from './quotes.tsx'
import { giveLostFocus } from '../../lib/focus.ts'

const words = bibleMessages.proposals

/** To be called before a card goes: what gets the focus that its button has. */
function neighbourOf(button: Element): HTMLElement | null {
  const card = button.closest('li')
  const next = card?.nextElementSibling ?? card?.previousElementSibling
  return next?.querySelector('button') ?? button.closest<HTMLElement>('[data-side-panel]')
}

type ProposalsProps = {
  userId: string
  proposals: readonly Proposal[]
  entries: readonly Entry[]
  proposing: ReturnType<typeof useProposing>
  onShow: (source: Source) => void
}

/** What a reading proposes for the bible, until the writer has decided. */
export function Proposals({ userId, proposals, entries, proposing, onShow }: ProposalsProps) {
  const id = useId()
  const [busy, setBusy] = useState<'accept' | 'reject' | null>(null)
  if (proposals.length === 0) return null
  const ids = proposals.map((each) => each.id)

  async function decide(what: 'accept' | 'reject', which: string[], target: Element) {
    const neighbour = neighbourOf(target)
    setBusy(what)
    try {
      if (what === 'accept') await proposing.accept(which)
      else await proposing.reject(which)
      if (what === 'reject')
        showToast({
          title: words.rejected(which.length),
          action: { label: words.undo, run: () => void undo(which) },
        })
    } catch (error) {
      const reason = isFull(error) ? bibleMessages.full : reasonOf(error)
      showToast({ title: words.failed(reason), kind: 'error' })
      return
    } finally {
      setBusy(null)
    }
    requestAnimationFrame(() => giveLostFocus(neighbour))
  }
  async function undo(which: string[]): Promise<void> {
    try {
      await proposing.undoReject(which)
    } catch (error) {
      showToast({ title: words.failed(reasonOf(error)), kind: 'error' })
    }
  }

  return (
    <section aria-labelledby={id} className="mb-5">
      <div className="flex min-h-9 flex-wrap items-center pb-1 pl-3">
        <h3 id={id} className="flex gap-1.5 text-sm text-ink-2">
          {words.title}
          <span>{proposals.length}</span>
        </h3>
        {proposals.length > 1 && (
          <span className="ml-auto flex">
            <Button
              variant="ghost"
              size="sm"
              className="px-2"
              disabled={busy !== null}
              onClick={({ currentTarget }) => void decide('reject', ids, currentTarget)}
            >
              {words.rejectAll}
            </Button>
            <Button
              size="sm"
              className="px-2"
              disabled={busy !== null}
              onClick={({ currentTarget }) => void decide('accept', ids, currentTarget)}
            >
              {words.acceptAll}
            </Button>
          </span>
        )}
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {proposals.map((proposal) => (
          <li
            key={proposal.id}
            data-proposal={proposal.id}
            className="grid grid-cols-[minmax(0,1fr)] gap-2.5 rounded-md border border-line bg-sheet p-3"
          >
            <ProposalCard
              proposal={proposal}
              known={entries.find((entry) => entry.id === proposal.entry_id)}
              isBusy={busy !== null}
              onDecide={(what, target) => void decide(what, [proposal.id], target)}
              onSave={(fields) => proposing.acceptChanged(proposal.id, fields)}
              {...{ userId, onShow }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type ProposalCardProps = Pick<ProposalsProps, 'userId' | 'onShow'> & {
  proposal: ProposalsProps['proposals'][number]
  /** The entry that it would change. */
  known: Entry | undefined
  isBusy: boolean
  onDecide: (what: 'accept' | 'reject', target: Element) => void
  onSave: (fields: EntryFields) => Promise<unknown>
}

function ProposalCard(props: ProposalCardProps) {
  const { userId, proposal, known, isBusy, onDecide, onSave, onShow } = props
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing)
    return (
      <EntryForm
        userId={userId}
        id={proposal.id}
        entry={{ ...proposal, updated_at: '' }}
        kind={proposal.kind}
        fixed={known ? ['kind', 'name'] : ['kind']}
        saveLabel={words.accept}
        onSave={onSave}
        onClose={() => setIsEditing(false)}
      />
    )
  return (
    <>
      <h4 className="flex min-w-0 items-baseline gap-2">
        <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
          {proposal.name}
        </span>
        <span className="ml-auto shrink-0 text-sm text-ink-2">
          {bibleMessages.kinds[proposal.kind]}, {known ? words.isChange : words.isNew}
        </span>
      </h4>
      {proposal.aliases.length > 0 && (
        <p dir="auto" className="text-sm text-ink-2">
          {bibleMessages.alsoCalled(proposal.aliases)}
        </p>
      )}
      <p dir="auto" className="text-md whitespace-pre-wrap wrap-anywhere">
        {proposal.body}
      </p>
      {known && known.body !== '' && (
        <p className="text-sm whitespace-pre-wrap text-ink-2 wrap-anywhere">
          <span className="font-semibold">{words.now}:</span> <span dir="auto">{known.body}</span>
        </p>
      )}
      <Quotes sources={proposal.sources} onShow={onShow} />
      <div className="flex flex-wrap gap-1">
        <Button
          size="sm"
          aria-label={words.acceptThis(proposal.name)}
          disabled={isBusy}
          onClick={({ currentTarget }) => onDecide('accept', currentTarget)}
        >
          {words.accept}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={words.editThis(proposal.name)}
          className="px-2"
          onClick={() => setIsEditing(true)}
        >
          {words.edit}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={words.rejectThis(proposal.name)}
          className="px-2"
          disabled={isBusy}
          onClick={({ currentTarget }) => onDecide('reject', currentTarget)}
        >
          {words.reject}
        </Button>
      </div>
    </>
  )
}
