import { type ReactNode, useId } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts'
import type { Example } from '../api/examples.ts'
import { openingLines } from './opening-lines.ts'

const words = messages.examples

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** When it was saved, and whether prompts include it. */
export function ExampleFacts({ example }: { example: Example }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2">
      <time dateTime={example.created_at}>{time.format(new Date(example.created_at))}</time>
      <Badge tone={example.disabled ? 'neutral' : 'good'}>
        {example.disabled ? words.disabled : words.inUse}
      </Badge>
    </p>
  )
}

type ExampleItemProps = {
  example: Example
  /** Whether it was the last one opened: it gets the focus back. */
  wasShown: boolean
  onShow: () => void
  /** The buttons that change it. */
  children: (descriptionId: string) => ReactNode
}

export function ExampleItem({ example, wasShown, onShow, children }: ExampleItemProps) {
  const linesId = useId()
  const { first, rest } = openingLines(example.opening)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-t border-line py-3.5 [contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
      <div className="grid min-w-0 flex-1 basis-72 gap-1.5">
        <div
          id={linesId}
          dir="auto"
          className={classNames('font-script text-sm', example.disabled && 'text-ink-2')}
        >
          <p className="truncate font-bold">{first}</p>
          {rest !== '' && <p className="line-clamp-2 wrap-anywhere">{rest}</p>}
        </div>
        <ExampleFacts example={example} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          ref={wasShown ? focusOnMount : undefined}
          size="sm"
          aria-describedby={linesId}
          onClick={onShow}
        >
          {words.read}
        </Button>
        {children(linesId)}
      </div>
    </li>
  )
}
