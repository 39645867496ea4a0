import { type RefObject, useEffect } from 'react'
import type { ComparedScene, Comparison } from '../../../../screenplay/changes.ts'
import { countWords } from '../../../../screenplay/model.ts'
import { historyMessages } from '../../../messages/history.ts'
import { useDeferredItems } from '../../../ui/use-deferred-items.ts'
import { SceneSection } from '../version/scene-section.tsx'
import { ChangedScene } from './changed-scene.tsx'
import { CollapsedScenes } from './collapsed-scenes.tsx'
import { type ComparedItem, moveOf } from './compared-items.ts'

const { compare, scene: sceneWords, words: wordsText } = historyMessages

const LATE = { first: 5, step: 4 }
/** How long to wait for a change to be rendered. */
const RENDERED_WITHIN = 5_000

type ComparisonViewProps = {
  before: string
  after: string
  comparison: Comparison
  items: readonly ComparedItem[]
  /** The change that the writer is at. */
  current: string | null
  box: RefObject<HTMLElement | null>
  onInsert: (scene: string) => void
}

const isIn = (change: string | null, item: string) =>
  change === item || change?.startsWith(`${item}.`) === true

const numberOf = ({ before, after }: ComparedScene) => (after ?? before)?.number ?? 0

/** Shows a change, once it is rendered. */
function showChange(box: HTMLElement | null, change: string, until: number): void {
  const mark = box?.querySelector(`[data-change="${change}"]`)
  if (mark) mark.scrollIntoView({ block: 'center' })
  else if (performance.now() < until) requestAnimationFrame(() => showChange(box, change, until))
}

/** Two texts as one: scenes without changes are collapsed. */
export function ComparisonView(props: ComparisonViewProps) {
  const { before, after, comparison, items, current, box, onInsert } = props
  const missing = useDeferredItems(items.length, LATE)
  useEffect(() => {
    if (current !== null) showChange(box.current, current, performance.now() + RENDERED_WITHIN)
  }, [box, current])

  const textOf = ({ before: old, after: now }: ComparedScene) =>
    now ? after.slice(now.start, now.end) : before.slice(old?.start, old?.end)
  const plain = (scene: ComparedScene) => (
    <SceneSection
      key={numberOf(scene)}
      number={numberOf(scene)}
      text={textOf(scene)}
      onInsert={onInsert}
    />
  )
  return items.slice(0, items.length - missing).map((item) => {
    const { key } = item
    if (item.kind === 'unchanged') {
      const scenes = item.scenes.filter((scene) => textOf(scene).trim() !== '')
      if (scenes.length === 0) return null
      const length = scenes.reduce((sum, scene) => sum + countWords(textOf(scene)), 0)
      return (
        <CollapsedScenes
          key={key}
          label={`${sceneWords.unchanged(scenes.map(numberOf))} · ${wordsText(length)}`}
        >
          {() => scenes.map(plain)}
        </CollapsedScenes>
      )
    }
    const { scene } = item
    if (item.kind === 'moved')
      return (
        <CollapsedScenes
          key={key}
          label={`${compare.moved(moveOf(scene, comparison))} · ${compare.textUnchanged}`}
          change={key}
          isCurrent={current === key}
        >
          {() => plain(scene)}
        </CollapsedScenes>
      )
    const isChanged = item.kind === 'changed'
    const what = isChanged
      ? scene.isMoved && compare.moved(moveOf(scene, comparison))
      : item.kind === 'added'
        ? sceneWords.added
        : sceneWords.removed
    return (
      <SceneSection
        key={key}
        number={numberOf(scene)}
        text={textOf(scene)}
        note={[sceneWords.name(numberOf(scene)), what].filter(Boolean).join(' · ')}
        change={isChanged ? undefined : key}
        isCurrent={current === key}
        onInsert={onInsert}
      >
        <ChangedScene
          item={key}
          scene={scene}
          before={before}
          after={after}
          current={isIn(current, key) ? current : null}
        />
      </SceneSection>
    )
  })
}
