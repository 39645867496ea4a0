import type { EditorView } from '@codemirror/view'
import { Columns3, Command, FileText } from 'lucide-react'
import {
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../../lib/class-names.ts'
import { giveLostFocus } from '../../lib/focus.ts'
import { useLoadedPart } from '../../lib/loading/loaded-part.ts'
import { useStore } from '../../lib/store.ts'
import { useControl } from '../../lib/use-control.ts'
import { afterPaint } from '../../lib/timing.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { ChoiceGroup } from '../../ui/button/choice-group.tsx'
import { SplitHandle, useStoredWidth } from '../../ui/layout/split-handle.tsx'
import { BottomSheet } from '../../ui/overlay/bottom-sheet.tsx'
import type { BoardViewProps } from '../board/board-view.tsx'
import { SaveLine } from '../document/save-line.tsx'
import type { TextRange } from '../document/scope/scope.ts'
import { textOf } from '../document/text/changes.ts'
import type { WorkingText } from '../document/text/working-text.ts'
import type { ScriptFacts } from '../../script-worker/script-facts.ts'
import { boardTextOf } from './board-link.ts'
import type { PageNotes } from './editor/notes/page-notes.ts'
import type { PageOrigins } from './editor/origins/page-origins.ts'
import type { PageReviews } from './editor/review/page-reviews.ts'
import type { StreamingAnswer } from './editor/streaming/streaming-answer.ts'
import { jump } from './editor/typing/edits.ts'
import {
  FindPanel,
  loadLaterParts,
  NotesPart,
  OriginsPart,
  OverlapPart,
  PageViewDialogs,
  ReadingMode,
  ReviewPart,
  SceneList,
  SceneStrip,
  ScopeMark,
  StreamingPart,
} from './later-parts.ts'
import { PageControl } from './page-control.ts'
import type { PaletteCommand } from './panels/command-palette.tsx'
import { AccountGoal, PageStatus } from './panels/page-status.tsx'
import { ProductionMenu } from './production/production-menu.tsx'
import { ScriptPage } from './script-page.tsx'
import type { BoardHandle } from './scope/page-handle.ts'
import { chosenScenes, type PageScope } from './scope/page-scope.ts'
import { loadedBoard, showAs, shownAs } from './shown-as.ts'
import { ElementBar } from './tools/element-bar.tsx'
import { PageToolbar } from './tools/page-toolbar.tsx'
import { captureTypeAhead } from './typed-ahead.ts'
import { usePageViewCommands } from './use-page-view-commands.ts'
import { LIST_WIDTH, sceneItems, useShownScenes } from './use-shown-scenes.ts'

type PageViewProps = {
  userId: string
  workId: string
  text: WorkingText
  title: string
  scope: PageScope
  reviews: PageReviews
  /** The answer that is being written. */
  streaming: StreamingAnswer | null
  onHistory: () => void
  /** Undefined without Learning Loop access. */
  onExamples: (() => void) | undefined
  /** Shows the page and nothing else. */
  isFocusMode: boolean
  onFocusMode: (isOn: boolean) => void
  /** Marked in the margin, if the writer wants to see it. */
  origins: PageOrigins | null
  /** Notes on the script; null until they are known. */
  notes: PageNotes | null
  /** Added to the command palette and to the status line below the page. */
  commands: readonly PaletteCommand[]
  status: ReactNode
}

const countsOf = (facts: ScriptFacts, { page, scene }: { page: string | null; scene: number }) => ({
  page,
  scene: scene < 0 ? null : scene + 1,
  // An empty script has a page to write on.
  pages: page === null ? facts.pages : Math.max(1, facts.pages),
  eighths: facts.eighths,
  minutes: facts.minutes,
  scenes: facts.scenes.length,
  words: facts.words,
})

const NO_PLACES: readonly TextRange[] = []
const noPlaces = () => NO_PLACES
const never = () => () => undefined

/** On the board nobody is at a place of the page. */
const NOWHERE = { page: null, scene: -1 }

/** Keeps keys out of the script while a panel loads: they are meant for the panel's field. */
function TypeAheadCapture({ view }: { view: EditorView | null }) {
  useEffect(() => {
    view?.contentDOM.blur()
    const stop = captureTypeAhead()
    return () => {
      stop()
      // The panel takes the focus from the page, and returns it there when it closes.
      view?.focus()
    }
  }, [view])
  return null
}

const SHOW_AS_CHOICES = [
  ['page', messages.pageView.showAs.page, <FileText key="icon" aria-hidden="true" />],
  ['board', messages.pageView.showAs.board, <Columns3 key="icon" aria-hidden="true" />],
] as const

/** The board, or what is shown while its code is loading or if it could not be loaded. */
function BoardPart(props: BoardViewProps) {
  const { Part, hasFailed, retry } = useLoadedPart(loadedBoard)
  if (Part) return <Part {...props} />
  return (
    <output className="m-auto grid justify-items-center gap-3 text-md text-ink-2">
      {hasFailed ? messages.pageView.boardFailed : messages.pageView.loadingBoard}
      {hasFailed && <Button onClick={retry}>{messages.common.retry}</Button>}
    </output>
  )
}

const StripPlace = () => <div className="w-9 shrink-0 border-r border-line" />

type ShownScenes = ReturnType<typeof useShownScenes>

/** What every part of the page is given. */
type Shared = PageViewProps & { control: PageControl; isBoard: boolean; scenes: ShownScenes }

const SHOW_AS = (isBoard: boolean) => (
  <ChoiceGroup
    label={messages.pageView.showAs.label}
    choices={SHOW_AS_CHOICES}
    chosen={isBoard ? 'board' : 'page'}
    onChoose={showAs}
    className="mr-1"
  />
)

/** Counts and scenes may come a moment later than the next key. */
const useFacts = ({ state }: PageControl): ScriptFacts | null =>
  useDeferredValue(useStore(state, (page) => page.facts))

function useBoardHandle(control: PageControl, board: HTMLElement | null): BoardHandle {
  return useMemo(
    () => ({
      focus: () => board?.querySelector<HTMLElement>('[data-card][tabindex="0"]')?.focus(),
      hasFocus: () => board?.contains(document.activeElement) ?? false,
      leave: () => flushSync(() => showAs('page')),
      showCard: (offset, why) => control.showCard.current?.(offset, why) ?? false,
    }),
    [control, board],
  )
}

/** The page with its tools, scenes and counts. */
export function PageView(props: PageViewProps) {
  const { userId, text, title, scope, isFocusMode } = props
  const [control] = useState(() => new PageControl(userId))
  const view = useStore(control.state, (page) => page.view)
  const isReading = useStore(control.state, ({ open }) => open === 'reading')
  const isBoard = useStore(shownAs) === 'board' && !isFocusMode
  const [row, setRow] = useState<HTMLElement | null>(null)
  const [board, setBoard] = useState<HTMLElement | null>(null)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const list = useStoredWidth(LIST_WIDTH)
  const scenes = useShownScenes(row, list.width)
  const boardHandle = useBoardHandle(control, board)
  useControl(control, { scope, board: isBoard ? boardHandle : null })
  useEffect(loadLaterParts, [])
  const { isOver, closeCovering } = scenes
  useEffect(() => {
    if (!view || !isOver) return undefined
    view.dom.addEventListener('pointerdown', closeCovering)
    return () => view.dom.removeEventListener('pointerdown', closeCovering)
  }, [view, isOver, closeCovering])
  if (isReading)
    return (
      <Suspense>
        <ReadingMode text={textOf(text.doc)} title={title} onClose={control.close} />
      </Suspense>
    )
  const shared: Shared = { ...props, control, isBoard, scenes }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything inside
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOver && !event.defaultPrevented) {
          event.preventDefault()
          closeCovering()
          control.focus()
        } else if (control.press(event)) event.preventDefault()
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      {isBoard && <div ref={setBar} className="min-h-11 shrink-0 touch:min-h-14" />}
      {!isFocusMode && !isBoard && <Tools {...shared} />}
      <Marks {...shared} />
      {/* Under the board the page stays as it is: cursor, scrolling, what can be undone. */}
      <div className="relative flex min-h-0 flex-1">
        <div
          ref={setRow}
          inert={isBoard}
          className={classNames(
            'relative flex min-h-0 min-w-0 flex-1',
            isBoard && 'page-covered invisible',
          )}
        >
          {!isFocusMode && <ScenesBeside {...shared} list={list} />}
          <Sheet {...shared} />
        </div>
        {isBoard && (
          <div ref={setBoard} className="absolute inset-0 flex flex-col bg-paper">
            {view && <BoardLayer {...shared} view={view} bar={bar} />}
          </div>
        )}
      </div>
      <Status {...shared} />
      <BottomSheet
        title={messages.pageView.scenes}
        closeLabel={messages.common.close}
        isOpen={scenes.isSheetOpen}
        onOpenChange={scenes.toggle}
      >
        <Scenes {...shared} />
      </BottomSheet>
      <Dialogs {...shared} />
    </div>
  )
}

function Tools({ control, scenes }: Shared) {
  const { state } = control
  const view = useStore(state, (page) => page.view)
  const element = useStore(state, ({ place }) => place.element)
  const isDual = useStore(state, ({ place }) => place.isDual)
  const zoom = useStore(state, (page) => page.zoom)
  const flows = useStore(state, (page) => page.flows)
  return (
    <PageToolbar
      lead={SHOW_AS(false)}
      element={element}
      isDual={isDual}
      onElement={control.changeTo}
      areScenesShown={scenes.isShown}
      onScenes={scenes.toggle}
      onFind={() => control.open('find')}
      onPageSetup={() => control.open('page setup')}
      onPalette={() => control.open('palette')}
      onStep={flows && view ? control.step : undefined}
      zoom={zoom}
      onZoom={flows ? undefined : control.zoomTo}
    >
      <ProductionMenu view={view} />
    </PageToolbar>
  )
}

/** What is found and marked on the page. */
function Marks({ control, text, scope, reviews, streaming, origins, ...props }: Shared) {
  const view = useStore(control.state, (page) => page.view)
  const isFinding = useStore(control.state, ({ open }) => open === 'find')
  const hasReviews = useSyncExternalStore(
    useCallback((listener) => reviews.subscribe(() => afterPaint(listener)), [reviews]),
    () => reviews.shown().answers.length > 0,
  )
  const hasOverlaps = useSyncExternalStore(
    text.subscribe,
    () => text.snapshot().overlaps.length > 0,
  )
  return (
    <>
      <Suspense fallback={<TypeAheadCapture view={view} />}>
        {isFinding && view && (
          <FindPanel view={view} onClose={control.close} onRename={control.rename} />
        )}
      </Suspense>
      <Suspense>
        {scope.current && view && (
          <ScopeMark view={view} scope={scope.current} textLength={scope.textLength} />
        )}
        {streaming && view && <StreamingPart view={view} text={text} answer={streaming} />}
        {origins && view && <OriginsPart view={view} text={text} origins={origins} />}
        {props.notes && view && <NotesPart view={view} notes={props.notes} />}
        {hasOverlaps && view && <OverlapPart view={view} text={text} />}
        {/* Mounted while the answer is being written, so that its review shows at once. */}
        {(streaming || hasReviews) && view && (
          <div hidden={props.isFocusMode} className="contents">
            <ReviewPart view={view} reviews={reviews} onCommands={control.setReviewCommands} />
          </div>
        )}
      </Suspense>
    </>
  )
}

/** The index of the scene that the writer looks at; null above the first. */
const useCurrentScene = ({ state }: PageControl) =>
  useStore(state, ({ place }) => (place.scene < 0 ? null : place.scene))

function Scenes({ control, scope, scenes }: Shared) {
  const facts = useFacts(control)
  const items = useMemo(() => (facts ? sceneItems(facts) : []), [facts])
  const { current } = scope
  const chosen = useMemo(() => chosenScenes(current, facts?.scenes ?? []), [current, facts])
  const currentScene = useCurrentScene(control)
  return (
    <Suspense>
      <SceneList
        scenes={items}
        current={currentScene}
        onJump={(index) => {
          scenes.closeCovering()
          control.jumpToScene(index)
        }}
        onMove={control.moveScene}
        chosen={chosen}
        onChoose={control.choose}
        onAsk={scope.onPrompt}
      />
    </Suspense>
  )
}

type ScenesBesideProps = Shared & { list: ReturnType<typeof useStoredWidth> }

/** The scenes as a list beside the page or over it, or as a strip. */
function ScenesBeside({ list, ...shared }: ScenesBesideProps) {
  const { isBeside, isStrip, isOver } = shared.scenes
  return (
    <>
      {isBeside && (
        <>
          <div style={{ width: list.width }} className="flex shrink-0 flex-col">
            <Scenes {...shared} />
          </div>
          <SplitHandle
            label={messages.pageView.resizeScenes}
            width={list.width}
            limits={LIST_WIDTH}
            onWidth={list.setWidth}
          />
        </>
      )}
      {isStrip && <Strip {...shared} />}
      {isOver && (
        <div
          style={{ width: LIST_WIDTH.first }}
          className="absolute inset-y-0 left-0 z-20 flex max-w-full flex-col border-r border-line bg-paper shadow-raised"
        >
          <Scenes {...shared} />
        </div>
      )}
    </>
  )
}

function Strip({ control, scenes }: Shared) {
  const facts = useFacts(control)
  const items = useMemo(() => (facts ? sceneItems(facts) : []), [facts])
  const current = useCurrentScene(control)
  return (
    // The page does not move when the strip arrives, and does not wait for it.
    <Suspense fallback={<StripPlace />}>
      {facts ? (
        <SceneStrip
          scenes={items}
          current={current}
          onJump={(index) => {
            scenes.closeCovering()
            control.jumpToScene(index)
          }}
        />
      ) : (
        <StripPlace />
      )}
    </Suspense>
  )
}

function Sheet({ control, workId, text, isFocusMode }: Shared) {
  const view = useStore(control.state, (page) => page.view)
  const zoom = useStore(control.state, (page) => page.zoom)
  return (
    <ScriptPage
      workId={workId}
      text={text}
      zoom={zoom}
      isFocused={isFocusMode}
      view={view}
      onView={control.setView}
      onFlows={control.setFlows}
      events={control.events}
    />
  )
}

type BoardLayerProps = Shared & { view: EditorView; bar: HTMLElement | null }

function BoardLayer({ control, view, bar, scope, notes, streaming }: BoardLayerProps) {
  const facts = useFacts(control)
  const text = useMemo(() => boardTextOf(view), [view])
  const openNotes = useSyncExternalStore(notes?.subscribe ?? never, notes?.openPlaces ?? noPlaces)
  useEffect(
    () => () => {
      // The button that led back is gone, and with it the focus.
      if (view.dom.isConnected) giveLostFocus(view.contentDOM)
    },
    [view],
  )
  return (
    <BoardPart
      showCard={control.showCard}
      text={text}
      scenes={facts?.scenes}
      notes={openNotes}
      bar={bar}
      toPage={SHOW_AS(true)}
      commands={
        <Button
          variant="ghost"
          size="sm"
          title={messages.pageView.palette}
          aria-label={messages.pageView.palette}
          onClick={() => control.open('palette')}
        >
          <Command />
        </Button>
      }
      onCommands={control.setBoardCommands}
      onSelected={control.events.onSelected}
      scope={scope.current}
      onWholeScript={control.chooseNothing}
      onCursor={(at) => view.dispatch({ selection: { anchor: at } })}
      onOpen={(at) => {
        flushSync(() => showAs('page'))
        jump(view, at)
      }}
      onAsk={streaming ? undefined : control.askAbout}
    />
  )
}

function Status({ control, userId, isFocusMode, isBoard, status }: Shared) {
  const facts = useFacts(control)
  const place = useStore(control.state, (page) => page.place)
  const flows = useStore(control.state, (page) => page.flows)
  return (
    <>
      <div hidden={isFocusMode} className="shrink-0 border-t border-line bg-sheet keyboard:hidden">
        <PageStatus
          counts={facts && countsOf(facts, isBoard ? NOWHERE : place)}
          goal={
            facts && (
              <AccountGoal
                userId={userId}
                counts={{ words: facts.words.printed, eighths: facts.eighths }}
              />
            )
          }
        >
          <SaveLine />
          {status}
        </PageStatus>
      </div>
      {flows && !isFocusMode && !isBoard && (
        <ElementBar element={place.element} isDual={place.isDual} onElement={control.changeTo} />
      )}
    </>
  )
}

function Dialogs({ control, scope, scenes, isBoard, isFocusMode, ...props }: Shared) {
  const { view, open, renaming, boardCommands, reviewCommands } = useShownParts(control)
  const { onFocusMode } = props
  const toggleFocus = useCallback(() => onFocusMode(!isFocusMode), [isFocusMode, onFocusMode])
  const commands = usePageViewCommands(view, {
    open: control.open,
    toggleScenes: scenes.toggle,
    toggleFocus,
    ask: scope.onAsk,
    prompt: scope.onPrompt,
    showHistory: props.onHistory,
    showExamples: props.onExamples,
    isBoard,
    showAs,
  })
  return (
    <Suspense fallback={open !== null && open !== 'find' && <TypeAheadCapture view={view} />}>
      {view && (
        <PageViewDialogs
          view={view}
          open={open}
          onClose={control.close}
          renaming={renaming}
          commands={[...commands, ...boardCommands, ...props.commands, ...reviewCommands]}
        />
      )}
    </Suspense>
  )
}

const useShownParts = ({ state }: PageControl) => ({
  view: useStore(state, (page) => page.view),
  open: useStore(state, (page) => page.open),
  renaming: useStore(state, (page) => page.renaming),
  boardCommands: useStore(state, (page) => page.boardCommands),
  reviewCommands: useStore(state, (page) => page.reviewCommands),
})
