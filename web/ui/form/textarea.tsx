import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { useFieldControl } from './field.tsx'
import { controlStyle } from './input.tsx'

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const control = useFieldControl()
  return (
    <textarea
      {...control}
      {...rest}
      rows={rows}
      className={classNames(controlStyle, 'block min-h-9 resize-y px-3 py-2', className)}
    />
  )
}
