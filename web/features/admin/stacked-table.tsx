import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/layout/table.tsx'

/**
 * Explicit, because browsers drop table semantics when the parts are displayed as blocks. In an object,
 * because the linter considers the attributes redundant.
 */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

const edgeStyle = 'lg:px-3.5 lg:first:pl-4.5 lg:last:pr-4.5'

export type Column = { name: string; numeric?: boolean; width?: string; isTitle?: boolean }

type StackedTableProps = {
  caption: string
  columns: readonly Column[]
  /** Placeholder data, shown dimmed while the next page loads. */
  isOutdated?: boolean
  className?: string
  children: ReactNode
}

/** A table whose rows become cards on narrow screens: one line per cell, in two columns on a tablet. */
export function StackedTable(props: StackedTableProps) {
  const { caption, columns, isOutdated = false, className, children } = props
  return (
    <Table
      {...roles.table}
      caption={caption}
      hideCaption
      aria-busy={isOutdated || undefined}
      className={classNames(
        'transition-opacity max-lg:block lg:table-fixed',
        isOutdated && 'opacity-60',
        className,
      )}
    >
      <TableHead {...roles.group} className="max-lg:sr-only">
        <TableRow {...roles.row}>
          {columns.map(({ name, width, numeric = false }) => (
            <TableHeader
              {...roles.head}
              key={name}
              numeric={numeric}
              className={classNames(edgeStyle, width)}
            >
              {name}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody {...roles.group} className="max-lg:block max-lg:[&>tr:last-child]:border-b-0">
        {children}
      </TableBody>
    </Table>
  )
}

export function StackedRow({ children }: { children: ReactNode }) {
  return (
    <TableRow
      {...roles.row}
      className="max-lg:grid max-lg:border-b max-lg:border-line max-lg:px-4.5 max-lg:py-3 max-lg:sm:grid-cols-2 max-lg:sm:gap-x-10"
    >
      {children}
    </TableRow>
  )
}

type StackedCellProps = { column: Column; children: ReactNode }

export function StackedCell({ column, children }: StackedCellProps) {
  const { name, numeric = false, isTitle = false } = column
  return (
    <TableCell
      {...roles.cell}
      numeric={numeric}
      className={classNames(
        'whitespace-normal max-lg:flex max-lg:min-h-8 max-lg:items-center max-lg:border-b-0',
        'max-lg:justify-between max-lg:gap-4 max-lg:px-0 max-lg:py-1 max-lg:text-right',
        isTitle && 'max-lg:col-span-full max-lg:text-left max-lg:font-medium',
        edgeStyle,
      )}
    >
      {!isTitle && (
        <span aria-hidden="true" className="shrink-0 text-sm text-ink-2 lg:hidden">
          {name}
        </span>
      )}
      {children}
    </TableCell>
  )
}
