import { ClipboardCopy, FileInput } from 'lucide-react'
import { type ReactNode, useMemo, type RefObject } from 'react'
import { historyMessages } from '../../../messages/history.ts'
import { Button } from '../../../ui/button/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'
import { sceneTexts } from '../../../../screenplay/changes.ts'
import { useDeferredItems } from '../../../ui/use-deferred-items.ts'
import { keepToastsAbove } from '../../../ui/feedback/keep-toasts-above.ts'

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
              <ClipboardCopy />
              <span className="max-sm:sr-only">{words.copy}</span>
            </Button>
            <Button
              size="sm"
              variant="ghost"
              title={words.insertHint}
              aria-label={words.insertOf(number)}
              onClick={() => onInsert(scene)}
            >
              <FileInput />
              <span className="max-sm:sr-only">{words.insert}</span>
            </Button>
          </span>
        )}
      </div>
      {children ?? <Screenplay text={text} className="mx-auto" opensAt="start" />}
    </section>
  )
}

const LATE = { first: 6, step: 6 }

type VersionScenesProps = { text: string; onInsert: (scene: string) => void }

/** A version as it is, scene by scene. */
export function VersionScenes({ text, onInsert }: VersionScenesProps) {
  const places = useMemo(() => sceneTexts(text).filter((scene) => scene.text !== ''), [text])
  const missing = useDeferredItems(places.length, LATE)
  return places
    .slice(0, places.length - missing)
    .map(({ number, start, end }) => (
      <SceneSection
        key={number}
        number={number}
        text={text.slice(start, end)}
        onInsert={onInsert}
      />
    ))
}

type VersionFrameProps = {
  select: ReactNode
  /** Shown beside `select`, such as how much differs. */
  facts?: ReactNode
  /** Beside the facts, on a phone at the bottom. */
  steps?: ReactNode
  /** At the bottom on a phone; otherwise in the header. */
  actions: ReactNode
  box?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** The text of a version, with its tools above and below. */
export function VersionFrame({ select, facts, steps, actions, box, children }: VersionFrameProps) {
  return (
    <>
      <div
        ref={box}
        className="relative min-h-0 flex-1 overflow-auto px-3 pb-4 desk:px-6.5 desk:pb-6.5"
      >
        <div className="sticky top-0 z-2 -mx-3 flex flex-wrap items-center gap-x-4 gap-y-1 bg-paper px-3 py-3 desk:-mx-6.5 desk:px-6.5">
          {select}
          <span className="flex-1 max-desk:hidden" />
          {facts}
          <span className="ml-auto flex gap-2 max-desk:hidden">{steps}</span>
        </div>
        {children}
      </div>
      <div
        ref={keepToastsAbove}
        className="flex gap-2 border-t border-line bg-sheet p-2 empty:hidden desk:hidden"
      >
        {steps}
        {actions}
      </div>
    </>
  )
}
