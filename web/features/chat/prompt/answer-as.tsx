import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { characterNames } from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { notesPanelMessages } from '../../../messages/notes.ts'
import { Select } from '../../../ui/form/select.tsx'
import { chatKeys } from '../api/chat-keys.ts'

const { readers, answerAs: words } = notesPanelMessages
const isReader = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name)

/** The readers that writers have described. */
const useOwnReaders = () =>
  useQuery({
    queryKey: chatKeys.readers,
    queryFn: ({ signal }) =>
      dataOf(
        supabase()
          .from('prompts')
          .select('id, name')
          .eq('kind', 'reader')
          .order('name')
          .abortSignal(signal),
      ),
    ...listRetry,
    staleTime: 30_000,
  })

/** How many characters are offered: those who speak most. */
const MOST = 30

type AnswerAsProps = {
  /** The script, whose characters can answer. */
  text: string
  as: string | null
  onAs: (as: string | null) => void
  isBusy: boolean
}

/** Whom the answer to a question speaks for. */
export function AnswerAs({ text, as, onAs, isBusy }: AnswerAsProps) {
  const { data: own = [] } = useOwnReaders()
  const characters = useMemo(() => characterNames(parse(text)).slice(0, MOST), [text])
  const isKnown =
    as === null || isReader(as) || characters.includes(as) || own.some(({ id }) => id === as)
  const option = (value: string, name: string) => (
    <option key={value} value={value}>
      {words.as(name)}
    </option>
  )
  return (
    <Select
      aria-label={words.label}
      disabled={isBusy}
      value={as ?? ''}
      onChange={({ target }) => onAs(target.value === '' ? null : target.value)}
      className="h-8 max-w-full truncate rounded-full text-sm"
    >
      <option value="">{words.nobody}</option>
      <optgroup label={words.readers}>
        {Object.entries(readers).map(([id, name]) => option(id, name))}
        {own.map(({ id, name }) => option(id, name))}
      </optgroup>
      {characters.length > 0 && (
        <optgroup label={words.characters}>{characters.map((name) => option(name, name))}</optgroup>
      )}
      {!isKnown && option(as, as)}
    </Select>
  )
}

/** Says as whom an answer speaks. */
export function AnsweredAs({ as }: { as: string }) {
  const { data: own = [] } = useOwnReaders()
  const name = isReader(as) ? readers[as] : (own.find(({ id }) => id === as)?.name ?? as)
  return <span className="px-[11px] py-1 wrap-anywhere text-ink-2">{words.answered(name)}</span>
}
