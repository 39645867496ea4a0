import { ClipboardCopy, FileInput } from 'lucide-react'
import type { ReactNode } from 'react'
import { historyMessages } from '../../../messages/history.ts'
import { Button } from '../../../ui/button/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'

const words = historyMessages.scene

/** In px, as the style sheet has them. */
const ROW = 20
const CHARACTERS = 60

/** About the height of a text, until it is rendered. */
function estimatedHeight(text: string): number {
  let rows = 0
  for (const line of text.split('\n')) rows += Math.max(1, Math.ceil(line.length / CHARACTERS))
  return rows * ROW
}

type SceneSectionProps = {
  number: number
  /** As Fountain. */
  text: string
  /** What happened to the scene. */
  note?: ReactNode
  /** The id for stepping from change to change, if the whole scene is one change. */
  change?: string | undefined
  isCurrent?: boolean
  onInsert: (text: string) => void
  children?: ReactNode
}

/** A scene with what can be done with it. What precedes the first scene has no tools. */
export function SceneSection(props: SceneSectionProps) {
  const { number, text, note, onInsert, children } = props
  const scene = text.trimEnd()
  return (
    <section
      aria-label={words.name(number)}
      data-change={props.change}
      data-current={props.isCurrent || undefined}
      style={{ containIntrinsicSize: `auto ${estimatedHeight(text)}px` }}
      className="history-scene group/scene"
    >
      <div className="history-scene-line">
        {note && <span className="min-w-0 flex-1">{note}</span>}
        {number > 0 && (
          <span className="history-scene-tools">
            <Button
              size="sm"
              variant="ghost"
              aria-label={words.copyOf(number)}
              onClick={() => void copyText(`${scene}\n`, words)}
            >
              <ClipboardCopy aria-hidden="true" />
              <span className="max-sm:sr-only">{words.copy}</span>
            </Button>
            <Button
              size="sm"
              variant="ghost"
              title={words.insertHint}
              aria-label={words.insertOf(number)}
              onClick={() => onInsert(scene)}
            >
              <FileInput aria-hidden="true" />
              <span className="max-sm:sr-only">{words.insert}</span>
            </Button>
          </span>
        )}
      </div>
      {children ?? <Screenplay text={text} className="mx-auto" opensAt="start" />}
    </section>
  )
}
