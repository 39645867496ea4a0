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
export type PlotTable = {
  columns: readonly { label: string; numeric?: boolean }[]
  rows: readonly { key: string; cells: readonly string[] }[]
}

export function DataTable({ caption, table }: { caption: string; table: PlotTable }) {
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
