import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

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
