import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { controlStyle } from './control-style.ts'
import { useFieldControl } from './field-context.ts'

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
