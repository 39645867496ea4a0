import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { useFieldControl } from './field.tsx'

export const controlStyle = [
  'w-full rounded-sm border border-line-2 bg-sheet text-base text-ink',
  'hover:border-ink-2 aria-invalid:border-bad',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunk disabled:text-ink-2',
  // Below 16 px, phones zoom in when the control is focused.
  'touch:text-[1rem]',
]

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  const control = useFieldControl()
  return (
    <input
      {...control}
      {...rest}
      type={type}
      className={classNames(controlStyle, 'h-9 px-3 touch:h-11', className)}
    />
  )
}
