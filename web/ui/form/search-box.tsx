import { Search, X } from 'lucide-react'
import { type KeyboardEventHandler, type RefObject, useEffect, useRef } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../button/button.tsx'
import { Input } from './input.tsx'

type SearchBoxProps = {
  label: string
  clearLabel: string
  value: string
  onChange: (words: string) => void
  /** Whether '/' focuses it from anywhere on the page. */
  hasShortcut?: boolean
  /** For keys that move from the box to the results. */
  onKeyDown?: KeyboardEventHandler
  className?: string
}

/** Escape clears it. */
export function SearchBox(props: SearchBoxProps) {
  const { label, clearLabel, value, onChange, hasShortcut = true, className } = props
  const box = useRef<HTMLInputElement>(null)
  useSearchKey(box, hasShortcut)
  return (
    <div className={classNames('relative min-w-0', className)}>
      <Search className="pointer-events-none absolute top-1/2 left-3 size-[17px] -translate-y-1/2 text-ink-2" />
      <Input
        ref={box}
        type="search"
        value={value}
        // The maximum length of an e-mail address.
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        placeholder={label}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          props.onKeyDown?.(event)
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onChange('')
        }}
        className="peer pr-10 pl-9 touch:pr-12 [&::-webkit-search-cancel-button]:hidden"
      />
      {value === '' && hasShortcut && (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-sm border border-line px-1.5 font-script text-xs text-ink-2 peer-focus:hidden touch:hidden"
        >
          /
        </kbd>
      )}
      {value !== '' && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={clearLabel}
          className="absolute top-0 right-0 hover:bg-transparent!"
          onClick={() => {
            onChange('')
            box.current?.focus()
          }}
        >
          <X />
        </Button>
      )}
    </div>
  )
}

const editable = 'input, textarea, select, [contenteditable="true"], [role="alertdialog"]'

/** '/' focuses the box, unless the user is typing somewhere. */
function useSearchKey(box: RefObject<HTMLInputElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(editable)) return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [box, isOn])
}
