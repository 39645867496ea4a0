import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'

const FEW = 12

type ShowAllProps<Item> = {
  items: readonly Item[]
  /** The label of the button that shows the rest. */
  label: string
  children: (shown: readonly Item[]) => ReactNode
}

/** Shows only the first items of a long list until the writer asks for the rest. */
export function ShowAll<Item>({ items, label, children }: ShowAllProps<Item>) {
  const [isAll, setIsAll] = useState(false)
  const isShort = items.length > FEW + 2 && !isAll
  return (
    <>
      {children(isShort ? items.slice(0, FEW) : items)}
      {isShort && (
        <Button size="sm" className="mt-3" onClick={() => setIsAll(true)}>
          {label}
        </Button>
      )}
    </>
  )
}
