import { redo, undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { Columns3, Command, FileText } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { changeElement, type ElementChoice } from '../../../screenplay/editing.ts'
import { classNames } from '../../lib/class-names.ts'
import { useLoadedPart } from '../../lib/loading/loaded-part.ts'
import { useStore } from '../../lib/store.ts'
import { afterPaint } from '../../lib/timing.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { ChoiceGroup } from '../../ui/button/choice-group.tsx'
import { BottomSheet } from '../../ui/overlay/bottom-sheet.tsx'
import { textOf } from '../document/text/changes.ts'
import type { BoardViewProps, ShowCard } from '../board/board-view.tsx'
import { SaveLine } from '../document/save-line.tsx'
import type { WorkingText } from '../document/text/working-text.ts'
import type { ScriptFacts } from '../../script-worker/script-facts.ts'
import { sceneItems, LIST_WIDTH, useShownScenes } from './use-shown-scenes.ts'
import type { CursorPlace } from './editor/cursor-place.ts'
import { command, jump } from './editor/typing/edits.ts'
import { boardTextOf } from './board-link.ts'
import { moveSceneTo } from './editor/typing/scene-moves.ts'
import type { Renaming } from './dialogs/rename-character.tsx'
import { ElementBar } from './tools/element-bar.tsx'
import {
  PageViewDialogs,
  FindPanel,
  StreamingPart,
  loadLaterParts,
  NotesPart,
  OriginsPart,
  OverlapPart,
  ReadingMode,
  ReviewPart,
  SceneList,
  SceneStrip,
  ScopeMark,
} from './later-parts.ts'
import type { StreamingAnswer } from './editor/streaming/streaming-answer.ts'
import type { PageNotes } from './editor/notes/page-notes.ts'
import type { PageOrigins } from './editor/origins/page-origins.ts'
import type { PageReviews } from './editor/review/page-reviews.ts'
import { PageToolbar } from './tools/page-toolbar.tsx'
import type { PaletteCommand } from './panels/command-palette.tsx'
import { noteTyped } from './panels/goal-store.ts'
import { AccountGoal, PageStatus } from './panels/page-status.tsx'
import { ProductionMenu } from './production/production-menu.tsx'
import type { TextRange } from '../document/scope/scope.ts'
import type { PageScope } from './scope/page-scope.ts'
import { usePageScope } from './scope/use-page-scope.ts'
import { loadedBoard, showAs, shownAs } from './shown-as.ts'
import { type PageEvents, ScriptPage } from './script-page.tsx'
import { captureTypeAhead } from './typed-ahead.ts'
import { type Part, usePageViewCommands } from './use-page-view-commands.ts'
import { SplitHandle, useStoredWidth } from '../../ui/layout/split-handle.tsx'
import { storeZoom, storedZoom, type Zoom } from './use-page-size.ts'

export type PageViewProps = {
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

const NO_COMMANDS: readonly PaletteCommand[] = []

const START: CursorPlace = {
  element: 'action',
  isDual: false,
  isInScene: false,
  page: '1',
  scene: -1,
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

/** The page with its tools, scenes and counts. */
export function PageView(props: PageViewProps) {
  const {
    userId,
    workId,
    text,
    title,
    scope,
    reviews,
    streaming,
    origins,
    isFocusMode,
    onFocusMode,
  } = props
  const [view, setView] = useState<EditorView | null>(null)
  const [facts, setFacts] = useState<ScriptFacts | null>(null)
  const [place, setPlace] = useState(START)
  const [zoom, setZoom] = useState(storedZoom)
  const [flows, setFlows] = useState(false)
  const [open, setOpen] = useState<Part | null>(null)
  const [renaming, setRenaming] = useState<Renaming>()
  const [row, setRow] = useState<HTMLElement | null>(null)
  const list = useStoredWidth(LIST_WIDTH)
  const shownScenes = useShownScenes(row, list.width)
  const isBoard = useStore(shownAs) === 'board' && !isFocusMode
  const [boardBar, setBoardBar] = useState<HTMLElement | null>(null)
  const boardRoot = useRef<HTMLDivElement>(null)
  const showCard = useRef<ShowCard>(null)
  const boardText = useMemo(() => view && boardTextOf(view), [view])
  const { isOver, closeCovering } = shownScenes
  useEffect(() => {
    if (!view || !isOver) return undefined
    view.dom.addEventListener('pointerdown', closeCovering)
    return () => view.dom.removeEventListener('pointerdown', closeCovering)
  }, [view, isOver, closeCovering])
  const [selected, setSelected] = useState<TextRange | null>()
  const boardHandle = useMemo(
    () => ({
      focus: () =>
        boardRoot.current?.querySelector<HTMLElement>('[data-card][tabindex="0"]')?.focus(),
      hasFocus: () => boardRoot.current?.contains(document.activeElement) ?? false,
      leave: () => flushSync(() => showAs('page')),
      showCard: ((offset, why) => showCard.current?.(offset, why) ?? false) satisfies ShowCard,
    }),
    [],
  )
  const rename = useCallback((from: string, to: string) => {
    setRenaming({ from, to })
    setOpen('rename')
  }, [])
  const inScope = usePageScope(scope, {
    view,
    onRename: rename,
    facts,
    selected,
    isInScene: place.isInScene,
    board: isBoard ? boardHandle : null,
  })
  const events = useMemo(
    (): PageEvents => ({
      // Counts and scenes may come a moment later than the next key.
      onFacts: (latest) => startTransition(() => setFacts(latest)),
      onPlace: setPlace,
      onSelected: setSelected,
      onTyped: (words) => afterPaint(() => noteTyped(userId, words)),
    }),
    [userId],
  )
  const scenes = useMemo(() => (facts ? sceneItems(facts) : []), [facts])
  const toggleFocus = useCallback(() => onFocusMode(!isFocusMode), [isFocusMode, onFocusMode])
  const commands = usePageViewCommands(view, {
    open: setOpen,
    toggleScenes: shownScenes.toggle,
    toggleFocus,
    ask: scope.onAsk,
    prompt: scope.onPrompt,
    showHistory: props.onHistory,
    showExamples: props.onExamples,
    isBoard,
    showAs,
  })
  const [boardCommands, setBoardCommands] = useState(NO_COMMANDS)
  const [reviewCommands, setReviewCommands] = useState(NO_COMMANDS)
  const hasReviews = useSyncExternalStore(
    useCallback((listener) => reviews.subscribe(() => afterPaint(listener)), [reviews]),
    () => reviews.shown().answers.length > 0,
  )
  const hasOverlaps = useSyncExternalStore(
    text.subscribe,
    () => text.snapshot().overlaps.length > 0,
  )
  const close = useCallback(() => {
    setOpen(null)
    setRenaming(undefined)
  }, [])
  useEffect(loadLaterParts, [])
  // The page that comes back gets the focus, which would otherwise be nowhere.
  const isReturning = useRef(false)
  useEffect(() => {
    if (view && isReturning.current) view.focus()
    if (view) isReturning.current = false
  }, [view])

  const showAsGroup = (
    <ChoiceGroup
      label={messages.pageView.showAs.label}
      choices={SHOW_AS_CHOICES}
      chosen={isBoard ? 'board' : 'page'}
      onChoose={showAs}
      className="mr-1"
    />
  )

  const openNotes = useSyncExternalStore(
    props.notes?.subscribe ?? never,
    props.notes?.openPlaces ?? noPlaces,
  )
  const { onChosen } = scope
  const onWholeScript = useCallback(() => onChosen(null), [onChosen])

  function askAbout(prompt: string, mode: 'change' | 'ask', range: TextRange | null): void {
    scope.onAskAbout(prompt, mode, range ? inScope.describe(range) : null)
  }

  const wasBoard = useRef(isBoard)
  useEffect(() => {
    const isBack = wasBoard.current && !isBoard
    wasBoard.current = isBoard
    // The button that led back is gone, and with it the focus.
    if (isBack && document.activeElement === document.body) view?.focus()
  }, [isBoard, view])

  function changeTo(choice: ElementChoice): void {
    if (!view) return
    command((screenplay, at) => changeElement(screenplay, at, choice), 'input')(view)
    view.focus()
  }

  function chooseZoom(chosen: Zoom): void {
    setZoom(chosen)
    storeZoom(chosen)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOver && !event.defaultPrevented) {
      event.preventDefault()
      closeCovering()
      view?.focus()
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    if (event.shiftKey) {
      if (event.key !== 'Enter') return
      event.preventDefault()
      scope.onAsk()
      return
    }
    const part = ({ f: 'find', k: 'palette' } as const)[event.key.toLowerCase()]
    if (!part) return
    event.preventDefault()
    // What is found is shown on the page.
    if (part === 'find') showAs('page')
    setOpen(part)
  }

  if (open === 'reading')
    return (
      <Suspense>
        <ReadingMode
          text={textOf(text.doc)}
          title={title}
          onClose={() => {
            isReturning.current = true
            close()
          }}
        />
      </Suspense>
    )
  const currentScene = place.scene < 0 ? null : place.scene
  function jumpToScene(index: number): void {
    const scene = facts?.scenes[index]
    closeCovering()
    if (view && scene) jump(view, scene.start)
  }
  const sceneList = (
    <Suspense>
      <SceneList
        scenes={scenes}
        current={currentScene}
        onJump={jumpToScene}
        onMove={(from, to) => {
          if (view) moveSceneTo(view, from, to)
        }}
        chosen={inScope.chosen}
        onChoose={inScope.onChoose}
        onAsk={scope.onPrompt}
      />
    </Suspense>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything inside
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      {isBoard && <div ref={setBoardBar} className="min-h-11 shrink-0 touch:min-h-14" />}
      {!isFocusMode && !isBoard && (
        <PageToolbar
          lead={showAsGroup}
          element={place.element}
          isDual={place.isDual}
          onElement={changeTo}
          areScenesShown={shownScenes.isShown}
          onScenes={shownScenes.toggle}
          onFind={() => setOpen('find')}
          onPageSetup={() => setOpen('page setup')}
          onPalette={() => setOpen('palette')}
          onStep={flows && view ? (step) => void { undo, redo }[step](view) : undefined}
          zoom={zoom}
          onZoom={flows ? undefined : chooseZoom}
        >
          <ProductionMenu view={view} />
        </PageToolbar>
      )}
      <Suspense fallback={<TypeAheadCapture view={view} />}>
        {open === 'find' && view && <FindPanel view={view} onClose={close} onRename={rename} />}
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
          <div hidden={isFocusMode} className="contents">
            <ReviewPart view={view} reviews={reviews} onCommands={setReviewCommands} />
          </div>
        )}
      </Suspense>
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
          {shownScenes.isBeside && !isFocusMode && (
            <>
              <div style={{ width: list.width }} className="flex shrink-0 flex-col">
                {sceneList}
              </div>
              <SplitHandle
                label={messages.pageView.resizeScenes}
                width={list.width}
                limits={LIST_WIDTH}
                onWidth={list.setWidth}
              />
            </>
          )}
          {shownScenes.isStrip && !isFocusMode && (
            // The page does not move when the strip arrives, and does not wait for it.
            <Suspense fallback={<StripPlace />}>
              {facts ? (
                <SceneStrip scenes={scenes} current={currentScene} onJump={jumpToScene} />
              ) : (
                <StripPlace />
              )}
            </Suspense>
          )}
          {isOver && !isFocusMode && (
            <div
              style={{ width: LIST_WIDTH.first }}
              className="absolute inset-y-0 left-0 z-20 flex max-w-full flex-col border-r border-line bg-paper shadow-raised"
            >
              {sceneList}
            </div>
          )}
          <ScriptPage
            workId={workId}
            text={text}
            zoom={zoom}
            isFocused={isFocusMode}
            view={view}
            onView={setView}
            onFlows={setFlows}
            events={events}
          />
        </div>
        {isBoard && (
          <div ref={boardRoot} className="absolute inset-0 flex flex-col bg-paper">
            {view && boardText && (
              <BoardPart
                showCard={showCard}
                text={boardText}
                scenes={facts?.scenes}
                notes={openNotes}
                bar={boardBar}
                toPage={showAsGroup}
                commands={
                  <Button
                    variant="ghost"
                    size="sm"
                    title={messages.pageView.palette}
                    aria-label={messages.pageView.palette}
                    onClick={() => setOpen('palette')}
                  >
                    <Command aria-hidden="true" />
                  </Button>
                }
                onCommands={setBoardCommands}
                onSelected={setSelected}
                scope={scope.current}
                onWholeScript={onWholeScript}
                onCursor={(at) => view.dispatch({ selection: { anchor: at } })}
                onOpen={(at) => {
                  flushSync(() => showAs('page'))
                  jump(view, at)
                }}
                onAsk={streaming ? undefined : askAbout}
              />
            )}
          </div>
        )}
      </div>
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
          {props.status}
        </PageStatus>
      </div>
      {flows && !isFocusMode && !isBoard && (
        <ElementBar element={place.element} isDual={place.isDual} onElement={changeTo} />
      )}
      <BottomSheet
        title={messages.pageView.scenes}
        closeLabel={messages.common.close}
        isOpen={shownScenes.isSheetOpen}
        onOpenChange={shownScenes.toggle}
      >
        {sceneList}
      </BottomSheet>
      <Suspense fallback={open !== null && open !== 'find' && <TypeAheadCapture view={view} />}>
        {view && (
          <PageViewDialogs
            view={view}
            open={open}
            onClose={close}
            renaming={renaming}
            commands={[...commands, ...boardCommands, ...props.commands, ...reviewCommands]}
          />
        )}
      </Suspense>
    </div>
  )
}
