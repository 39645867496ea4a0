import { ListChecks } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { messages } from '../../../messages.ts'
import { pageMessages } from '../../../messages/page.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import type { ChosenScenes } from '../scope/page-scope.ts'
import { matchingScenes, type SceneItem } from './scene-items.ts'
import { SceneRows } from './scene-rows.tsx'

const words = pageMessages.scenes

type SceneListProps = {
  scenes: readonly SceneItem[]
  /** The scene the cursor is in. */
  current: number | null
  onJump: (index: number) => void
  /** `to` is where the scene is afterwards. */
  onMove: (from: number, to: number) => void
  /** The scenes that the next prompt is about. */
  chosen: ChosenScenes | null
  onChoose: (chosen: ChosenScenes | null) => void
  /** Leads to the prompt. */
  onAsk: () => void
}

/** The scenes of a script: filter, jump, move, choose for a prompt. Fills the height of a flex column. */
export function SceneList(props: SceneListProps) {
  const { scenes, current, onJump, onMove, chosen, onChoose } = props
  const [isChoosing, setIsChoosing] = useState(false)
  const [filter, setFilter] = useState('')
  const entry = useRef<(() => void) | null>(null)
  const shown = useMemo(() => matchingScenes(scenes, filter), [scenes, filter])
  const isFiltered = filter.trim() !== ''
  const note = noteOn(scenes.length, shown.length, isFiltered)
  return (
    <nav aria-label={words.label} className="flex min-h-0 flex-1 flex-col">
      <div className="m-2 flex items-center gap-1">
        <IconButton
          icon={ListChecks}
          label={words.choose}
          aria-pressed={isChoosing}
          onClick={() => setIsChoosing(!isChoosing)}
          className="aria-pressed:bg-sunk aria-pressed:text-ink"
        />
        <SearchBox
          label={words.filter}
          clearLabel={messages.common.clearSearch}
          value={filter}
          onChange={setFilter}
          hasShortcut={false}
          onKeyDown={(event) => {
            const first = shown[0]
            if (event.key === 'ArrowDown') entry.current?.()
            else if (event.key === 'Enter' && isFiltered && first) onJump(first.index)
            else return
            event.preventDefault()
          }}
          className="flex-1"
        />
      </div>
      <output className="block px-4 pb-1.5 text-sm text-ink-2 empty:hidden">{note}</output>
      <SceneRows
        shown={shown}
        count={scenes.length}
        current={current}
        canMove={!isFiltered}
        onJump={onJump}
        onMove={onMove}
        chosen={chosen}
        isChoosing={isChoosing}
        onChoose={onChoose}
        entry={entry}
      />
      {(isChoosing || chosen) && (
        <div className="flex flex-wrap items-center gap-1.5 border-t border-line p-2 text-sm text-ink-2">
          <output className="flex-1 basis-32 px-1">
            {chosen ? words.chosen(chosen.to - chosen.from + 1) : words.chooseHint}
          </output>
          {chosen && (
            <>
              <Button size="sm" variant="ghost" onClick={() => onChoose(null)}>
                {words.chooseNone}
              </Button>
              <Button size="sm" onClick={props.onAsk}>
                {words.ask}
              </Button>
            </>
          )}
        </div>
      )}
    </nav>
  )
}

function noteOn(all: number, found: number, isFiltered: boolean): string {
  if (all === 0) return words.empty
  if (!isFiltered) return ''
  return found === 0 ? words.noneFound : words.found(found, all)
}
