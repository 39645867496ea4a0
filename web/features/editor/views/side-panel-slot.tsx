import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { loadedPart, useLoadedPart, type LoadedPart } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { SidePanelHeader } from '../../../ui/layout/side-panel-header.tsx'
import { SplitHandle, useStoredWidth, type WidthLimits } from '../../../ui/layout/split-handle.tsx'
import { useSession } from '../../document/session.tsx'
import { type SidePanelName, type SidePanelProps, sidePanel } from '../../document/side-panel.ts'
import { fitsComfortably, fitsLegibly, STRIP_WIDTH, useWidth } from '../../page/use-page-size.ts'
import type { EditorControl } from '../editor-control.ts'
import type { View } from '../state/view-choice.ts'
import { PartLoading } from './side-screens.tsx'

const words = messages.editor.sidePanels

const panels: Record<SidePanelName, LoadedPart<SidePanelProps>> = {
  bible: loadedPart(async () => (await import('../../bible/bible-panel.tsx')).BiblePanel),
  notes: loadedPart(async () => (await import('../../notes/notes-panel.tsx')).NotesPanel),
}

/** Loads the code of all panels. */
export const loadPanels = () => Promise.all(Object.values(panels).map(({ load }) => load()))

const PANEL_WIDTH: WidthLimits = {
  stored: 'script-writer-side-panel-width',
  first: 320,
  min: 280,
  max: 560,
}
/** What the chat keeps. */
const CHAT_WIDTH = 480
/** Narrower than this it covers everything (`sm`). */
const PHONE_WIDTH = 640

/** How wide the panel can be beside the rest; null if it has to lie over it. */
function roomBeside(free: number, view: View): number | null {
  const fits = (width: number) =>
    view === 'chat' ? free - width >= CHAT_WIDTH : fitsComfortably(free - width)
  if (!fits(PANEL_WIDTH.min)) {
    // Smaller text can be read beside its notes; text under a panel cannot.
    const isLegible = view !== 'chat' && fitsLegibly(free - PANEL_WIDTH.min - STRIP_WIDTH)
    return isLegible ? PANEL_WIDTH.min : null
  }
  let width = PANEL_WIDTH.max
  while (!fits(width)) width -= 1
  return width
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  // The first Escape clears the search.
  if (event.target instanceof HTMLInputElement && event.target.type === 'search')
    if (event.target.value !== '') return
  event.preventDefault()
  sidePanel.close()
}

type SidePanelSlotProps = {
  name: SidePanelName
  /** The row that it is in. */
  row: HTMLElement
  /** The pixels of the row that are neither the panel's nor the page's. */
  taken: number
  view: View
  onPage: EditorControl['onPage']
}

/** A panel beside the page, above it where there is no room, and over everything on a phone. */
export function SidePanelSlot({ name, row, taken, view, onPage }: SidePanelSlotProps) {
  const width = useWidth(row) ?? 0
  const room = roomBeside(width - taken, view)
  const place = room !== null ? 'beside' : width < PHONE_WIDTH ? 'sheet' : 'over'
  const size = useStoredWidth(PANEL_WIDTH)
  const shown = useRef<HTMLElement>(null)

  // It would cover the page of somebody who did not ask for it.
  const onArrival = useEffectEvent(() => {
    if (place !== 'beside' && !sidePanel.isAwaited()) sidePanel.hide()
  })
  useEffect(() => onArrival(), [])
  useEffect(() => {
    const box = shown.current
    // A form in it may have taken it.
    if (box && sidePanel.takeFocus(place === 'beside') && !box.contains(document.activeElement))
      box.focus({ preventScroll: true })
  })
  useEffect(() => {
    sidePanel.covers = place === 'over'
    return () => {
      sidePanel.covers = false
    }
  }, [place])

  useEffect(() => {
    sidePanel.isSheet.set(place === 'sheet')
    return () => sidePanel.isSheet.set(false)
  }, [place])

  /** What to do on the page once nothing covers it. */
  const onThePage = useRef<() => void>(undefined)
  const panel = (
    <Panel
      key={name}
      name={name}
      onPage={(act) => {
        if (place !== 'sheet') return onPage(act)
        onThePage.current = () => onPage(act)
        sidePanel.hide()
      }}
    />
  )
  if (place === 'sheet')
    return (
      <Radix.Root open onOpenChange={(isOpen) => isOpen || sidePanel.close()}>
        <Radix.Portal>
          <Radix.Content
            data-side-panel=""
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              if (sidePanel.takeFocus(false) && event.currentTarget instanceof HTMLElement)
                event.currentTarget.focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              const act = onThePage.current ?? sidePanel.focusOpener
              act()
            }}
            className="fixed inset-0 z-50 flex flex-col bg-paper pb-[env(safe-area-inset-bottom)] outline-none"
          >
            <Radix.Title className="sr-only">{words[name].open}</Radix.Title>
            {panel}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of everything inside
    <aside
      ref={shown}
      tabIndex={-1}
      data-side-panel=""
      aria-label={words[name].open}
      onKeyDown={onKeyDown}
      className={
        place === 'beside'
          ? 'flex min-h-0 shrink-0 bg-paper outline-none'
          : 'absolute inset-y-0 right-0 z-30 flex max-w-full border-l border-line bg-paper shadow-raised outline-none'
      }
    >
      {room !== null && (
        <SplitHandle
          label={words.resize}
          width={Math.min(size.width, room)}
          limits={{ ...PANEL_WIDTH, max: room }}
          onWidth={(wanted) => size.setWidth(Math.min(wanted, room))}
          isBefore
        />
      )}
      <div
        style={{ width: room === null ? PANEL_WIDTH.first + 40 : Math.min(size.width, room) }}
        className="flex min-w-0 flex-col"
      >
        {panel}
      </div>
    </aside>
  )
}

type PanelProps = { name: SidePanelName; onPage: EditorControl['onPage'] }

function Panel({ name, onPage }: PanelProps): ReactNode {
  const { text } = useSession()
  const { Part, hasFailed, retry } = useLoadedPart(panels[name])
  if (Part && text.workId !== null)
    return (
      <Part
        key={text.workId}
        workId={text.workId}
        onPage={onPage}
        onClose={() => sidePanel.close()}
      />
    )
  return (
    <>
      <SidePanelHeader
        title={words[name].open}
        closeLabel={words.close}
        onClose={() => sidePanel.close()}
      />
      <PartLoading
        label={words[name].loading}
        failure={hasFailed ? words[name].failed : null}
        onRetry={retry}
      />
    </>
  )
}
