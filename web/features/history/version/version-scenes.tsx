import { useMemo } from 'react'
import { sceneTexts } from '../../../../screenplay/changes.ts'
import { useDeferredItems } from '../../../ui/use-deferred-items.ts'
import { SceneSection } from './scene-section.tsx'

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
