import { type InputEvent, useLayoutEffect, useRef } from 'react'
import { type Splice, splices } from '../../../screenplay/splices.ts'

/** The new position of a place in the text after changes elsewhere. */
const moved = (place: number, changes: Splice[]): number =>
  changes.reduce((sum, { start, end, text }) => {
    if (start >= place) return sum
    return sum + text.length - (Math.min(end, place) - start)
  }, place)

type Props = {
  text: string
  isDisabled: boolean
  onText: (text: string, isPasted: boolean) => void
}

/** Shows the current text, and keeps the cursor at the same place in it. */
export function TextArea({ text, isDisabled, onText }: Props) {
  const ref = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = ref.current
    if (!area || area.value === text) return
    const place = moved(area.selectionStart, splices(area.value, text))
    area.value = text
    area.setSelectionRange(place, place)
  }, [text])
  const onInput = (event: InputEvent<HTMLTextAreaElement>) =>
    onText(event.currentTarget.value, event.nativeEvent.inputType === 'insertFromPaste')
  return (
    <label>
      Script page
      <textarea ref={ref} disabled={isDisabled} onInput={onInput} rows={30} cols={60} />
    </label>
  )
}
