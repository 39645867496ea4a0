import { type ComponentProps, useId } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { focusableWhileScrolling } from './focusable-while-scrolling.ts'

type TableProps = ComponentProps<'table'> & {
  /** Describes the table; hide it where a heading already does. */
  caption: string
  hideCaption?: boolean
}

/** A wide table scrolls inside its own container, not the page. */
export function Table({ caption, hideCaption = false, className, children, ...rest }: TableProps) {
  const captionId = useId()
  return (
    <section
      aria-labelledby={captionId}
      ref={focusableWhileScrolling}
      className="relative overflow-x-auto first:rounded-t-md last:rounded-b-md"
    >
      <table {...rest} className={classNames('w-full border-collapse text-md', className)}>
        <caption
          id={captionId}
          className={classNames(
            'px-4.5 py-2 text-left text-sm text-ink-2',
            hideCaption && 'sr-only',
          )}
        >
          {caption}
        </caption>
        {children}
      </table>
    </section>
  )
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead {...props} />
}

export function TableBody({ className, ...rest }: ComponentProps<'tbody'>) {
  return <tbody {...rest} className={classNames('[&>tr:last-child>*]:border-b-0', className)} />
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr {...props} />
}

type CellProps = { numeric?: boolean }

export function TableHeader({
  numeric = false,
  className,
  children,
  ...rest
}: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames(
        'border-b border-line bg-sunk px-4.5 py-2 text-left text-sm font-medium whitespace-nowrap text-ink-2',
        numeric && 'text-right',
        className,
      )}
    >
      {children}
    </th>
  )
}

export function TableCell({
  numeric = false,
  className,
  ...rest
}: ComponentProps<'td'> & CellProps) {
  return (
    <td
      {...rest}
      className={classNames(
        'border-b border-line px-4.5 py-2.5 whitespace-nowrap',
        numeric && 'text-right tabular-nums',
        className,
      )}
    />
  )
}
