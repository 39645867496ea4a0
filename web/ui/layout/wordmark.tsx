import { PRODUCT_NAME, VERSION_LABEL } from '../../../contract/limits.ts'
import { classNames } from '../../lib/class-names.ts'

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2.5 font-script', className)}>
      <span className="text-[1.1875rem] leading-none font-bold tracking-[-0.01em] whitespace-nowrap">
        {PRODUCT_NAME}
        <span
          aria-hidden="true"
          className="block-cursor ml-[0.18em] h-[0.95em] w-[0.5em] align-[-0.1em]"
        />
      </span>
      <span className="rounded-full border border-line px-[7px] py-[3px] text-xs leading-none text-ink-2">
        {VERSION_LABEL}
      </span>
    </span>
  )
}
