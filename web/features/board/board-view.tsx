import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { Scene } from '../../../screenplay/layout.ts'
import { isFocusLost, whenRendered } from '../../lib/focus.ts'
import { useStore } from '../../lib/store.ts'
import { useControl } from '../../lib/use-control.ts'
import { boardMessages } from '../../messages/board.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { type Around, type BoardCommand, BoardControl, type ShowCard } from './board-control.ts'
import { BoardDrag } from './board-drag.tsx'
import type { BoardText } from './board-store.ts'
import { BoardToolbar, ScopeChip } from './board-toolbar.tsx'
import { HINT_ID } from './card-view.tsx'
import { ColumnView, TitleForm } from './column-view.tsx'
import { RhythmStrip } from './rhythm-strip.tsx'

const words = boardMessages

export type BoardViewProps = Around & {
  showCard: Ref<ShowCard>
  text: BoardText
  /** As last laid out. */
  scenes: readonly Scene[] | undefined
  /** Where notes are that are not part of the text, in order. */
  notes: readonly { start: number }[]
  /** Where the tools go. */
  bar: HTMLElement | null
  /** Leads back to the page, among the tools. */
  toPage: ReactNode
  commands: ReactNode
  /** What can be done here, for the command palette. */
  onCommands: (commands: readonly BoardCommand[]) => void
}

function useBoardControl(props: BoardViewProps): BoardControl {
  const { text, scenes, notes } = props
  const [{ control, of }, setControl] = useState(() => ({
    of: text,
    control: new BoardControl(text, scenes),
  }))
  if (of !== text) setControl({ of: text, control: new BoardControl(text, scenes) })
  useControl(control, props)
  useEffect(() => control.setFacts(scenes, notes), [control, scenes, notes])
  return control
}

/** Moves the focus to the card that is wanted, once it is rendered. */
function useWantedFocus(control: BoardControl, root: HTMLElement | null): void {
  const { state } = control
  const wanted = useStore(state, (shown) => shown.wanted)
  useLayoutEffect(() => {
    if (!wanted || !root) return undefined
    const find = () => {
      const { tabStop } = state.get()
      return root.querySelector<HTMLElement>(
        tabStop === null ? '[data-board]' : `[data-card="${tabStop}"]`,
      )
    }
    return whenRendered(find, (target) => {
      if (wanted.why === 'focus') target.focus({ preventScroll: true })
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
  }, [state, wanted, root])
  useEffect(() => {
    // What led here is gone, and with it the focus.
    if (isFocusLost()) control.want()
  }, [control])
}

/** Escape ends what is selected. */
function useEscape(control: BoardControl, parts: readonly (HTMLElement | null)[]): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { key, target, defaultPrevented } = event
      if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return
      const isHere = target === document.body || parts.some((part) => part?.contains(target))
      if (!isHere || !control.isAnySelected()) return
      event.preventDefault()
      control.selectNothing()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
    // oxlint-disable-next-line react/exhaustive-deps -- the parts, not their list
  }, [control, ...parts])
}

/** The script as cards. Everything that is done here is a change of the text, and one step of its undo history. */
export function BoardView(props: BoardViewProps) {
  const { bar, scope, onCommands } = props
  const control = useBoardControl(props)
  const [root, setRoot] = useState<HTMLElement | null>(null)
  useImperativeHandle(props.showCard, () => control.showCard)
  useWantedFocus(control, root)
  useEscape(control, [root, bar])
  useEffect(() => {
    onCommands(control.commands())
    return () => onCommands([])
  }, [onCommands, control])
  const hasFocus = () => root?.contains(document.activeElement) ?? false
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything inside
    <div
      ref={setRoot}
      className="flex min-h-0 flex-1 flex-col"
      onClick={({ target }) => {
        const isBeside = target instanceof Element && target.matches('[data-board]')
        if (isBeside && control.isAnySelected()) control.selectNothing()
      }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return
        if (event.target instanceof Element && event.target.closest('input, textarea')) return
        const key = event.key.toLowerCase()
        if (key === 'z') control.step(event.shiftKey ? 'redo' : 'undo', hasFocus())
        else if (key === 'y') control.step('redo', hasFocus())
        else return
        event.preventDefault()
      }}
    >
      {bar &&
        createPortal(
          <BoardToolbar
            control={control}
            about={scope?.label ?? null}
            hasFocus={hasFocus}
            commands={props.commands}
          >
            {props.toPage}
          </BoardToolbar>,
          bar,
        )}
      {scope && (
        <div className="flex shrink-0 border-b border-line bg-sheet px-3 py-1.5 sm:hidden">
          <ScopeChip label={scope.label} onRemove={control.selectNothing} />
        </div>
      )}
      <RhythmStrip control={control} />
      <BoardDrag control={control} container={root}>
        <Columns control={control} />
      </BoardDrag>
      <TemplateQuestion control={control} />
      <span id={HINT_ID} hidden>
        {words.hint}
      </span>
      <Said control={control} />
    </div>
  )
}

type PartProps = { control: BoardControl }

function Columns({ control }: PartProps) {
  const { state } = control
  const { columns, cards } = useStore(state, (shown) => shown.board)
  const isNaming = useStore(state, (shown) => shown.isNaming)
  const isEmpty = useStore(
    state,
    ({ draft, board }) =>
      draft === null && board.cards.length === 0 && board.columns.every(({ section }) => !section),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape does the same
    <div
      data-board=""
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also without cards
      tabIndex={cards.length === 0 ? 0 : undefined}
      className="flex min-h-0 flex-1 items-start gap-3.5 overflow-x-auto overflow-y-hidden px-4 py-3 [scrollbar-width:thin]"
    >
      {!isEmpty &&
        columns.map((column) => <ColumnView key={column.id} column={column} control={control} />)}
      {isNaming && (
        <div className="w-[min(300px,86vw)] shrink-0">
          <TitleForm title="" onDone={control.addColumn} />
        </div>
      )}
      {isEmpty && !isNaming && (
        <p className="m-auto max-w-80 text-center text-ink-2">{words.empty}</p>
      )}
    </div>
  )
}

/** Asks whether a template's ideas go into the columns that the script has. */
function TemplateQuestion({ control }: PartProps) {
  const mapped = useStore(control.state, (shown) => shown.mapped)
  const into = mapped ? control.intoOf(mapped) : []
  const names = mapped?.columns.map(({ title }, at) => ({
    title,
    into: into[at]?.section?.heading ?? null,
  }))
  return (
    <ConfirmDialog
      open={mapped !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) control.leaveTemplate()
      }}
      title={words.mapping.title}
      description={mapped && names ? words.mapping.text(mapped.name, names) : ''}
      cancelLabel={words.card.cancel}
      confirmLabel={words.mapping.into}
      other={{
        label: words.mapping.asNew,
        onChoose() {
          control.insertMapped(false)
          control.leaveTemplate()
        },
      }}
      onConfirm={async () => control.insertMapped(true)}
      onFailure={() => words.refused}
    />
  )
}

/** What happened, for screen readers, and how many cards are in the filter. */
function Said({ control }: PartProps) {
  const said = useStore(control.state, (shown) => shown.said)
  const count = useStore(control.state, ({ board }) => board.cards.length)
  const found = useStore(control.state, ({ board, isDimmed }) =>
    isDimmed ? board.cards.filter((card) => !isDimmed(card)).length : null,
  )
  return (
    <>
      <output className="sr-only">{said}</output>
      {found !== null && (
        <output className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full border border-line bg-sheet px-3 py-1 text-sm text-ink-2">
          {words.inFilter(found, count)}
        </output>
      )}
    </>
  )
}
