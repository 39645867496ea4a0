import { memo, useMemo } from 'react'
import type { ComparedScene } from '../../../../screenplay/changes.ts'
import { classNames } from '../../../lib/class-names.ts'
import { historyMessages } from '../../../messages/history.ts'
import { ElementView } from '../../../screenplay-view/screenplay.tsx'
import { comparedBlocks, type Run } from './compared-rows.ts'
import { changeId } from './compared-items.ts'

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
export const ChangedScene = memo(function ChangedScene(props: ChangedSceneProps) {
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
