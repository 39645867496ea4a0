import {
  ArrowLeft,
  BookOpen,
  ChartColumnStacked,
  History,
  Keyboard,
  type LucideIcon,
  MessageSquareText,
  PanelLeft,
  Sparkles,
  Star,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { TITLE_CHARACTERS } from '../../../contract/limits.ts'
import { ExportMenu } from '../documents/export/export-menu.tsx'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { buttonStyle } from '../../ui/button/button-style.ts'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { TopBar, Wordmark } from '../../ui/layout/top-bar.tsx'
import { isMac } from '../../lib/is-mac.ts'
import { useStore } from '../../lib/store.ts'
import { saveLine, useSaveState } from '../document/save-state.ts'
import { useSession } from '../document/session.tsx'
import { type SidePanelName, sidePanel } from '../document/side-panel.ts'
import type { EditorContext } from './editor-context.ts'

const { pageView, editor, examples } = messages

type Tool = { label: string; Icon: LucideIcon; onSelect: () => void; isPressed?: boolean }

/** What the header has buttons for, in the order of the menu that has them where there is no room. */
function useTools() {
  const { screen } = useSession()
  const shown = useStore(sidePanel)
  const panel = (name: SidePanelName, Icon: LucideIcon): Tool => ({
    label: editor.sidePanels[name].open,
    Icon,
    onSelect: () => sidePanel.open(name),
    isPressed: shown === name,
  })
  return {
    history: { label: editor.history.open, Icon: History, onSelect: screen.openHistory },
    report: { label: editor.report.open, Icon: ChartColumnStacked, onSelect: screen.openReport },
    bible: panel('bible', BookOpen),
    notes: panel('notes', MessageSquareText),
    analyze: {
      label: editor.analyze,
      Icon: Sparkles,
      onSelect: () => showToast({ title: editor.analyzeTitle, message: editor.analyzeText }),
    },
  }
}

/** An icon in a small window, a word in a wider one, both where there is room for both. */
const ToolButton = ({ label, Icon, onSelect, isPressed }: Tool) => (
  <Button
    variant="ghost"
    title={label}
    aria-pressed={isPressed}
    onClick={isPressed ? sidePanel.close : onSelect}
    className="max-[78rem]:size-9 max-[78rem]:p-0 max-[124rem]:px-2 aria-pressed:bg-sunk aria-pressed:text-ink"
  >
    <Icon aria-hidden="true" className="min-[78rem]:max-[124rem]:hidden" />
    <span className="max-[78rem]:sr-only">{label}</span>
  </Button>
)

/** Who has what was written, in words, or as a dot where there is no room for them. */
function SaveMark() {
  const state = useSaveState()
  if (!state) return null
  const line = saveLine(state)
  return (
    <span
      title={line}
      data-save-state={state}
      className="min-w-0 shrink-0 text-sm whitespace-nowrap text-ink-2 min-[100rem]:order-last sm:max-[100rem]:-ml-2 max-[100rem]:text-xs max-sm:absolute max-sm:right-1 max-sm:bottom-2.5 touch:max-sm:bottom-3"
    >
      {state !== 'saved' && (
        <span
          aria-hidden="true"
          className="block size-2 rounded-full bg-accent min-[100rem]:hidden"
        />
      )}
      <span className="max-[100rem]:sr-only">{line}</span>
    </span>
  )
}

type EditorHeaderProps = {
  onSidebar: () => void
  /** Whether the sidebar is shown beside the content where there is room. */
  hasSidebar: boolean
  viewSwitch: ReactNode
  /** Whether the view switch fits into the header; on a phone it is below. */
  hasRoom: boolean
  /** Undefined for users without Learning Loop access. */
  onExamples: (() => void) | undefined
  onShortcuts: () => void
  context: EditorContext
  onLogout: () => void
}

export function EditorHeader(props: EditorHeaderProps) {
  const { title, isUnsaved, state, act, save, text } = useSession()
  const tools = useTools()
  const { isSaving } = state
  const { AccountMenu, ThemeControl, ThemeItems, email, isSigningOut } = props.context
  return (
    <>
      <TopBar className="shrink-0 gap-2 px-2 sm:gap-3 sm:px-4">
        <h1 className="sr-only">{editor.title}</h1>
        <Button
          variant="ghost"
          size="icon"
          aria-label={editor.openSidebar}
          onClick={props.onSidebar}
          className={props.hasSidebar ? 'desk:hidden' : undefined}
        >
          <PanelLeft />
        </Button>
        <Link
          to="/dashboard"
          aria-label={editor.toDashboard}
          title={editor.toDashboard}
          className={`${buttonStyle({ variant: 'ghost', size: 'icon' })} max-desk:hidden`}
        >
          <ArrowLeft />
        </Link>
        {/* Above the script's name where there is no room for both; on a phone the mark is beside the name. */}
        <div className="relative flex min-w-0 flex-4 items-center gap-x-3 max-sm:gap-x-1 max-[100rem]:flex-wrap max-[100rem]:gap-y-0.5">
          <Wordmark isStacked className="max-[100rem]:px-2.5 max-sm:px-1" />
          <SaveMark />
          <span aria-hidden="true" className="h-6 w-px bg-line max-[100rem]:hidden" />
          <input
            value={title}
            aria-label={editor.name}
            placeholder={editor.namePlaceholder}
            maxLength={TITLE_CHARACTERS}
            dir="auto"
            autoComplete="off"
            onChange={({ target }) => act({ type: 'title typed', title: target.value })}
            className="h-9 min-w-0 rounded-sm border border-transparent bg-transparent px-2.5 text-ellipsis max-[100rem]:h-7 max-[100rem]:w-full max-sm:pr-4 max-sm:pl-1 font-script text-base font-bold placeholder:font-normal placeholder:text-ink-2 hover:border-line sm:max-w-120 min-[100rem]:flex-1 touch:max-[100rem]:h-8"
          />
        </div>
        <span className="flex-1 max-[124rem]:hidden" />
        {props.hasRoom && props.viewSwitch}
        <div className="flex max-desk:hidden min-[124rem]:gap-3">
          {[tools.analyze, tools.history, tools.report, tools.bible, tools.notes].map((tool) => (
            <ToolButton key={tool.label} {...tool} />
          ))}
        </div>
        <ExportMenu readText={text.latest} title={title} workId={text.workId} />
        <Button
          // Quiet once everything is saved.
          variant={isUnsaved || isSaving ? 'primary' : 'secondary'}
          busy={isSaving}
          title={isMac() ? '⌘S' : 'Ctrl+S'}
          aria-keyshortcuts="Control+S Meta+S"
          onClick={() => void save()}
        >
          {isSaving ? editor.saving : editor.save}
        </Button>
        <span className="max-sm:hidden">
          <ThemeControl />
        </span>
        <AccountMenu email={email} isLeaving={isSigningOut} onLogout={props.onLogout}>
          {Object.values(tools).map(({ label, Icon, onSelect }) => (
            <MenuItem key={label} onSelect={onSelect} className="desk:hidden">
              <Icon aria-hidden="true" />
              {label}
            </MenuItem>
          ))}
          <MenuItem onSelect={props.onShortcuts} className="touch:hidden">
            <Keyboard />
            {editor.shortcuts}
          </MenuItem>
          {props.onExamples && (
            <MenuItem onSelect={props.onExamples}>
              <Star />
              {examples.title}
            </MenuItem>
          )}
          <MenuSeparator className="sm:hidden" />
          <ThemeItems className="sm:hidden" />
          <MenuSeparator className="sm:hidden" />
        </AccountMenu>
      </TopBar>
      {!props.hasRoom && (
        <nav
          aria-label={pageView.views.label}
          className="grid shrink-0 border-b border-line bg-sheet px-2 py-1.5 keyboard:hidden"
        >
          {props.viewSwitch}
        </nav>
      )}
    </>
  )
}
