export type LegendItem = { look: string; label: string }

/** What the patterns mean. */
export function Legend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {items.map(({ look, label }) => (
        <li key={look} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={`plot-${look} size-3 shrink-0 rounded-[3px]`} />
          {label}
        </li>
      ))}
    </ul>
  )
}
