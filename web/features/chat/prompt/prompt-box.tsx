import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { PROMPT_CHARACTERS } from '../../../../contract/limits.ts'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { ChatControl } from '../chat-control.ts'
import type { PromptPicker } from './prompt-picker.ts'

const words = messages.chat

const PickerOptions = lazyExtra(async () => (await import('./picker-options.tsx')).PickerOptions)

const textStyle = 'col-start-1 row-start-1 max-h-32 py-2 text-base'

type PromptBoxProps = {
  chat: ChatControl
  value: string
  placeholder: string
  isBusy: boolean
  onEscape?: (() => void) | undefined
  /** Before and behind the prompt. */
  tools?: ReactNode
  modeSwitch?: ReactNode
  picker: PromptPicker
}

const isLost = (element: Element | null) =>
  element === null || element === document.body || element.matches(':disabled')

/**
 * The box and every button that asks are disabled or gone while an answer is written, and the stop button afterwards.
 * Meanwhile the focus waits in the conversation, where keys scroll, and then it returns to the box.
 */
function useFocusWhileBusy(chat: ChatControl, isBusy: boolean): void {
  const wasBusy = useRef(isBusy)
  useLayoutEffect(() => {
    const hasChanged = wasBusy.current !== isBusy
    wasBusy.current = isBusy
    const log = chat.box?.closest('section')?.querySelector<HTMLElement>('[role="log"]')
    const { activeElement } = document
    if (!hasChanged || !log) return
    if (isBusy && isLost(activeElement)) {
      // Nobody went there: no outline until they do.
      log.toggleAttribute('data-waiting', true)
      log.addEventListener('blur', () => log.removeAttribute('data-waiting'), { once: true })
      log.focus({ preventScroll: true })
    } else if (!isBusy && (isLost(activeElement) || log.hasAttribute('data-waiting'))) {
      // On a touch screen the box would bring up the keyboard.
      const isTouch = window.matchMedia('(pointer: coarse)').matches
      if (isTouch) log.focus({ preventScroll: true })
      else chat.focus()
    }
  }, [chat, isBusy])
}

/** Enter sends, Shift+Enter starts a new line. During a generation the button stops it. */
export function PromptBox(props: PromptBoxProps) {
  const { chat, value, placeholder, isBusy, picker } = props
  const { setBox } = chat
  const isTooLong = value.length > PROMPT_CHARACTERS
  const canSend = value.trim() !== '' && !isTooLong && !isBusy

  useFocusWhileBusy(chat, isBusy)

  function onKeyDown(event: KeyboardEvent): void {
    if (picker.takesKey(event)) return
    if (event.key === 'Escape' && props.onEscape && !event.nativeEvent.isComposing) {
      event.preventDefault()
      props.onEscape()
    }
    // Enter also confirms a composed character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (canSend) chat.send()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) chat.send()
      }}
      className="relative flex flex-wrap items-end gap-x-2.5 gap-y-1 rounded-lg border border-line-2 bg-sheet py-2 pr-2 pl-4 focus-within:outline-2 focus-within:outline-accent"
    >
      <PickerList picker={picker} />
      {/* A hidden copy of the text gives the box its height, up to 8rem. */}
      <div className="grid min-h-10 min-w-0 grow-999 basis-40 sm:basis-60">
        <div
          aria-hidden="true"
          className={`${textStyle} invisible overflow-hidden wrap-anywhere whitespace-pre-wrap`}
        >
          {value}{' '}
        </div>
        <textarea
          ref={setBox}
          rows={1}
          value={value}
          disabled={isBusy}
          aria-label={words.prompt}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? 'prompt-too-long' : undefined}
          placeholder={placeholder}
          aria-autocomplete="list"
          aria-controls={picker.active && picker.isShown ? picker.listId : undefined}
          aria-activedescendant={
            picker.active && picker.isShown ? picker.optionId(picker.active) : undefined
          }
          onChange={({ target }) => {
            picker.onChange(target.value)
            chat.setPrompt(target.value)
          }}
          onBlur={picker.close}
          onKeyDown={onKeyDown}
          className={`${textStyle} resize-none overflow-y-auto bg-transparent outline-none placeholder:text-ink-2 disabled:cursor-not-allowed`}
        />
      </div>
      {isTooLong && (
        <p id="prompt-too-long" role="alert" className="self-center text-sm text-bad">
          {words.promptTooLong(PROMPT_CHARACTERS)}
        </p>
      )}
      {/* Beside the prompt where there is room, else together below it. */}
      <div className="flex grow flex-wrap items-end justify-end gap-x-2.5 gap-y-1">
        {props.tools}
        {props.modeSwitch}
        {isBusy ? (
          <Button
            // Another element than the one below: the click that stops must not go on to submit the form.
            key="stop"
            size="icon"
            aria-label={words.stop}
            aria-keyshortcuts="Escape"
            onClick={() => void chat.stop()}
            className="size-10 rounded-full"
          >
            <Square className="size-3.5! fill-current" />
          </Button>
        ) : (
          <Button
            key="send"
            type="submit"
            variant="primary"
            size="icon"
            aria-label={words.send}
            disabled={!canSend}
            className="size-10 rounded-full"
          >
            <ArrowUp />
          </Button>
        )}
      </div>
    </form>
  )
}

/** Above the prompt, which keeps the focus. */
function PickerList({ picker }: { picker: PromptPicker }) {
  const { found, isShown } = picker
  return (
    <>
      <output className="sr-only">
        {isShown && found.length > 0 && messages.promptTools.found(found.length)}
      </output>
      {isShown && (
        <Suspense>
          <PickerOptions picker={picker} />
        </Suspense>
      )}
    </>
  )
}
