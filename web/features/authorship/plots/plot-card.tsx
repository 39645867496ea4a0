import { Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { authorshipMessages as words } from '../../../messages/authorship.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/layout/table.tsx'

const cellStyle = 'px-2.5 first:pl-5 last:pr-5'

/** The numbers of a plot. The first column names the row. */
type PlotTable = {
  columns: readonly { label: string; numeric?: boolean }[]
  rows: readonly { key: string; cells: readonly string[] }[]
}

function DataTable({ caption, table }: { caption: string; table: PlotTable }) {
  const { columns, rows } = table
  return (
    <Table caption={caption} hideCaption>
      <TableHead>
        <TableRow>
          {columns.map(({ label, numeric = false }) => (
            <TableHeader key={label} numeric={numeric} className={cellStyle}>
              {label}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <TableRow key={key}>
            <th
              scope="row"
              className={`border-b border-line py-1.5 text-left font-normal ${cellStyle}`}
            >
              {name}
            </th>
            {cells.map((cell, index) => (
              <TableCell
                key={columns[index + 1]?.label}
                numeric={columns[index + 1]?.numeric ?? false}
                className={`py-1.5 whitespace-normal ${cellStyle}`}
              >
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

type PlotCardProps = {
  title: string
  /** What is plotted, in a few words. */
  about: string
  /** Null if there is nothing to show; `none` says why. */
  table: PlotTable | null
  none: ReactNode
  className?: string
  children: ReactNode
}

/** A plot, or the same as a table. */
export function PlotCard({ title, about, table, none, className, children }: PlotCardProps) {
  const [isTable, setIsTable] = useState(false)
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId} className={classNames('min-w-0', className)}>
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-5 pt-3.5">
        <h2 id={titleId} className="text-[1rem] leading-7.5 font-semibold max-sm:flex-1">
          {title}
        </h2>
        <span className="min-w-0 flex-1 text-sm text-ink-2 max-sm:order-last max-sm:basis-full">
          {about}
        </span>
        {table && (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={isTable}
            aria-label={words.tableOf(title)}
            onClick={() => setIsTable(!isTable)}
            className="-mr-2 aria-pressed:bg-sunk aria-pressed:text-ink"
          >
            <Table2 />
            <span className="max-sm:sr-only">{words.table}</span>
          </Button>
        )}
      </header>
      {!table ? (
        <div className="px-5 pt-2 pb-5 text-md text-ink-2">{none}</div>
      ) : isTable ? (
        <div className="mt-3 border-t border-line">
          <DataTable caption={words.caption(title)} table={table} />
        </div>
      ) : (
        <div className="px-5 pt-3 pb-5">{children}</div>
      )}
    </Card>
  )
}
