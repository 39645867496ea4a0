import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { controlStyle } from './input.tsx'
import { useFieldControl } from './field.tsx'

type SelectProps = ComponentProps<'select'> & {
  /** If set, a phone shows only the icon; tapping it opens the native list. */
  icon?: ReactNode
}

export function Select({ icon, className, children, ...rest }: SelectProps) {
  const control = useFieldControl()
  return (
    <span className="relative inline-flex shrink-0 text-ink-2 [&>svg]:pointer-events-none [&>svg]:absolute [&>svg]:top-1/2 [&>svg]:size-[17px] [&>svg]:-translate-y-1/2 [&>svg:first-child]:left-[13px] [&>svg:last-child]:right-2.5">
      {icon}
      <select
        {...control}
        {...rest}
        className={classNames(
          controlStyle,
          'h-9 appearance-none pr-9 pl-3 touch:h-11',
          icon && 'pl-9 max-sm:w-11 max-sm:px-0 max-sm:text-transparent max-sm:*:text-ink',
          className,
        )}
      >
        {children}
      </select>
      <ChevronDown className={classNames(icon && 'max-sm:hidden')} />
    </span>
  )
}
