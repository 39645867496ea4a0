import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { boardMessages } from '../../messages/board.ts'
import { IconButton } from '../../ui/button/button.tsx'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuChoices,
  MenuSeparator,
  MenuTrigger,
} from '../../ui/overlay/menu.tsx'
import { useStore } from '../../lib/store.ts'
import { type BoardControl, titleOf } from './board-control.ts'
import type { ShownCard } from './board-store.ts'
import { cardColors, colorName, colorValue } from './card-colors.ts'

const words = boardMessages

type CardMenuProps = { card: ShownCard; isTabStop: boolean; control: BoardControl }

export function CardMenu({ card, isTabStop, control }: CardMenuProps) {
  // Hundreds of menus would make the board slow to open: there is none until it is used.
  const [isUsed, setIsUsed] = useState(false)
  const trigger = (
    <IconButton
      icon={Ellipsis}
      label={words.card.menu(card)}
      aria-haspopup="menu"
      tabIndex={isTabStop ? 0 : -1}
      // Not the beginning of a drag.
      onMouseDown={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
      onClick={isUsed ? undefined : () => setIsUsed(true)}
      className="absolute top-1 right-1 size-7 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 touch:size-9 touch:opacity-100"
    />
  )
  if (!isUsed) return trigger
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent>
        <MenuEntries card={card} control={control} />
      </MenuContent>
    </Menu>
  )
}

/** Rendered only while the menu is open. */
function MenuEntries({ card, control }: Omit<CardMenuProps, 'isTabStop'>) {
  const { id } = card
  const board = useStore(control.state, (shown) => shown.board)
  const taken = control.takenWith(id)
  const shared = taken.every((one) => one.color === card.color) ? (card.color ?? '') : undefined
  const others = board.columns.filter((column) => !taken.every((one) => column.cards.includes(one)))
  return (
    <>
      {taken.length > 1 && <MenuLabel>{words.card.count(taken.length)}</MenuLabel>}
      {card.kind === 'scene' && (
        <MenuItem onSelect={() => control.open(id)}>{words.card.open}</MenuItem>
      )}
      <MenuItem onSelect={() => control.edit(id)}>{words.card.edit}</MenuItem>
      <MenuItem onSelect={() => control.draftBelow(id)}>{words.card.newBelow}</MenuItem>
      <MenuItem onSelect={() => control.remove(id)}>
        {taken.length > 1 ? words.card.deleteSome(taken.length) : words.card.delete}
      </MenuItem>
      {others.length > 0 && (
        <>
          <MenuSeparator />
          <MenuLabel>{words.card.moveTo}</MenuLabel>
          {others.map((column) => (
            <MenuItem
              key={column.id}
              onSelect={() => control.move(taken, column, column.parts.length)}
            >
              <span className="max-w-64 truncate">{titleOf(board, column)}</span>
            </MenuItem>
          ))}
        </>
      )}
      <MenuSeparator />
      <MenuLabel>{words.card.color}</MenuLabel>
      <MenuChoices
        value={shared ?? null}
        values={['', ...cardColors]}
        onChoose={(name) => control.color(taken, name === '' ? null : name)}
      >
        {(name) => (
          <>
            <span
              aria-hidden="true"
              className="size-3.5 rounded-full border border-line-2"
              style={{ background: colorValue(name) }}
            />
            {name === '' ? words.noColor : colorName(name)}
          </>
        )}
      </MenuChoices>
    </>
  )
}
