import type { EditorView } from '@codemirror/view'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import {
  type FindQuery,
  characterCalled,
  characterNames,
  replaceMatches,
} from '../../../../screenplay/editing.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { changesOf } from '../../document/text/changes.ts'
import { screenplayOf } from '../editor/typing/edits.ts'
import { receiveTypedAhead } from '../typed-ahead.ts'
import { followMatches, goToMatch, matchesIn, setQuery } from '../editor/found-text.ts'

const { find } = messages.pageView

type Within = 'all' | 'dialogue' | 'headings' | `character:${string}`

const withinOf = (value: Within): FindQuery['within'] =>
  value.startsWith('character:')
    ? { character: value.slice('character:'.length) }
    : (value as 'all')

type FindPanelProps = {
  view: EditorView
  onClose: () => void
  onRename: (from: string, to: string) => void
}

/** Finds and replaces, in everything, in dialogue, in headings or in one character's lines. */
export function FindPanel({ view, onClose, onRename }: FindPanelProps) {
  const follow = useCallback((listener: () => void) => followMatches(view, listener), [view])
  const count = useSyncExternalStore(follow, () => matchesIn(view))
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => {
    const { from, to } = view.state.selection.main
    const selected = view.state.sliceDoc(from, to)
    return selected.includes('\n') ? '' : selected
  })
  const [replacement, setReplacement] = useState('')
  const [caseSensitive, setCaseSensitive] = useState(false)
  const [wholeWords, setWholeWords] = useState(false)
  const [within, setWithin] = useState<Within>('all')
  const [done, setDone] = useState<{ query: FindQuery; text: string }>()
  const { state } = view
  const character = useMemo(() => characterCalled(screenplayOf(state), text), [state, text])
  const query = useMemo(
    (): FindQuery => ({ text, caseSensitive, wholeWords, within: withinOf(within) }),
    [text, caseSensitive, wholeWords, within],
  )

  const doneText = done?.query === query ? done.text : ''
  const isBare = doneText === '' && character === undefined

  useEffect(() => {
    box.current?.focus()
    if (!receiveTypedAhead(setText)) box.current?.select()
  }, [])
  useEffect(() => {
    view.dispatch({ effects: setQuery.of(query) })
  }, [view, query])
  useEffect(() => () => view.dispatch({ effects: setQuery.of(null) }), [view])

  function go(direction: 1 | -1): void {
    goToMatch(view, direction)
  }

  function close(): void {
    onClose()
    view.focus()
  }

  /** Replaces all matches, or the one at a place. */
  function replace(at?: { start: number; end: number }): void {
    const asked = replaceMatches(screenplayOf(view.state), query, replacement, at)
    if (asked.splices.length > 0) {
      const changes = view.state.changes(changesOf(asked.splices))
      view.dispatch({
        changes,
        ...(at && { selection: { anchor: changes.mapPos(at.end, 1) } }),
        userEvent: at ? 'input.replace' : 'input.replace.all',
      })
    }
    const isSeen = at !== undefined && asked.skipped === 0
    setDone({ query, text: isSeen ? '' : find.replaced(asked.replaced, asked.skipped) })
  }

  function replaceOne(): void {
    const { from, to } = view.state.selection.main
    if (count.number > 0) replace({ start: from, end: to })
    go(1)
  }

  function replaceAll(): void {
    if (count.of > 0) replace()
  }

  function rename(name: string): void {
    // The dialog returns the focus to where it was.
    view.focus()
    onRename(name, replacement)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && event.target === box.current) go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the fields inside
    <search
      aria-label={find.label}
      onKeyDown={onKeyDown}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sheet px-3 py-2 text-sm"
    >
      <span className="flex min-w-0 flex-1 basis-64 items-center gap-1.5">
        <Input
          ref={box}
          value={text}
          aria-label={find.text}
          placeholder={find.text}
          onChange={({ target }) => setText(target.value)}
          className="h-8 min-w-0 flex-1"
        />
        <output className="w-18 shrink-0 text-center text-ink-2" aria-live="polite">
          {text === '' ? '' : find.count(count.number, count.of)}
        </output>
        <Button variant="ghost" size="sm" aria-label={find.previous} onClick={() => go(-1)}>
          <ArrowUp />
        </Button>
        <Button variant="ghost" size="sm" aria-label={find.next} onClick={() => go(1)}>
          <ArrowDown />
        </Button>
      </span>
      <span className="flex min-w-0 flex-1 basis-64 items-center gap-1.5">
        <Input
          value={replacement}
          aria-label={find.replacement}
          placeholder={find.replacement}
          onChange={({ target }) => setReplacement(target.value)}
          className="h-8 min-w-0 flex-1"
        />
        <Button size="sm" onClick={replaceOne} aria-disabled={count.of === 0}>
          {find.replace}
        </Button>
        <Button size="sm" onClick={replaceAll} aria-disabled={count.of === 0}>
          {find.replaceAll}
        </Button>
      </span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Checkbox label={find.caseSensitive} checked={caseSensitive} onChange={setCaseSensitive} />
        <Checkbox label={find.wholeWords} checked={wholeWords} onChange={setWholeWords} />
        <WithinChoice view={view} within={within} onWithin={setWithin} />
        <Button variant="ghost" size="sm" aria-label={find.close} onClick={close}>
          <X />
        </Button>
      </span>
      <span
        className={isBare ? 'sr-only' : 'flex basis-full flex-wrap items-center gap-x-4 gap-y-2'}
      >
        {character !== undefined && (
          <span className="flex min-w-0 items-center gap-2 wrap-anywhere text-ink-2">
            {find.isCharacter(character)}
            <Button size="sm" onClick={() => rename(character)}>
              {find.rename}
            </Button>
          </span>
        )}
        <span aria-live="polite" className="text-ink-2">
          {doneText}
        </span>
      </span>
    </search>
  )
}

type WithinChoiceProps = {
  view: EditorView
  within: Within
  onWithin: (within: Within) => void
}

function WithinChoice({ view, within, onWithin }: WithinChoiceProps) {
  // The names as they were when the panel opened.
  const [characters] = useState(() => characterNames(screenplayOf(view.state)))
  const withinId = useId()
  return (
    <label htmlFor={withinId} className="flex items-center gap-1.5 text-ink-2">
      {find.within}
      <Select
        id={withinId}
        value={within}
        onChange={({ target }) => onWithin(target.value as Within)}
        className="h-8"
      >
        <option value="all">{find.everything}</option>
        <option value="dialogue">{find.dialogue}</option>
        <option value="headings">{find.headings}</option>
        {characters.map((name) => (
          <option key={name} value={`character:${name}`}>
            {find.linesOf(name)}
          </option>
        ))}
      </Select>
    </label>
  )
}
