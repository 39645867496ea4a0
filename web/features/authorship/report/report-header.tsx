import { ArrowLeft, Download, EllipsisVertical } from 'lucide-react'
import { authorshipMessages as words } from '../../../messages/authorship.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TopBar } from '../../../ui/layout/top-bar.tsx'
import { Wordmark } from '../../../ui/layout/wordmark.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import { useDownloads } from './downloads.ts'

/** Takes the focus, because the editor that had it is covered. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

type ReportHeaderProps = { workId: string; title: string; isEmpty: boolean; onClose: () => void }

export function ReportHeader({ workId, title, isEmpty, onClose }: ReportHeaderProps) {
  const { making, download } = useDownloads(workId, title)
  return (
    <TopBar className="shrink-0 gap-2 px-2 sm:gap-3 sm:px-4">
      <Button
        ref={takeFocus}
        variant="ghost"
        size="icon"
        aria-label={words.back}
        title={words.back}
        onClick={onClose}
      >
        <ArrowLeft aria-hidden="true" />
      </Button>
      <Wordmark className="max-desk:hidden" />
      <h1 className="flex min-w-0 flex-1 items-baseline gap-3">
        <span className="truncate font-script text-base font-bold" dir="auto">
          {title}
        </span>
        <span className="shrink-0 text-base text-ink-2">{words.title}</span>
      </h1>
      {!isEmpty && (
        <>
          <Button
            busy={making === 'statement'}
            title={words.statement}
            onClick={() => void download('statement')}
            className="max-sm:size-11 max-sm:p-0"
          >
            <Download aria-hidden="true" />
            <span className="max-sm:sr-only">{words.statement}</span>
          </Button>
          <Button
            busy={making === 'record'}
            onClick={() => void download('record')}
            className="max-sm:hidden"
          >
            <Download aria-hidden="true" />
            {words.record}
          </Button>
          <Menu>
            <MenuTrigger asChild>
              <Button
                variant="ghost"
                size="icon"
                aria-label={words.more}
                busy={making === 'record with texts'}
              >
                <EllipsisVertical aria-hidden="true" />
              </Button>
            </MenuTrigger>
            <MenuContent>
              <MenuItem onSelect={() => void download('record')} className="sm:hidden">
                <Download aria-hidden="true" />
                {words.record}
              </MenuItem>
              <MenuItem onSelect={() => void download('record with texts')}>
                <Download aria-hidden="true" />
                {words.recordWithTexts}
              </MenuItem>
            </MenuContent>
          </Menu>
        </>
      )}
    </TopBar>
  )
}
