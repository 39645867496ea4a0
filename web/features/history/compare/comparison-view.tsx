import { memo, type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react'
import type { ComparedScene, Comparison } from '../../../../screenplay/changes.ts'
import { countWords, printedPart } from '../../../../screenplay/model.ts'
import { historyMessages } from '../../../messages/history.ts'
import { useDeferredItems } from '../../../ui/use-deferred-items.ts'
import { SceneSection } from '../version/scene-section.tsx'
import { changeId, type ComparedItem, moveOf, comparedBlocks, type Run } from './compared-rows.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { ElementView } from '../../../screenplay-view/screenplay.tsx'

const { compare, scene: sceneWords, words: wordsText } = historyMessages

const words = historyMessages.compare

type RunViewProps = { run: Run; change: string; isCurrent: boolean; isSpoken: boolean }

function RunView({ run, change, isCurrent, isSpoken }: RunViewProps) {
  if (run.kind === 'same') return run.text
  const Mark = run.kind === 'removed' ? 'del' : 'ins'
  return (
    <Mark data-change={change} data-current={isCurrent || undefined}>
      {isSpoken && (
        <span className="sr-only">
          {run.kind === 'removed' ? words.removedText : words.addedText}
        </span>
      )}
      {run.text}
      {isSpoken && <span className="sr-only">{words.endOfChange}</span>}
    </Mark>
  )
}

type ChangedSceneProps = {
  item: string
  scene: ComparedScene
  before: string
  after: string
  /** The change that the writer is at, if it is in this scene. */
  current: string | null
}

/** The lines of a scene with what was removed and added. */
const ChangedScene = memo(function ChangedScene(props: ChangedSceneProps) {
  const { item, scene, before, after, current } = props
  const blocks = useMemo(() => comparedBlocks(before, after, scene), [before, after, scene])
  return (
    <div className="screenplay history-changes mx-auto">
      {blocks.map((block) =>
        block.kind === 'element' ? (
          <ElementView key={block.key} element={block.element} />
        ) : (
          <p
            key={block.key}
            data-element={block.type}
            dir="auto"
            className={classNames(block.isContinued && 'mt-0!')}
          >
            {block.runs.map((run) => {
              const change = changeId(item, run.part)
              return (
                <RunView
                  // Unique: a line has at most one removed and one added run of each part.
                  key={`${run.part} ${run.kind}`}
                  run={run}
                  change={change}
                  isCurrent={change === current}
                  // For an added or removed scene, its label already says so once.
                  isSpoken={scene.kind === 'changed'}
                />
              )
            })}
          </p>
        ),
      )}
    </div>
  )
})

type CollapsedScenesProps = {
  label: string
  /** The id for stepping from change to change, if the line stands for a change. */
  change?: string
  isCurrent?: boolean
  /** The scenes, rendered only when the line is expanded. */
  children: () => ReactNode
}

/** A line in place of scenes that have nothing to look at. */
function CollapsedScenes({ label, change, isCurrent, children }: CollapsedScenesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        data-change={change}
        data-current={isCurrent || undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="history-collapsed"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {label}
      </button>
      {isOpen && children()}
    </>
  )
}

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

  const sceneText = ({ before: old, after: now }: ComparedScene) =>
    now ? after.slice(now.start, now.end) : before.slice(old?.start, old?.end)
  const plain = (scene: ComparedScene) => (
    <SceneSection
      key={numberOf(scene)}
      number={numberOf(scene)}
      text={sceneText(scene)}
      onInsert={onInsert}
    />
  )
  return items.slice(0, items.length - missing).map((item) => {
    const { key } = item
    if (item.kind === 'unchanged') {
      const scenes = item.scenes.filter((scene) => sceneText(scene).trim() !== '')
      if (scenes.length === 0) return null
      const length = scenes.reduce(
        (sum, scene) => sum + countWords(printedPart(sceneText(scene))),
        0,
      )
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
        text={sceneText(scene)}
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
