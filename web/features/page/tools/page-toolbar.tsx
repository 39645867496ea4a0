import { Command, FileSliders, List, Redo2, Search, Undo2, ZoomIn } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ElementChoice } from '../../../../screenplay/editing.ts'
import { messages } from '../../../messages.ts'
import { pageMessages } from '../../../messages/page.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonMenu, MenuChoices } from '../../../ui/overlay/menu.tsx'
import type { CursorPlace } from '../editor/cursor-place.ts'
import { elementChoices } from './element-bar.tsx'
import { shortcutText } from '../panels/shortcut-text.ts'
import { type Zoom, zoomNamed, zooms } from '../use-page-size.ts'

const { pageView } = messages

/** Only where the toolbar has room; the icon has the label as its tooltip everywhere. */
export const labelStyle = '@max-[52rem]:sr-only'

type PageToolbarProps = {
  /** Before everything else. */
  lead: ReactNode
  element: CursorPlace['element']
  isDual: boolean
  onElement: (choice: ElementChoice) => void
  areScenesShown: boolean
  onScenes: () => void
  onFind: () => void
  onPageSetup: () => void
  onPalette: () => void
  /** Undefined where the keyboard has keys for it. */
  onStep: ((step: 'undo' | 'redo') => void) | undefined
  /** More menus, before the list of commands. */
  children: ReactNode
  zoom: Zoom
  /** Undefined where the text flows with the screen. */
  onZoom: ((zoom: Zoom) => void) | undefined
}

export function PageToolbar(props: PageToolbarProps) {
  const { element, isDual, onElement, zoom, onZoom } = props
  return (
    <div
      role="toolbar"
      aria-label={pageView.tools}
      className="@container flex h-11 shrink-0 items-center gap-1 overflow-x-auto [scrollbar-width:none] max-sm:gap-0 max-sm:[&>button]:px-2 max-sm:[&>button]:touch:px-2 border-b border-line bg-sheet px-2 max-sm:px-1 touch:h-14 keyboard:h-11"
    >
      {props.lead}
      <Button
        variant="ghost"
        size="sm"
        title={pageView.scenes}
        aria-pressed={props.areScenesShown}
        onClick={props.onScenes}
        className="aria-pressed:bg-sunk aria-pressed:text-ink"
      >
        <List />
        <span className="max-sm:sr-only">{pageView.scenes}</span>
      </Button>
      {props.onStep && (
        <>
          <StepButton label={pageView.commands.undo} onStep={() => props.onStep?.('undo')}>
            <Undo2 />
          </StepButton>
          <StepButton label={pageView.commands.redo} onStep={() => props.onStep?.('redo')}>
            <Redo2 />
          </StepButton>
        </>
      )}
      <span className="flex-1" />
      {/* Where the text flows with the screen, a bar below it offers the elements. */}
      {onZoom && <ElementMenu element={element} isDual={isDual} onElement={onElement} />}
      <Button
        variant="ghost"
        size="sm"
        title={`${pageView.find.open} (${shortcutText('Mod-f')})`}
        onClick={props.onFind}
      >
        <Search />
        <span className="@max-[42rem]:sr-only">{pageView.find.open}</span>
      </Button>
      {onZoom && <ZoomMenu zoom={zoom} onZoom={onZoom} />}
      {props.children}
      <Button
        variant="ghost"
        size="sm"
        title={pageMessages.pageSetup.title}
        onClick={props.onPageSetup}
      >
        <FileSliders />
        <span className={labelStyle}>{pageMessages.pageSetup.title}</span>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        title={`${pageView.palette} (${shortcutText('Mod-k')})`}
        onClick={props.onPalette}
      >
        <Command />
        <span className={labelStyle}>{pageView.palette}</span>
      </Button>
    </div>
  )
}

type StepButtonProps = { label: string; onStep: () => void; children: ReactNode }

function StepButton({ label, onStep, children }: StepButtonProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={label}
      // The keyboard stays open: the text keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onStep}
    >
      {children}
    </Button>
  )
}

type ElementMenuProps = Pick<PageToolbarProps, 'element' | 'isDual' | 'onElement'>

/** What the cursor is in, and what it can be changed into. */
function ElementMenu({ element, isDual, onElement }: ElementMenuProps) {
  const name = pageView.elements[element]
  const label = isDual ? `${name}, ${pageView.dual}` : name
  return (
    <ButtonMenu
      button={
        <Button
          variant="ghost"
          size="sm"
          title={pageView.elementIs(label)}
          aria-label={pageView.elementIs(label)}
        >
          {name}
          {isDual && (
            <span className="rounded-sm bg-accent-wash px-1.5 text-xs text-ink">
              {pageView.dual}
            </span>
          )}
        </Button>
      }
      onCloseAutoFocus={(event) => event.preventDefault()}
    >
      <MenuChoices
        value={elementChoices.find(({ type }) => type === element)?.type ?? null}
        values={elementChoices.map(({ type }) => type)}
        onChoose={onElement}
      >
        {(type) => {
          const key = elementChoices.find((choice) => choice.type === type)?.key
          return (
            <>
              <span className="flex-1">{pageView.elements[type]}</span>
              {key && <kbd className="pl-6 text-sm text-ink-2">{shortcutText(key)}</kbd>}
            </>
          )
        }}
      </MenuChoices>
    </ButtonMenu>
  )
}

type ZoomMenuProps = { zoom: Zoom; onZoom: (zoom: Zoom) => void }

function ZoomMenu({ zoom, onZoom }: ZoomMenuProps) {
  return (
    <ButtonMenu
      button={
        <Button
          variant="ghost"
          size="sm"
          title={pageView.zoomIs(pageView.zoom(zoom))}
          aria-label={pageView.zoomIs(pageView.zoom(zoom))}
        >
          <ZoomIn />
          {pageView.zoom(zoom)}
        </Button>
      }
    >
      <MenuChoices
        value={String(zoom)}
        values={zooms.map(String)}
        onChoose={(chosen) => onZoom(zoomNamed(chosen))}
      >
        {(one) => pageView.zoom(zoomNamed(one))}
      </MenuChoices>
    </ButtonMenu>
  )
}
