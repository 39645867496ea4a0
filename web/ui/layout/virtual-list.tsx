import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, Ref, RefObject } from 'react'

/** The rows in view, and those that are rendered wherever they are. */
export const rangeWith =
  (...kept: number[]) =>
  (range: Range): number[] =>
    [...new Set([...defaultRangeExtractor(range), ...kept])]
      .filter((index) => index >= 0 && index < range.count)
      .toSorted((one, other) => one - other)

type ListOptions<Item> = Pick<
  Parameters<typeof useVirtualizer<HTMLElement, HTMLLIElement>>[0],
  'gap' | 'initialRect' | 'overscan' | 'paddingEnd' | 'paddingStart' | 'useFlushSync'
> & {
  scroller: RefObject<HTMLElement | null>
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Used until a row is measured. */
  heightOf: (item: Item) => number
  rangeExtractor: (range: Range) => number[]
}

/** What `VirtualList` shows: only some rows of a list. */
export function useVirtualList<Item>(options: ListOptions<Item>) {
  const { scroller, items, keyOf, heightOf, ...others } = options
  // oxlint-disable-next-line react/incompatible-library -- a React Compiler rule, and it is not used here
  const rows = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...others,
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index] ? heightOf(items[index]) : 0),
    getItemKey: (index) => (items[index] ? keyOf(items[index]) : index),
  })
  return { rows, items }
}

export type VirtualRows = ReturnType<typeof useVirtualList>['rows']

type VirtualListProps<Item> = {
  list: { rows: VirtualRows; items: readonly Item[] }
  ref?: Ref<HTMLUListElement>
  'aria-label'?: string
  'aria-describedby'?: string
  children: (item: Item, index: number) => ReactNode
}

export function VirtualList<Item>({ list, children, ...props }: VirtualListProps<Item>) {
  const { rows, items } = list
  return (
    <ul {...props} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index]
        return (
          item && (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {children(item, index)}
            </li>
          )
        )
      })}
    </ul>
  )
}
