import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { PRODUCT_NAME, VERSION_LABEL } from '../../../contract/limits.ts'

export function TopBar({ className, ...rest }: ComponentProps<'header'>) {
  return (
    <header
      {...rest}
      className={classNames(
        'flex h-15 items-center gap-3 border-b border-line bg-sheet px-4 sm:px-6',
        className,
      )}
    />
  )
}

type WordmarkProps = {
  className?: string
  /** Small enough to stand above something else where there is little room. */
  isStacked?: boolean
}

const stacked = 'max-[100rem]:gap-1.5 max-[100rem]:text-xs'
const stackedVersion = 'max-[100rem]:border-0 max-[100rem]:p-0'

export function Wordmark({ className, isStacked = false }: WordmarkProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2.5 font-script text-[1.1875rem]',
        isStacked && stacked,
        className,
      )}
    >
      <span className="leading-none font-bold tracking-[-0.01em] whitespace-nowrap">
        {PRODUCT_NAME}
        <span
          aria-hidden="true"
          className="block-cursor ml-[0.18em] h-[0.95em] w-[0.5em] align-[-0.1em]"
        />
      </span>
      <span
        className={classNames(
          'rounded-full border border-line px-[7px] py-[3px] text-xs leading-none text-ink-2',
          isStacked && stackedVersion,
        )}
      >
        {VERSION_LABEL}
      </span>
    </span>
  )
}
